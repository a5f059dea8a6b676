"""``Game``: one match as a deterministic state machine with string actions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Self

from engine import bookkeeping, explain, free_form, legal, play, position, scoring, victory, view
from engine.actions import Action, find_action, grammar
from engine.chance import Chance, SeededChance, checked
from engine.dev_cards import FREE_ROADS_LEFT
from engine.errors import EngineError, IllegalAction
from engine.events import Event
from engine.from_view import dealt_position
from engine.island import Island, deal_island
from engine.notation import notation_error
from engine.resources import DECK
from engine.rng import Rng
from engine.rules import Rules
from engine.state_hash import hash_prefix, state_hash
from engine.trade import Offer


class Game:
    """A match from setup to result.

    >>> game = Game(COMPETITION, seed="2026-final-17")
    >>> while game.result is None:
    ...     events = game.apply(game.legal_actions()[0])
    >>> game.result.verdict
    'roll_cap'

    ``seed`` is any string: the same seed is the same island, dice and deck for ever. ``chance`` takes its
    place where draws come from elsewhere (see ``engine.chance``). Raises ``RulesError`` for rules that can't
    be played, ``EngineError`` for a seed that is no text, and ``TypeError`` for neither seed nor chance, or both.
    Attributes are for reading; only ``apply``, ``forfeit``, ``score_now`` and ``abandon`` change a game.

    Counts per seat lie in flat lists: seat ``s`` holds ``hands[5*s + r]`` cards of resource ``r``. Pieces are
    bit sets per seat: ``roads[s]`` has bit ``e`` for a road on edge ``e``.
    """

    # fmt: off
    __slots__ = (
        # fixed for the match
        "rules", "seats", "board", "chance", "max_offers", "_grammar", "_hash_prefix",
        # the state proper
        "phase", "current_seat", "to_act", "turn", "rolls", "ply", "dice", "robber",
        "settlements", "cities", "roads", "hands", "bank", "deck", "dev_hands", "dev_bought", "dev_played",
        "knights_played", "road_holder", "army_holder", "offer", "offers_this_turn",
        "pending_discards", "steals", "result",
        # what follows from it, kept up to date by engine.bookkeeping and engine.scoring
        "buildings", "open_vertices", "free_edges", "road_ends", "road_reach", "road_lengths", "income",
        "rates", "points", "totals", "target_is_reached",
        # the legal actions of this ply, once asked for
        "_legal",
    )
    # fmt: on

    rules: Rules
    seats: int
    board: Island
    chance: Chance
    phase: str
    current_seat: int
    to_act: int | None
    turn: int
    rolls: int
    ply: int
    dice: tuple[int, int] | None
    robber: int
    settlements: list[int]
    cities: list[int]
    roads: list[int]
    hands: list[int]
    bank: list[int]
    deck: tuple[int, ...]
    dev_hands: list[int]
    dev_bought: list[int]
    dev_played: bool
    knights_played: list[int]
    road_holder: int | None
    army_holder: int | None
    offer: Offer | None
    offers_this_turn: int
    pending_discards: tuple[int, ...]
    steals: int
    result: scoring.Result | None
    buildings: list[int]
    open_vertices: int
    free_edges: int
    road_ends: list[int]
    road_reach: list[int]
    road_lengths: list[int]
    income: list[tuple[int, ...]]
    rates: list[tuple[int, ...]]
    points: list[int]
    totals: list[int]
    target_is_reached: bool
    max_offers: int
    _grammar: dict[str, Action]
    _hash_prefix: Any
    _legal: list[str] | None

    def __init__(self, rules: Rules, seed: str | None = None, chance: Chance | None = None) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"rules must be Rules, such as COMPETITION, not {rules!r}")
        rules.check()
        if chance is None:
            if not isinstance(seed, str):
                raise TypeError(f"a game needs a seed, which is a string, or a chance object; not {seed!r}")
            chance = SeededChance(seed)
        elif seed is not None:
            raise TypeError("a game needs a seed or a chance object, not both")
        chance = checked(chance)
        self._set_up(rules, deal_island(chance, rules.token_layout), chance)
        self.deck = tuple(chance.shuffle("deck", DECK))
        self.robber = self.board.terrain.index("desert")
        bookkeeping.derive(self)

    def _set_up(self, rules: Rules, board: Island, chance: Chance) -> None:
        """An empty board before the first action."""
        self.rules, self.seats, self.board, self.chance = rules, rules.seats, board, chance
        self.max_offers = 0 if rules.player_trades == "none" else rules.max_offers_per_turn
        self._grammar = grammar(rules)
        self._hash_prefix = hash_prefix(rules, board)
        self.phase, self.current_seat, self.to_act = "setup_settlement", 0, 0
        self.turn = self.rolls = self.ply = self.steals = 0
        self.dice, self.robber = None, 0
        self.settlements, self.cities, self.roads = ([0] * self.seats for _ in range(3))
        self.hands, self.bank = [0] * (5 * self.seats), [rules.bank_per_resource] * 5
        self.deck, self.dev_hands, self.dev_bought = (), [0] * (5 * self.seats), [0] * 5
        self.dev_played, self.knights_played = False, [0] * self.seats
        self.road_holder = self.army_holder = self.offer = self.result = None
        self.offers_this_turn, self.pending_discards = 0, (0,) * self.seats
        self._legal = None

    # -- playing --------------------------------------------------------------------------------------------

    def legal_actions(self) -> list[str]:
        """What ``apply`` accepts now, in canonical spelling and grammar order; empty when the match is over."""
        return self._listed()[:]

    def _listed(self) -> list[str]:
        """The list itself, made once a ply."""
        if self._legal is None:
            self._legal = legal.legal_actions(self)
        return self._legal

    def free_form_verbs(self) -> list[str]:
        """Verbs that are legal now with arguments too many to list: offers and counter-offers of bundles.

        ``is_legal`` judges what is said with them. A discard is listed bundle by bundle, except from a hand so
        large that the list would fill a message: then the automatic one is listed and ``discard`` is free-form.
        """
        return free_form.verbs(self)

    def default_action(self) -> str:
        """What a match that refuses bad answers plays for a seat that has given too many of them.

        Rolling, declining, stopping, the automatic discard or ending the turn, else the first that is listed.
        Raises ``EngineError`` when the match is over.
        """
        self._must_be_running()
        return legal.default_action(self)

    def is_legal(self, action: str) -> bool:
        """Would ``apply`` accept this text?"""
        known = find_action(action, self.rules)
        return known is not None and (known.text in self._listed() or self._allows(known))

    def apply(self, action: str) -> list[Event]:
        """Play the action of the seat to act and return what happened.

        Raises ``NotationError`` for text that is no action in these rules and ``IllegalAction`` for one that
        is not legal now; both leave the state untouched.
        """
        known = self._grammar.get(action) if isinstance(action, str) else None
        known = known or find_action(action, self.rules)
        if known is None:
            raise notation_error(action, self.rules)
        if self._legal is None:
            self._legal = legal.legal_actions(self)
        if known.text not in self._legal and not self._allows(known):
            raise IllegalAction(known.text, explain.why_illegal(self, known))
        actor = self.to_act
        assert actor is not None
        event = Event(self.ply, actor, known.text, self.seats)
        play.BY_VERB[known.verb](self, event, *known.args)  # draws first: without chance nothing has changed
        self.ply += 1
        self._legal = None
        if self.target_is_reached and self.result is None:
            victory.look_after_action(self, actor, known.verb)
        return [event]

    def _allows(self, action: Action) -> bool:
        """Is it free-form and without objection?"""
        return action.is_free_form and action.verb in free_form.verbs(self) and not free_form.objection(self, action)

    def forfeit(self, seats: Collection[int], reason: str, *, verdict: str = "forfeit_illegal") -> None:
        """End the match by the fault of these seats; the referee decides that, the rules what it means.

        The offenders are last, without points; the others are ranked as at the roll cap and the first of them
        wins. Raises ``EngineError`` for no seat, a seat that is not there, or a match that is over.
        """
        self._must_be_running()
        offenders = frozenset(seats)
        if not offenders or any(type(seat) is not int or not 0 <= seat < self.seats for seat in offenders):
            raise EngineError(f"offenders {list(seats)} must be seats from 0 to {self.seats - 1}, at least one")
        scoring.forfeit(self, offenders, reason, verdict)
        self._legal = None

    def score_now(self, reason: str, *, verdict: str) -> None:
        """End the match here and score it as at the roll cap (a cap on plies or time is one).

        Raises ``EngineError`` when the match is over.
        """
        self._must_be_running()
        scoring.finish(self, reason, verdict, self.ply)
        self._legal = None

    def abandon(self, reason: str, *, verdict: str) -> None:
        """End the match here without a winner: broken off, or spoilt by what no seat can help.

        Raises ``EngineError`` when the match is over.
        """
        self._must_be_running()
        scoring.abandon(self, reason, verdict)
        self._legal = None

    def _must_be_running(self) -> None:
        if self.result is not None:
            raise EngineError(f"the match is over: {self.result.reason}")

    # -- what follows from the rest -------------------------------------------------------------------------

    def hand(self, seat: int) -> list[int]:
        """The seat's resource cards: five counts."""
        return self.hands[5 * seat : 5 * seat + 5]

    @property
    def rolled_this_turn(self) -> bool:
        """Has the seat on turn rolled?"""
        return self.dice is not None

    @property
    def free_roads_left(self) -> int:
        """How many roads a road-building card still has to give."""
        return FREE_ROADS_LEFT.get(self.phase, 0)

    # -- looking --------------------------------------------------------------------------------------------

    def public_state(self, seat: int | None) -> dict[str, Any]:
        """What this seat may know (None: a spectator), as the JSON-able object that bots are sent.

        Raises ``EngineError`` for a seat that is not there.
        """
        if seat is not None and not 0 <= seat < self.seats:
            raise EngineError(f"seat {seat} must be from 0 to {self.seats - 1}, or None for a spectator")
        return view.public_state(self, seat)

    def state_hash(self) -> str:
        """32 hex digits over everything that can matter for what follows; the same on any machine."""
        return state_hash(self, self._hash_prefix)

    def position(self) -> dict[str, Any]:
        """The complete state as JSON-able built-ins; ``from_position`` is its inverse."""
        return position.export(self)

    @classmethod
    def from_position(cls, p: dict[str, Any], chance: Chance | None = None, *, strict: bool = False) -> Self:
        """The game in this position; ``chance`` takes the place of its seed.

        Raises ``PositionError`` naming the field and the reason. Shape and counts are always checked;
        ``strict`` also checks that play could have led there.
        """
        game = cls.__new__(cls)
        position.load(game, p, chance and checked(chance), strict=strict)
        return game

    @classmethod
    def from_view(
        cls,
        rules: Rules,
        board: Island | Mapping[str, Any],
        view: Mapping[str, Any],
        rng: Rng,
        events: Sequence[Mapping[str, Any]] | None = None,
    ) -> Self:
        """A complete game that agrees with what a seat may know, the unseen dealt at random: for bots that search.

        ``board`` is an ``Island`` or the ``board`` object of a ``match_start``, ``view`` a ``public_state``, ``rng``
        a ``random.Random`` or the like. The view of the new game for the same seat is the view it came from. With
        ``events``, all of them so far as that seat saw them, the hands also agree with everything that they prove,
        and are drawn by how likely each is. Later dice and thefts are random too. Raises ``EngineError`` where no
        game agrees.
        """
        return cls.from_position(dealt_position(rules, board, view, rng, events))

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle and ``copy.deepcopy``: position and chance say everything."""
        return _restored, (type(self), self.position(), self.chance)

    def copy(self) -> Self:
        """An independent copy: playing on in one leaves the other as it was."""
        twin = type(self).__new__(type(self))
        twin.rules, twin.seats, twin.board, twin.chance = self.rules, self.seats, self.board, self.chance
        twin.max_offers, twin._grammar, twin._hash_prefix = self.max_offers, self._grammar, self._hash_prefix
        twin.phase, twin.current_seat, twin.to_act = self.phase, self.current_seat, self.to_act
        twin.turn, twin.rolls, twin.ply, twin.dice = self.turn, self.rolls, self.ply, self.dice
        twin.settlements, twin.cities, twin.roads = self.settlements[:], self.cities[:], self.roads[:]
        twin.hands, twin.bank, twin.deck = self.hands[:], self.bank[:], self.deck
        twin.dev_hands, twin.dev_bought = self.dev_hands[:], self.dev_bought[:]
        twin.dev_played, twin.knights_played = self.dev_played, self.knights_played[:]
        twin.road_holder, twin.army_holder, twin.offer = self.road_holder, self.army_holder, self.offer
        twin.offers_this_turn, twin.robber = self.offers_this_turn, self.robber
        twin.pending_discards, twin.steals, twin.result = self.pending_discards, self.steals, self.result
        twin.buildings, twin.open_vertices = self.buildings[:], self.open_vertices
        twin.free_edges, twin.road_ends = self.free_edges, self.road_ends[:]
        twin.road_reach, twin.road_lengths = self.road_reach[:], self.road_lengths[:]
        twin.income, twin.rates = self.income[:], self.rates[:]
        twin.target_is_reached = self.target_is_reached
        # Replaced as a whole when they change, hence shared.
        twin.points, twin.totals, twin._legal = self.points, self.totals, self._legal
        return twin


def _restored(cls: type[Game], p: dict[str, Any], chance: Chance) -> Game:
    return cls.from_position(p, chance=chance)
