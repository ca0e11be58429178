"""Flotsam, for 3 to 5 players whose divers want the same wreck. Ten minutes.

Each player has divers of the strengths 1 to 10. Every round as many wrecks as players are turned up. All send a diver
in secret. The strongest diver takes a wreck first, then the next. Divers of equal strength get tangled: they come last,
first among them who has fewer points, then by lot. After the last round, the most wrecks of a kind bring 4 points.
Then all hands are opened, and the most air, which is the sum of a hand, brings 5 points.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from core.kit import Cards, Kit, Seats, Step, Table, cards, hand, table

KINDS, MOST, AIR = ("amber", "brass", "coral", "jet", "pearl"), 4, 5


class Diver(NamedTuple):
    strength: int


class Wreck(NamedTuple):
    kind: str
    worth: int


kit = Kit("flotsam", "Flotsam", seats=(3, 4, 5))
ROUNDS = kit.option("rounds", (4, 6), 6, "how many rows of wrecks are dived for")
HAND = kit.option("hand", (3, 4, 5), 4, "to how many divers hands are filled up")
DIVERS = kit.hands("diver {strength}", [Diver(strength) for strength in range(1, 11)])
WRECKS = kit.deck("{kind} {worth}", [Wreck(kind, worth) for kind in KINDS for worth in range(1, 7)])


@table
class Sea(Table):
    row: Cards
    order: Seats
    taken: list[Cards]
    points: list[int]


# The rules ------------------------------------------------------------------------------------------------------------


@kit.phase
def next_round(step: Step, s: Sea) -> None:
    if s.round == s[ROUNDS]:
        step.open_hands()
        step.then(settle)
    else:
        s.round += 1
        step.fill_hands(s[HAND])
        step.then(lay_row)


@kit.phase
def lay_row(step: Step, s: Sea) -> None:
    s.row = step.turn_up(WRECKS, len(s.seats))
    step.tell("row", round=s.round, cards=s.row)
    step.ask_all(dive)


@kit.together("send", hand)
def dive(step: Step, s: Sea, sent: dict[int, int]) -> None:
    strength = {seat: DIVERS[copy].strength for seat, copy in sent.items()}
    same, lots = Counter(strength.values()), step.lots()

    def turn(seat: int) -> tuple[int, ...]:
        alone = same[strength[seat]] == 1
        return (0, -strength[seat]) if alone else (1, s.points[seat], lots.index(seat))

    s.order = tuple(sorted(sent, key=turn))
    step.tell("dived", sent=tuple(sent.values()), order=s.order)
    step.then(next_take, next_round)


@kit.phase
def next_take(step: Step, s: Sea) -> None:
    if s.order:
        step.ask(take, s.order[0])


@kit.in_turn("take", cards(lambda s, seat: sorted(s.row, key=lambda copy: -WRECKS[copy].worth)))
def take(step: Step, s: Sea, seat: int, wreck: int) -> None:
    s.row, s.order = tuple(copy for copy in s.row if copy != wreck), s.order[1:]
    s.taken[seat] += (wreck,)
    s.points[seat] += WRECKS[wreck].worth
    step.tell("took", seat=seat, card=wreck)
    step.then(next_take)


@kit.phase
def settle(step: Step, s: Sea) -> None:
    for kind in KINDS:
        counts = {seat: sum(WRECKS[copy].kind == kind for copy in s.taken[seat]) for seat in s.seats}
        leaders = [seat for seat in s.seats if counts[seat] == max(counts.values())]
        if len(leaders) == 1:
            s.points[leaders[0]] += MOST
            step.tell("most", kind=kind, seat=leaders[0])
    air = {seat: sum(DIVERS[copy].strength for copy in s.open_hand(seat)) for seat in s.seats}
    deepest = tuple(seat for seat in s.seats if air[seat] == max(air.values()))
    for seat in deepest:
        s.points[seat] += AIR
    step.tell("air", air=tuple(air.values()), seats=deepest)
    step.end()


# The words ------------------------------------------------------------------------------------------------------------

kit.says(
    row="Round {round}: {cards} lie in the row.",
    dived="The divers: {sent:cards by seat}. The order is {order:seats}.",
    took="{seat} takes {card}.",
    most="Most {kind}: 4 points for {seat}.",
    air="Air left: {air:by seat}. 5 points for {seats}.",
)

# The bot --------------------------------------------------------------------------------------------------------------


@kit.bot(take, spread=300)
def prize(s: Sea, seat: int, wreck: int) -> int:
    """Return thousandths of a point: the number on the wreck, and the hope for the most of its kind."""
    counts = {other: sum(WRECKS[copy].kind == WRECKS[wreck].kind for copy in s.taken[other]) for other in s.seats}
    near = abs(counts.pop(seat) - max(counts.values())) <= 1
    return 1000 * WRECKS[wreck].worth + 200 * MOST * (1 + near)


@kit.bot(dive, spread=700)
def gain(s: Sea, seat: int, copy: int) -> int:
    """Return what the diver is likely to bring, less what its strength is worth later."""
    mine, alone, above = DIVERS[copy].strength, 1000, 0
    for other in s.seats:
        left = set(range(1, 11)) - {DIVERS[spent].strength for spent in s.spent(other)}
        if other != seat:
            alone = alone * (len(left) - (mine in left)) // len(left)
            above += 1000 * sum(theirs > mine for theirs in left) // len(left)
    prizes = sorted((prize(s, seat, wreck) for wreck in s.row), reverse=True)
    free = prizes[min(len(prizes) - 1, (above + 500) // 1000)]
    return (alone * free + (1000 - alone) * prizes[-1]) // 1000 - 250 * mine


GAME = kit.game(Sea, next_round)
