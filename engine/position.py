"""The complete state as JSON-able built-ins, and back: to save a game, or to set one up by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine import bookkeeping, position_checks, position_reachable
from engine.chance import Chance, seeded_chance
from engine.errors import EngineError, PositionError, RulesError
from engine.island import Island
from engine.legal import PHASES
from engine.position_fields import Fields
from engine.resources import ANY, CARDS, DESERT, RESOURCES
from engine.rules import PRESETS, Rules
from engine.scoring import Result
from engine.topology import EDGE_COUNT, HEX_COUNT, VERTEX_COUNT, ids_of, mask_of
from engine.trade import Counter, Offer

if TYPE_CHECKING:
    from engine.game import Game


def export(game: Game) -> dict[str, Any]:
    """The position of the game; ``load`` is its inverse."""
    return {
        "rules": _rules_name_or_object(game.rules),
        "terrain": list(game.board.terrain),
        "tokens": list(game.board.tokens),
        "harbours": list(game.board.harbours),
        "robber": game.robber,
        "settlements": [ids_of(mask) for mask in game.settlements],
        "cities": [ids_of(mask) for mask in game.cities],
        "roads": [ids_of(mask) for mask in game.roads],
        "hands": [game.hands[5 * seat : 5 * seat + 5] for seat in range(game.seats)],
        "bank": game.bank[:],
        "dev_hands": [_cards(game.dev_hands[5 * seat : 5 * seat + 5]) for seat in range(game.seats)],
        "dev_bought": _cards(game.dev_bought),
        "dev_played": game.dev_played,
        "knights_played": game.knights_played[:],
        "deck": [CARDS[card] for card in game.deck],
        "longest_road_holder": game.road_holder,
        "largest_army_holder": game.army_holder,
        "phase": game.phase,
        "current_seat": game.current_seat,
        "to_act": game.to_act,
        "turn": game.turn,
        "rolls": game.rolls,
        "dice": game.dice and list(game.dice),
        "ply": game.ply,
        "offer": game.offer and {**game.offer.as_dict(), "counters": game.offer.counters_as_list()},
        "offers_this_turn": game.offers_this_turn,
        "rolled_this_turn": game.rolled_this_turn,
        "pending_discards": list(game.pending_discards),
        "free_roads_left": game.free_roads_left,
        "result": game.result and game.result.as_dict(),
        "chance": {"seed": game.chance.seed, "steals": game.steals},
    }


def load(game: Game, position: dict[str, Any], chance: Chance | None, *, strict: bool) -> None:
    """Put the position into a bare game. Raises ``PositionError`` naming the field and the reason."""
    fields = Fields(position)
    rules = _rules(fields)
    own_chance = fields.object("chance", {"seed", "steals"})
    seed = own_chance["seed"]
    if seed is not None and not isinstance(seed, str):
        raise PositionError("chance.seed", f"{seed!r} must be a string or null")
    game._set_up(rules, _island(fields), _seeded(seed) if chance is None else chance)
    game.steals = fields.whole_number("chance.steals", own_chance["steals"])
    _load_pieces(game, fields)
    _load_cards(game, fields)
    _load_turn(game, fields)
    game.offer = _offer(fields, game.seats)
    game.result = _result(fields, game.seats)
    fields.all_read()
    bookkeeping.derive(game)
    position_checks.check_consistent(game)
    if strict:
        position_reachable.check_reachable(game)


def _seeded(seed: str | None) -> Chance:
    try:
        return seeded_chance(seed)
    except EngineError as error:
        raise PositionError("chance.seed", str(error)) from None


def _rules_name_or_object(rules: Rules) -> str | dict[str, Any]:
    return rules.name if PRESETS.get(rules.name) == rules else rules.as_dict()


def _cards(counts: list[int]) -> dict[str, int]:
    return {name: n for name, n in zip(CARDS, counts, strict=True) if n}


def _rules(fields: Fields) -> Rules:
    value = fields.take("rules")
    try:
        if isinstance(value, str):
            if value not in PRESETS:
                raise RulesError(f"no preset is named {value!r}; the presets are {', '.join(PRESETS)}")
            rules = PRESETS[value]
            rules.check()
            return rules
        if isinstance(value, dict):
            return Rules.from_dict(value)
    except RulesError as error:
        raise PositionError("rules", str(error)) from None
    raise PositionError("rules", f"{value!r} must be a preset's name or an object of fields")


def _island(fields: Fields) -> Island:
    terrain = fields.names("terrain", HEX_COUNT, (*RESOURCES, DESERT))
    tokens = fields.optional_numbers("tokens", HEX_COUNT, 2, 12)
    harbours = fields.names("harbours", 9, (*RESOURCES, ANY))
    position_checks.check_island(terrain, tokens, harbours)
    return Island(terrain, tokens, harbours)


def _load_pieces(game: Game, fields: Fields) -> None:
    game.robber = fields.number("robber", 0, HEX_COUNT - 1)
    for name, count, masks in (
        ("settlements", VERTEX_COUNT, game.settlements),
        ("cities", VERTEX_COUNT, game.cities),
        ("roads", EDGE_COUNT, game.roads),
    ):
        masks[:] = [mask_of(ids) for ids in fields.ids_per_seat(name, game.seats, count)]


def _load_cards(game: Game, fields: Fields) -> None:
    game.hands = [n for hand in fields.hands("hands", game.seats) for n in hand]
    game.bank = fields.counts("bank", 5)
    game.dev_hands = [n for hand in fields.card_counts_per_seat("dev_hands", game.seats) for n in hand]
    game.dev_bought = fields.card_counts("dev_bought", fields.take("dev_bought"))
    game.dev_played = fields.boolean("dev_played")
    game.knights_played = fields.counts("knights_played", game.seats)
    game.deck = tuple(CARDS.index(name) for name in fields.names("deck", None, CARDS))
    game.road_holder = fields.optional_number("longest_road_holder", game.seats - 1)
    game.army_holder = fields.optional_number("largest_army_holder", game.seats - 1)


def _load_turn(game: Game, fields: Fields) -> None:
    game.phase = fields.name("phase", PHASES)
    game.current_seat = fields.number("current_seat", 0, game.seats - 1)
    game.to_act = fields.optional_number("to_act", game.seats - 1)
    game.turn, game.rolls, game.ply = (
        fields.whole_number(name, fields.take(name)) for name in ("turn", "rolls", "ply")
    )
    dice = fields.take("dice")
    if fields.boolean("rolled_this_turn") == (dice is None):
        raise PositionError("rolled_this_turn", "must be true where dice is two numbers and false where it is null")
    if dice is not None:
        first, second = fields.numbers("dice", dice, 2, 1, 6)
        game.dice = first, second
    free_roads_left = fields.number("free_roads_left", 0, 2)
    if free_roads_left != game.free_roads_left:
        raise PositionError(
            "free_roads_left", f"{free_roads_left} must be {game.free_roads_left} in phase {game.phase}"
        )
    game.offers_this_turn = fields.number("offers_this_turn", 0, game.max_offers)
    game.pending_discards = tuple(fields.counts("pending_discards", game.seats))


def _offer(fields: Fields, seats: int) -> Offer | None:
    value = fields.take("offer")
    if value is None:
        return None
    fields.keys("offer", value, {"from", "to", "give", "get", "asked", "counters"})
    seat = fields.in_range("offer.from", value["from"], 0, seats - 1)
    target = None if value["to"] is None else fields.in_range("offer.to", value["to"], 0, seats - 1)
    give, get = (tuple(fields.bundle(f"offer.{key}", value[key])) for key in ("give", "get"))
    asked = tuple(fields.numbers("offer.asked", value["asked"], None, 0, seats - 1))
    return Offer(seat, target, give, get, asked, _counters(fields, value["counters"], seats))


def _counters(fields: Fields, values: Any, seats: int) -> tuple[Counter, ...]:
    counters = []
    for i, value in enumerate(fields.items("offer.counters", values)):
        name = f"offer.counters[{i}]"
        fields.keys(name, value, {"seat", "give", "get"})
        give, want = (tuple(fields.bundle(f"{name}.{key}", value[key])) for key in ("give", "get"))
        counters.append(Counter(fields.in_range(f"{name}.seat", value["seat"], 0, seats - 1), give, want))
    return tuple(counters)


def _result(fields: Fields, seats: int) -> Result | None:
    value = fields.take("result")
    if value is None:
        return None
    fields.keys("result", value, set(Result.__dataclass_fields__))
    lists = {key: tuple(fields.numbers(f"result.{key}", value[key], seats, 0, None))
             for key in ("ranking", "points", "resource_cards")}  # fmt: skip
    if sorted(lists["ranking"]) != list(range(seats)):
        raise PositionError("result.ranking", "must name each seat once")
    for key in ("verdict", "reason"):
        if not isinstance(value[key], str):
            raise PositionError(f"result.{key}", f"{value[key]!r} must be a string")
    for key in ("offender", "winner"):
        if value[key] is not None:
            fields.in_range(f"result.{key}", value[key], 0, seats - 1)
    for key in ("rolls", "plies"):
        fields.whole_number(f"result.{key}", value[key])
    return Result(**{**value, **lists})
