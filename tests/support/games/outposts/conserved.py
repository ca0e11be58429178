"""Conservation checks for Outposts: cards, goods, points and tokens.

The ledger follows the events alone, as an animating client does, and must agree with the state after every step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.hidden.piles import without
from core.engine.hidden.secrets import Secrets
from core.games.outposts import cards
from core.games.outposts import decisions as d
from core.games.outposts import events as e
from core.games.outposts.action import ACT
from core.games.outposts.actions import STORE
from core.games.outposts.board import OUTPOSTS_PER_PLAYER, PLACES
from core.games.outposts.changes import RULESETS
from core.games.outposts.cleanup import STORED
from core.games.outposts.goods import CREW, GOODS, MARKS, RESOURCES, VP, WALL, amount_of
from core.games.outposts.outposts import MAX_LEVEL, WARDENS_LEVEL
from core.games.outposts.state import WARDEN, Outposts
from tests.support.core.ledger import Conserved as Closed
from tests.support.core.ledger import _plainly

PRINTED = RULESETS.printed
STEPS_A_ROUND = 900
BOLDNESS = {"pass": -30, "stop": -9, "raze location": 20, "raze outpost": 20, "use": 8, "develop": 6, "upgrade": 9}


class Reaver:
    """A player that picks the most eventful of a few random decisions."""

    name = "reaver"
    TRIES = 5

    def __init__(self, seed: str = "", seat: int = 0) -> None:
        self.dice = Dice(H("tether.bot", [self.name, seed, seat]))

    def decide(self, game: Any, state: Outposts, seat: int, secrets: Secrets) -> Any:
        """Return a legal decision."""
        if seat in ACT.asked_seats(state):  # to list its actions costs more than all else: once for all tries
            results = list(game.options_of(state, seat, secrets))
            tries = [results[self.dice.uniform(len(results))] for _ in range(self.TRIES)]
        else:
            tries = [game.sample(state, seat, secrets, self.dice) for _ in range(self.TRIES)]
        return max(tries, key=self.boldness)

    def boldness(self, decision: Any) -> int:
        """Return a score for how eventful the decision is."""
        bold = self.dice.uniform(9)
        if isinstance(decision, d.Act):
            return bold + BOLDNESS.get(decision.kind, 0) + 9 * bool(decision.ruin or decision.take)
        return bold + 6 * (isinstance(decision, d.Select) and bool(decision.place))


Bold = Reaver


def stir(state: Outposts, dice: Dice) -> bool:
    """Add goods, cards and a Ruins now and then when an action is asked; return True if anything changed."""
    if not ACT.asked_seats(state) or dice.uniform(6):
        return False
    seat = ACT.asked_seats(state)[0]
    state.goods[seat] = tuple(had + dice.uniform(4) for had in state.goods[seat])
    for _ in range(3):
        deck = state.decks[cards.DECK]
        if not deck:
            break
        copy = deck[0][dice.uniform(len(deck[0]))]
        rest = without(deck[0], copy)
        state.decks[cards.DECK] = ((rest,) if rest else ()) + deck[1:]
        where = dice.uniform(3)
        if where == 0:
            state.hold[seat] += (copy,)
        elif where == 1:
            state.piles.shown[seat] += (copy,)
        else:
            state.ruins[seat] += (-copy,)
    return True


class Conserved(Closed):
    """Ledger of one match; `after` is called after every step."""

    def __init__(self, state: Outposts) -> None:
        """Begin the ledger with the values of the state."""
        from core.games.outposts.game import GAME

        super().__init__(GAME, state)
        self.goods = [list(state.goods[seat]) for seat in range(len(state.hold))]
        self.points = list(state.points)
        self.warden = state.warden_points
        self.hold = [set(hold) for hold in state.hold]
        self.level = list(state.level)

    def longest(self, state: Outposts) -> int:
        """Return the maximum number of steps of any match."""
        return PRINTED.numbers.last_round * STEPS_A_ROUND

    def plainly(self, decision: Any) -> Any:
        """Return the decision in plain form, keeping the order of cards only where it matters."""
        return decision if isinstance(decision, d.Bury) else _plainly(decision)

    def after(self, state: Outposts, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Record the events; raise `AssertionError` if the state disagrees."""
        super().after(state, happened, secrets)
        for event in happened:
            book = BOOKS.get(type(event))
            if book is not None:
                book(self, event)
            if isinstance(event, e.RoundEnded):
                self._tidied(state)
        assert [tuple(goods) for goods in self.goods] == [state.goods[seat] for seat in range(len(state.hold))], "goods"
        assert all(number >= 0 for goods in self.goods for number in goods)
        assert self.points == state.points and self.warden == state.warden_points, "VP"
        assert self.hold == [set(hold) for hold in state.hold], "Locations"
        assert self.level == state.level, "Outposts"
        self._check_cards(state, secrets)
        self._check_map(state)
        if state.over:
            assert any(isinstance(event, e.MatchEnded) for event in happened) or not state.asking

    def _tidied(self, state: Outposts) -> None:
        """Check that after Cleanup only marks and stored resources are left."""
        for seat in state.seats:
            goods = self.goods[seat]
            kept = list(state.goods[seat])
            assert all(now <= had for now, had in zip(kept, goods)) and not kept[CREW] and not kept[WALL]
            assert sum(kept[kind] for kind in MARKS) == sum(goods[kind] for kind in MARKS) <= PRINTED.numbers.marks_kept
            assert sum(kept[kind] for kind in RESOURCES) <= STORED * state.has_location(seat, STORE)
            assert state.piles.hand_size(seat) <= PRINTED.numbers.hand_limit or self.lost
            self.goods[seat] = kept
        assert not state.walls and not state.used and not any(state.guarded)

    def _check_cards(self, state: Outposts, secrets: Mapping[int, Secrets]) -> None:
        """Check that every card is in one place."""
        lying = [*state.discards, *state.row, *state.warden_hold]
        lying += [copy for layer in state.decks[cards.DECK] for copy in layer]
        for seat in state.seats:
            piles = state.piles
            lying += (*state.hold[seat], *state.deals[seat], *piles.shown[seat], *piles.mix[seat])
            lying += [-entry for entry in state.ruins[seat] if entry < 0]
            lying += piles.closed[seat]
            assert not piles.discard[seat] and not piles.top[seat][2:]
        assert sorted(lying) == list(cards.COPIES), "a card is lost, or in two places"
        links = [*state.connections, *state.claimed]
        links += [copy for pile in state.decks[1:] for layer in pile for copy in layer]
        assert sorted(links) == list(cards.LINKS), "a Connection is lost, or in two places"

    def _check_map(self, state: Outposts) -> None:
        """Check that each seat has at most six tokens, that levels have owners, and that Walls are legal."""
        for place in PLACES:
            owner = state.owner[place]
            assert bool(owner) == bool(state.level[place]) and state.level[place] <= MAX_LEVEL
            assert owner != WARDEN or state.level[place] == WARDENS_LEVEL
            assert state.guarded[place] <= bool(owner) and PRINTED.level_defence[state.level[place]] >= 0
        for owner in (*state.seats, WARDEN):
            assert len(state.outposts_of(owner)) <= OUTPOSTS_PER_PLAYER
        held = {copy for hold in state.hold for copy in hold}
        assert set(state.walls) | set(state.used) <= held and set(state.visited) <= held
        assert all(0 < walls <= PRINTED.numbers.location_walls for walls in state.walls.values())
        assert state.is_solo or not (state.warden_hold or state.warden_points)


