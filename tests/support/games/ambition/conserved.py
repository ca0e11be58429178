"""Conservation checks for Ambition: Influence, stakes, tokens, industries and cards.

The ledger follows the events alone, as an animating client does, and must agree with the state after every step. So
every change has an event, and every event changes something.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.hidden import contracts
from core.engine.hidden.secrets import Secrets
from core.engine.hidden.shared_deck.state import deck_of_slot
from core.games.ambition import decisions as d
from core.games.ambition import events as e
from core.games.ambition.alliances import SECRET
from core.games.ambition.cards import ARMS, HOLD, PACTS, REACT
from core.games.ambition.state import Ambition
from core.games.ambition.turn import DIPLOMACY
from tests.support.core.ledger import Conserved as Closed
from tests.support.core.ledger import _plainly

LONGEST = 60_000
"""Maximum number of steps in a match."""
BOLDNESS: Mapping[str, int] = {
    "claim": 4,
    "propose": 7,
    "seal": 9,
    "play": 6,
    "gridworks": 3,
    "dataworks": 5,
    "no": 6,
    "token": 9,
}


class Adventurer:
    """A player that picks the most eventful of a few random decisions.

    Bluffs, challenges, alliances, strikes and played cards are eventful.
    """

    name = "adventurer"
    TRIES = 4

    def __init__(self, seed: str = "", seat: int = 0) -> None:
        self.dice = Dice(H("tether.bot", [self.name, seed, seat]))

    def decide(self, game: Any, state: Ambition, seat: int, secrets: Secrets) -> Any:
        """Return a legal decision."""
        tries = [game.sample(state, seat, secrets, self.dice) for _ in range(self.TRIES)]
        return max(tries, key=self.boldness)

    def boldness(self, decision: Any) -> int:
        """Return a score for how eventful the decision is."""
        bold = self.dice.uniform(9)
        if isinstance(decision, (d.Diplomacy, d.Industry, d.Yield)):
            return bold + BOLDNESS.get(decision.kind, 0)
        if isinstance(decision, d.Drawn):
            return bold + 5 * bool(decision.card)
        if isinstance(decision, (d.Launch, d.Doubt)):
            return bold + 7 * bool(decision[0])
        if isinstance(decision, (d.Counter, d.Shelter)):
            return bold + 3 * bool(decision.card)
        return bold + 6 * (isinstance(decision, (d.Accept, d.Challenge)) and decision.yes)


Bold = Adventurer


def stir(state: Ambition, dice: Dice) -> bool:
    """Add tokens, Influence and cards now and then at the start of a turn; return True if anything changed."""
    if not DIPLOMACY.asked_seats(state) or dice.uniform(5):
        return False
    for seat in state.seats:
        state.purse[seat] += dice.uniform(6)
        if not dice.uniform(3):
            state.token[seat] = 1
        if state.token[seat] and state.intrigue_spent and seat not in state.away:
            copy = state.intrigue_spent[dice.uniform(len(state.intrigue_spent))]
            if state.intrigue(copy).kind in (HOLD, REACT, ARMS):
                state.intrigue_spent = tuple(other for other in state.intrigue_spent if other != copy)
                state.shared.open[seat] += (copy,)
    return True


class Conserved(Closed):
    """Ledger of one match; `after` is called after every step."""

    def __init__(self, state: Ambition) -> None:
        """Begin the ledger with the values of the state."""
        self.purse = list(state.purse)
        self.token = list(state.token)
        self.industry = [set(copies) for copies in state.industry]
        self.aside = stakes(state)
        self.secret = secrets_of(state)
        self.claim = state.claim is not None
        self.exhausted = state.exhausted
        self.points = [0] * (state.seat_count + 1)

    @staticmethod
    def longest(state: Ambition) -> int:
        """Return the maximum number of steps of any match."""
        return LONGEST

    def after(self, state: Ambition, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Record the events; raise `AssertionError` if the state disagrees."""
        for event in happened:
            book = BOOKS.get(type(event))
            if book is not None:
                book(self, event)
        assert state.purse == self.purse, f"purses {state.purse}, the events make {self.purse}"
        assert min(state.purse) >= 0, "less than nothing"
        assert state.token == self.token, f"tokens {state.token}, the events make {self.token}"
        assert [set(copies) for copies in state.industry] == self.industry
        assert stakes(state) == self.aside, f"stakes {stakes(state)}, the events make {self.aside}"
        assert secrets_of(state) == self.secret
        assert (state.claim is not None) == self.claim and state.exhausted == self.exhausted
        assert not any(state.convicted), "whoever plays by the rules is convicted of nothing"
        self._check_play(state)
        self._check_cards(state)
        if state.over:
            assert not state.asking and not state.agenda and not state.papers and not state.alliances
            assert not any(state.shared.hands) and state.points == self.points

    def _check_play(self, state: Ambition) -> None:
        kinds = [state.face(copy) for copies in state.industry for copy in copies]
        assert len(kinds) == len(set(kinds)), "a type is in play twice"
        pairs = [frozenset(alliance.pair) for alliance in state.alliances] + list(self.secret)
        assert len(pairs) == len(set(pairs)), "two alliances of one pair"
        for alliance in state.alliances:
            assert alliance.stakes == (PACTS[alliance.pact].stake,) * 2 and alliance.a != alliance.b

    def _check_cards(self, state: Ambition) -> None:
        """Check that every open copy is in one place and every closed one in a slot."""
        shared = state.shared
        lying = list(open_copies(state))
        assert len(lying) == len(set(lying)), "an open card is in two places"
        for deck in range(2 * state.seat_count + 1):
            closed = shared.closed[deck]
            there = {copy for copy in lying if shared.deck_of(copy) == deck}
            assert not there & set(closed), "a card is open and closed"
            if state.turn:
                assert there | set(closed) == set(shared.copies(deck)), f"cards of deck {deck} are nowhere"
            slots = list(closed_slots(state, deck))
            assert len(slots) == len(set(slots)), "a slot is in two places"
            work = shared.shuffling
            passed = work is not None and work.deck == deck and not work.whose
            count = len(slots) + (len(work.cards) // shared.card_bytes + len(work.under) if passed and work else 0)
            assert count == len(closed), f"{count} slots of deck {deck} hold {len(closed)} cards"
            if not shared.sealed and not passed:
                faces = Counter(int.from_bytes(shared.cards[s], "big") for s in slots if s not in shared.aside[deck])
                assert faces <= Counter(map(shared.face_of, closed)), f"deck {deck} holds other cards than it should"

    @staticmethod
    def plainly(decision: Any) -> Any:
        """Return the decision without the order of its cards and without proofs."""
        return _plainly(decision)

    @staticmethod
    def closed_slots(state: Ambition, seat: int) -> tuple[int, ...]:
        """Return the closed cards of the hand."""
        return tuple(state.shared.hands[seat])

    @staticmethod
    def unaudited(state: Ambition, seat: int) -> tuple[int, ...]:
        """Return an empty tuple, since shared decks need no audit."""
        return ()

    # Booking ----------------------------------------------------------------------------------------------------------

    def _gain(self, x: Any) -> None:
        assert x.amount > 0
        self.purse[x.seat] += x.amount

    def _lose(self, x: e.InfluenceLost) -> None:
        assert x.amount > 0
        self.purse[x.seat] -= x.amount
        if x.why == "stake":
            (pair,) = [pair for pair, laid in self.aside.items() if x.seat in pair and None in laid.values()]
            assert self.aside[pair][x.seat] is None
            self.aside[pair][x.seat] = x.amount

    def _token(self, x: Any, held: int) -> None:
        assert self.token[x.seat] == 1 - held, "a second token, or the loss of none"
        self.token[x.seat] = held

    def _forged(self, x: e.Forged) -> None:
        self.aside[frozenset((x.a, x.b))] = {x.a: None, x.b: None}

    def _uncovered(self, x: e.AllianceUncovered) -> None:
        self.aside.pop(frozenset((x.seat, x.other)), None)

    def _ended(self, x: e.AllianceEnded) -> None:
        pair = frozenset((x.a, x.b))
        if x.pact == SECRET:
            self.secret.discard(pair)
        else:
            del self.aside[pair]

    def _settled(self, a: int, b: int) -> None:
        del self.aside[frozenset((a, b))]

    def _opened(self, x: Any) -> None:
        self.secret.remove(frozenset((x.proposer, x.partner)))

    def _exhausted(self, x: e.DeckExhausted) -> None:
        self.exhausted += 1
        assert x.times == self.exhausted

    def _scored(self, x: e.Scored) -> None:
        assert x.purse == self.purse[x.seat] and x.total == x.purse + x.elites + x.intrigue + x.arms
        self.points[x.seat] = x.total

    def _claim(self, held: bool) -> None:
        assert self.claim is not held
        self.claim = held

    def _industry(self, x: e.IndustryOpened) -> None:
        assert x.copy not in self.industry[x.seat]
        self.industry[x.seat].add(x.copy)


def stakes(state: Ambition) -> dict[frozenset[int], dict[int, int | None]]:
    """Return the stakes set aside by each pair of partners, by seat."""
    return {frozenset(a.pair): dict(zip(a.pair, a.stakes)) for a in state.alliances}


def secrets_of(state: Ambition) -> set[frozenset[int]]:
    """Return the pairs that have a secret alliance."""
    return {frozenset(paper.pair) for paper in state.papers if paper.signed}


def open_copies(state: Ambition) -> Iterator[int]:
    """Yield every open copy, in any zone."""
    yield from state.intrigue_spent
    for seat in state.seats:
        yield from state.shared.open[seat]
        yield from (*state.industry[seat], *state.industry_spent[seat], *state.elites_spent[seat])
    for name, *about in state.agenda:
        if name == "deck reshuffle":  # cards were dealt before the deck ran out: their shares come first
            yield from about[1]


def closed_slots(state: Ambition, deck: int) -> Iterator[int]:
    """Yield every closed slot of a deck, in any zone."""
    shared = state.shared
    yield from (*shared.decks[deck], *shared.down[deck], *shared.aside[deck])
    yield from (slot for hand in shared.hands for slot in hand if deck_of_slot(slot) == deck)


BOOKS: dict[type, Callable[[Conserved, Any], None]] = {
    e.StartShown: Conserved._gain,
    e.InfluenceGained: Conserved._gain,
    e.InfluenceLost: Conserved._lose,
    e.TokenTaken: lambda c, x: c._token(x, 1),
    e.TokenLost: lambda c, x: c._token(x, 0),
    e.Forged: Conserved._forged,
    e.ForgedInSecret: lambda c, x: c.secret.add(frozenset((x.a, x.b))),
    e.AllianceUncovered: Conserved._uncovered,
    e.AllianceCompleted: lambda c, x: c._settled(x.a, x.b),
    e.AllianceBroken: lambda c, x: c._settled(x.seat, x.other),
    e.AllianceEnded: Conserved._ended,
    contracts.PaperOpened: Conserved._opened,
    contracts.PaperLapsed: lambda c, x: None,
    e.IndustryOpened: Conserved._industry,
    e.IndustryClosed: lambda c, x: c.industry[x.seat].remove(x.copy),
    e.DeckExhausted: Conserved._exhausted,
    e.Claimed: lambda c, x: c._claim(True),
    e.ClaimHeld: lambda c, x: c._claim(False),
    e.ClaimJudged: lambda c, x: c._claim(False),
    e.Scored: Conserved._scored,
}
