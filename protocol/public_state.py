"""What one seat may know of a game, as every request carries it."""

from msgspec import Struct, field

from protocol.vocabulary import (
    AllResources,
    Bundle,
    Card,
    CardCounts,
    Count,
    CountPerSeat,
    Dice,
    EdgeId,
    HexId,
    Phase,
    Seat,
    VertexId,
)


class Offer(Struct, frozen=True):
    """The open trade offer. `give` and `get` are in the words of the offering seat."""

    from_seat: Seat = field(name="from")
    to: Seat | None
    """The seat it was made to; null where it is open to all (rule sets that trade bundles)."""
    give: Bundle
    get: Bundle
    asked: list[Seat]
    """Seats that still have to answer, in the order in which they are asked."""


class Counter(Struct, frozen=True):
    """An answer to an offer by another offer, in the words of the countering seat."""

    seat: Seat
    give: Bundle
    get: Bundle


class PublicState(Struct, frozen=True):
    """The view of seat `viewer`; for a spectator `viewer` and all `your_` keys are null."""

    viewer: Seat | None
    seats: Count
    phase: Phase
    turn: Count
    """Turns begun; 0 in setup."""
    rolls: Count
    roll_cap: Count | None
    ply: Count
    """Actions applied so far, by all seats."""
    current_seat: Seat
    """Whose turn it is."""
    to_act: Seat | None
    """Who must act now: not always `current_seat`, since offers are answered in between. Null when over."""
    dice: Dice | None
    robber: HexId
    bank: AllResources
    dev_deck_count: Count
    settlements: list[list[VertexId]]
    cities: list[list[VertexId]]
    roads: list[list[EdgeId]]
    resource_counts: CountPerSeat
    dev_card_counts: CountPerSeat
    knights_played: CountPerSeat
    roads_left: CountPerSeat
    settlements_left: CountPerSeat
    cities_left: CountPerSeat
    dev_cards_bought_this_turn: Count
    dev_card_played_this_turn: bool
    longest_road_holder: Seat | None
    longest_road_length: Count
    longest_road_lengths: CountPerSeat
    largest_army_holder: Seat | None
    largest_army_size: Count
    victory_points: CountPerSeat
    """Public points of each seat, without hidden cards."""
    total_victory_points: CountPerSeat
    """Hidden cards counted for the viewer's own seat, and for all once the match is over."""
    your_resources: AllResources | None
    your_dev_cards: CardCounts | None
    your_playable_dev_cards: list[Card] | None
    your_trade_rates: AllResources | None
    """Cards of each resource that the bank wants for one card, at the best rate this seat has."""
    offer: Offer | None
    offers_this_turn: Count
    max_offers_per_turn: Count
    counters: list[Counter]
    points_to_win: Count