def _gained(books: Conserved, x: e.Gained) -> None:
    for kind in GOODS:
        books.goods[x.seat][kind] += amount_of(x.gain, kind)
    books.points[x.seat] += amount_of(x.gain, VP)


def _paid(books: Conserved, x: e.Paid) -> None:
    for kind, number in x.price:
        books.goods[x.seat][kind] -= number
        if x.to:
            books.goods[x.to][kind] += number


def _kept(books: Conserved, x: e.MarksKept) -> None:
    for kind, number in zip(MARKS, x.marks):
        books.goods[x.seat][kind] = number


def _built(books: Conserved, x: e.LocationBuilt) -> None:
    books.hold[x.seat] ^= {x.copy}
    books.hold[x.seat] -= {x.over}


def _razed(books: Conserved, x: e.LocationRazed) -> None:
    if x.owner != WARDEN:
        books.hold[x.owner] -= {x.copy}


def _level(books: Conserved, place: int, level: int) -> None:
    books.level[place] = level


def _warden_razed(books: Conserved, x: e.WardenRazed) -> None:
    books.warden += 1
    if x.copy:
        books.hold[1] -= {x.copy}
    else:
        books.level[x.place] = 0


def _took(books: Conserved, x: e.WardenTook) -> None:
    books.warden += x.points


BOOKS: dict[type, Callable[[Conserved, Any], None]] = {
    e.Gained: _gained,
    e.Paid: _paid,
    e.MarksKept: _kept,
    e.LocationBuilt: _built,
    e.LocationRazed: _razed,
    e.OutpostBuilt: lambda books, x: _level(books, x.place, x.level),
    e.OutpostUpgraded: lambda books, x: _level(books, x.place, x.level),
    e.OutpostTakenAway: lambda books, x: _level(books, x.place, 0),
    e.OutpostRazed: lambda books, x: _level(books, x.place, 0),
    e.WardenRazed: _warden_razed,
    e.WardenTook: _took,
}
