"""Conservation checks for Midnight: cards, Worth, dials and minutes.

The ledger follows the events alone, as an animating client does, and must agree with the state after every step. So
every change has an event, and every event changes something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.hidden.cards import Fresh, closed_entries
from core.engine.hidden.secrets import SLOTS_PER_STEP, Secrets
from core.games.midnight import events as e
from core.games.midnight.action import ACT
from core.games.midnight.cards import DECK, DIAL_VALUES, INTELLIGENCE, card_of, kind_of
from core.games.midnight.decisions import Act, Deploy, Discard
from core.games.midnight.hands import CLOSED_CARDS
from core.games.midnight.state import Midnight

TURNS = 400
"""Maximum number of turns in a match, since each deck lasts about thirteen turns and five ticks end the match."""
STEPS_A_TURN = 40


class Firebrand:
    """A player that picks the most eventful of a few random decisions.

    Cards on borders and in Capitals, spies and attacks are eventful.
    """

    name = "firebrand"
    TRIES = 5

    def __init__(self, seed: str = "", seat: int = 0) -> None:
        self.dice = Dice(H("tether.bot", [self.name, seed, seat]))

    def decide(self, game: Any, state: Midnight, seat: int, secrets: Secrets) -> Any:
        """Return a legal decision."""
        tries = [game.sample(state, seat, secrets, self.dice) for _ in range(self.TRIES)]
        return max(tries, key=lambda decision: self.boldness(secrets, decision))

    def boldness(self, secrets: Secrets, decision: Any) -> int:
        """Return a score for how eventful the decision is."""
        bold = self.dice.uniform(9)
        if isinstance(decision, Deploy):
            return bold + 5 * sum(self._attack(secrets, entry) for _, entry in decision.plays)
        if not isinstance(decision, Act):
            return bold
        bold += {"border": 8, "capital": 12, "discard": 4, "set": 4, "move": 3, "store": 2, "pair": 6, "stop": -40}[
            decision.kind
        ]
        if decision.kind == "border":
            bold += 4 * self._attack(secrets, decision.entries[0])
        if decision.kind == "discard" and kind_of(_copy(decision.cards[0])) == INTELLIGENCE:
            bold += 9
        return bold

    def _attack(self, secrets: Secrets, entry: int) -> int:
        return card_of(secrets.faces[entry] if entry > 0 else -entry).attack


def _copy(card_: Any) -> int:
    return card_ if isinstance(card_, int) else int(card_[1])


Bold = Firebrand


def stir(state: Midnight, dice: Dice) -> bool:
    """Move nations close to Ruin or far up now and then when an action is asked; return True if anything changed."""
    if not ACT.asked_seats(state) or dice.uniform(12) or not state.clock:
        return False
    for seat in state.seats_not_ruined():
        if dice.uniform(2):
            state.worth[seat] = 1 + dice.uniform(9)
        dial = dice.uniform(len(DIAL_VALUES))
        steps = list(state.dials[seat])
        steps[dial] = min(steps[dial] + 1, len(DIAL_VALUES[dial]) - 1)
        state.dials[seat] = tuple(steps)
    return True


class Conserved:
    """Ledger of one match; `after` is called after every step."""

    def __init__(self, state: Midnight) -> None:
        """Begin the ledger with the values of the state."""
        self.clock = state.clock
        self.worth = list(state.worth)
        self.dials = [list(steps) for steps in state.dials]
        self.out = {seat for seat in state.seats if state.eliminated[seat]}
        self.ruined = {seat for seat in state.seats if state.ruined[seat]}
        self.reopened = state.t > 1
        self.stolen = sum(
            len(state.piles.closed[seat]) != len(CLOSED_CARDS.closed_slots(state, seat)) for seat in state.seats
        )
        """Number of hand-overs since the ledger began, after which owners of cards are uncertain."""
        self.lost: set[int] = set()

    @staticmethod
    def longest(state: Midnight) -> int:
        """Return the maximum number of steps of any match."""
        return TURNS * STEPS_A_TURN

    def after(self, state: Midnight, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Record the events; raise `AssertionError` if the state disagrees."""
        for event in happened:
            book = BOOKS.get(type(event))
            if book is not None:
                book(self, event)
        assert state.clock == self.clock
        assert state.worth == self.worth, f"Worth {state.worth}, the events make {self.worth}"
        assert [list(steps) for steps in state.dials] == self.dials
        assert min(state.worth) >= 0, "less than nothing"
        assert {seat for seat in state.seats if state.ruined[seat]} == self.ruined
        assert {seat for seat in state.seats if state.eliminated[seat]} == self.out
        for seat in state.seats:
            assert all(0 <= steps < len(values) for steps, values in zip(state.dials[seat], DIAL_VALUES))
            if state.ruined[seat] and not state.over:
                assert state.worth[seat] < 6
        self._check_cards(state, secrets)
        if state.over:
            assert len(state.winners) == 1 and isinstance(happened[-1], e.MatchEnded)
            assert not state.asking and not state.agenda and not state.passing and not state.boxes
            for seat in set(state.seats) - self.lost:
                piles = state.piles
                assert not piles.closed[seat] and not piles.dead[seat] and not piles.batches[seat]

    def _check_cards(self, state: Midnight, secrets: Mapping[int, Secrets]) -> None:
        """Check that every card is in one place, and each closed slot has a card its owner may have."""
        copies = list(open_copies(state))
        for seat in state.seats:
            slots = CLOSED_CARDS.closed_slots(state, seat)
            faces = [secrets[seat].faces[slot] for slot in slots]
            assert set(faces) <= set(state.piles.closed[seat]), f"seat {seat} holds what it may not hold"
            if not self.stolen:
                assert sorted(faces) == list(state.piles.closed[seat])
            for entries in (entries for _, entries in state.facing_borders(seat)):
                fits = all(card_of(secrets[seat].faces[slot]).border for slot in closed_entries(entries))
                assert fits, "a card for the Capital lies on a border"
            copies += faces
        assert len(copies) == len(DECK) * len(state.seats), f"{len(copies)} cards"
        if not self.reopened and not (
            self.stolen and self.lost
        ):  # who is lost after a hand-over is dealt what it may have held (N8)
            assert len(set(copies)) == len(copies), "a card is in two places"

    # What the trial asks ----------------------------------------------------------------------------------------------

    @staticmethod
    def plainly(decision: Any) -> Any:
        """Return the decision without the order of its cards and without commitments."""
        if isinstance(decision, Discard):
            return Discard(tuple(sorted(decision.cards, key=repr)))
        if isinstance(decision, Fresh):
            return Fresh(bytes(len(decision.batch)))
        return decision

    @staticmethod
    def closed_slots(state: Midnight, seat: int) -> tuple[int, ...]:
        """Return the slots of the hand, of the deck and of all face-down cards on the table."""
        return CLOSED_CARDS.closed_slots(state, seat)

    @staticmethod
    def unaudited(state: Midnight, seat: int) -> tuple[int, ...]:
        """Return the steps of the batches still on record."""
        return tuple(batch.first // SLOTS_PER_STEP for batch in state.piles.batches[seat])

    # Booking ----------------------------------------------------------------------------------------------------------

    def _worth(self, x: Any, sign: int) -> None:
        assert x.amount > 0
        self.worth[x.seat] += sign * x.amount

    def _dial(self, x: e.DialTurned) -> None:
        self.dials[x.seat][x.dial] += x.by

    def _tick(self, x: e.ClockTicked) -> None:
        assert x.clock == self.clock - 1
        self.clock = x.clock

    def _eliminated(self, x: e.Eliminated) -> None:
        self.ruined.discard(x.seat)
        self.out.add(x.seat)

    def _taken(self, x: e.CardTaken) -> None:
        self.stolen += 1


def open_copies(state: Midnight) -> Iterator[int]:
    """Yield every open copy, in any zone."""
    piles = state.piles
    for seat in state.seats:
        yield from (*piles.shown[seat], *piles.mix[seat], *piles.discard[seat], *state.capital[seat])
        yield from (-entry for entry in CLOSED_CARDS.entries(state, seat) if entry < 0)


BOOKS: dict[type, Callable[[Conserved, Any], None]] = {
    e.WorthGained: lambda c, x: c._worth(x, 1),
    e.WorthLost: lambda c, x: c._worth(x, -1),
    e.DialTurned: Conserved._dial,
    e.ClockTicked: Conserved._tick,
    e.Fell: lambda c, x: c.ruined.add(x.seat),
    e.Recovered: lambda c, x: c.ruined.remove(x.seat),
    e.Eliminated: Conserved._eliminated,
    e.CardTaken: Conserved._taken,
    e.CardsInTheOpen: lambda c, x: c.lost.add(x.seat),
    e.AuditOwed: lambda c, x: c.lost.add(x.seat),
}
