"""Conservation checks for Cabinet: cards, points and Challenges.

The ledger follows the events alone, as an animating client does, and must agree with the state after every step. So
every change has an event, and every event changes something.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from core.bots.random_bot import Dice
from core.engine.codec import H
from core.engine.hidden.piles import without
from core.engine.hidden.secrets import Secrets
from core.games.cabinet import cards
from core.games.cabinet import decisions as d
from core.games.cabinet import events as e
from core.games.cabinet.action import ACT
from core.games.cabinet.cards import CHALLENGE, DEFENCE, HEALTH, JUSTICE
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.decks import DECKS
from core.games.cabinet.standing import LARGER_HAND
from core.games.cabinet.state import Cabinet

STEPS_A_TURN = 40
BOLDNESS = {"ministry": 9, "milestone": 8, "challenge": 8, "share": 4, "gather": 0, "stop": 0}
"""Score of each kind of action for being eventful."""


class Minister:
    """A player that picks the most eventful of a few random decisions: Ministries, Milestones and their payment."""

    name = "minister"
    TRIES = 6

    def __init__(self, seed: str = "", seat: int = 0) -> None:
        self.dice = Dice(H("tether.bot", [self.name, seed, seat]))

    def decide(self, game: Any, state: Cabinet, seat: int, secrets: Secrets) -> Any:
        """Return a legal decision."""
        tries = [game.sample(state, seat, secrets, self.dice) for _ in range(self.TRIES)]
        return max(tries, key=self.boldness)

    def boldness(self, decision: Any) -> int:
        """Return a score for how eventful the decision is."""
        bold = self.dice.uniform(9)
        if isinstance(decision, d.Act):
            return bold + BOLDNESS[decision.kind]
        if isinstance(decision, d.Pledge):
            return bold + 4 * len(decision.cards) + 6 * bool(decision.assist)
        return bold + 9 * (isinstance(decision, d.Attempt) and bool(decision.card))


Bold = Minister


def stir(state: Cabinet, dice: Dice) -> bool:
    """Move cards from the decks into the hand now and then when an action is asked; return True if anything changed."""
    if not ACT.asked_seats(state) or dice.uniform(4):
        return False
    for _ in range(3):
        deck = dice.uniform(2)
        layers = state.decks[deck]
        if layers:
            copy = layers[0][dice.uniform(len(layers[0]))]
            rest = without(layers[0], copy)
            state.decks[deck] = (rest, *layers[1:]) if rest else layers[1:]
            state.give_cards(state.current, (copy,))
    return True


class Conserved:
    """Ledger of one match; `after` is called after every step."""

    def __init__(self, state: Cabinet) -> None:
        """Begin the ledger with the values of the state."""
        self.hands = [list(hand) for hand in state.hand]
        self.score = state.score
        self.placed = list(state.placed)
        self.in_play = list(state.challenges)
        self.unseen = state.gone + len(state.lapsed)
        self.turn, self.turn_of = state.turn, state.current
        self.portfolio = list(state.portfolio)

    @staticmethod
    def longest(state: Cabinet) -> int:
        """Return the maximum number of steps of any match."""
        return RULESETS.printed.numbers.max_turns * STEPS_A_TURN

    def after(self, state: Cabinet, happened: list[Any], secrets: Mapping[int, Secrets]) -> None:
        """Record the events; raise `AssertionError` if the state disagrees."""
        for event in happened:
            book = BOOKS.get(type(event))
            if book is not None:
                book(self, event)
        assert [sorted(hand) for hand in self.hands] == [list(hand) for hand in state.hand], "hands"
        assert self.score == state.score == sum(RULESETS.printed.milestone(copy).points for copy in state.achieved)
        assert self.placed == list(state.placed) and {cards.kind_of(copy) for copy in self.placed} <= {DEFENCE, HEALTH}
        assert self.in_play == list(state.challenges) and len(self.in_play) <= state.limit
        assert self.unseen == state.gone + len(state.lapsed)
        assert not state.hand[0] and not state.pledges[0]
        assert self.portfolio == list(state.portfolio), "portfolios"
        assert bool(state.at_stake) or not any(state.pledges)
        assert state.at_stake in (*state.aside, 0)
        self._check_cards(state)
        if state.over:
            assert isinstance(happened[-1], e.MatchEnded) and not state.asking and not state.agenda
            assert state.won == (state.score >= state.target)
        else:
            assert state.score < state.target

    def _check_cards(self, state: Cabinet) -> None:
        """Check that every card is in one place.

        Challenges that left unseen are still listed in the deck, because no player knows their faces.
        """
        lying = [*state.spent_resources, *state.spent_ministries, *state.placed, *state.challenges, *state.aside]
        lying += [*state.achieved, *state.solved, *state.lapsed]
        lying += [copy for hand in state.hand for copy in hand]
        lying += [copy for deck in state.decks for layer in deck for copy in layer]
        assert sorted(lying) == list(cards.COPIES), "a card is lost, or in two places"
        for number, deck in enumerate(state.decks):
            assert all(deck), "a layer without a card"
            assert all(cards.deck_of(copy) == number for layer in deck for copy in layer)
        unknown = [len(layer) for layer in state.decks[CHALLENGE] if len(layer) > 1]
        assert 0 <= state.gone < sum(unknown or [1]) and len(unknown) <= 1
        assert DECKS.size(state, CHALLENGE) >= 0
        assert all(cards.is_resource(copy) for copy in state.spent_resources)
        assert all(cards.is_ministry(copy) for copy in state.spent_ministries)

    # What the trial asks ----------------------------------------------------------------------------------------------

    @staticmethod
    def plainly(decision: Any) -> Any:
        """Return the decision with one copy for all equal cards, sorted where the order is irrelevant."""
        if isinstance(decision, d.Act):
            return decision._replace(card=_print(decision.card), pay=_prints(decision.pay))
        if isinstance(decision, d.Pledge):
            return d.Pledge(_prints(decision.cards), _print(decision.assist))
        if isinstance(decision, d.Offer):
            return d.Offer(tuple(map(_print, decision.cards)))
        if isinstance(decision, (d.Discard, d.Take)):
            return type(decision)(_prints(decision.cards))
        if isinstance(decision, d.Swap):
            return d.Swap(decision.to, _prints(decision.mine), _prints(decision.theirs))
        return decision

    @staticmethod
    def closed_slots(state: Cabinet, seat: int) -> tuple[int, ...]:
        """Return an empty tuple: there are no closed cards."""
        return ()

    @staticmethod
    def unaudited(state: Cabinet, seat: int) -> tuple[int, ...]:
        """Return an empty tuple: there are no committed cards."""
        return ()

    # Booking ----------------------------------------------------------------------------------------------------------

    def gain(self, seat: int, copies: Iterable[int]) -> None:
        """Add cards to a hand."""
        self.hands[seat] += copies

    def lose(self, seat: int, copies: Iterable[int]) -> None:
        """Remove cards from a hand."""
        for copy in copies:
            self.hands[seat].remove(copy)

    def _shared(self, x: e.CardShared) -> None:
        self.lose(x.seat, (x.copy,))
        self.gain(x.to, (x.copy,))

    def _placed(self, x: e.MinistryPlaced) -> None:
        self.lose(x.seat, (x.copy,))
        self.placed.append(x.copy)

    def _removed(self, x: e.ChallengeRemoved) -> None:
        self.lose(x.seat, x.paid)
        self.in_play.remove(x.copy)

    def _proposed(self, x: e.SwapProposed) -> None:
        self.proposal = x

    def _answered(self, x: e.SwapAnswered) -> None:
        assert (x.seat, x.to) == (self.proposal.seat, self.proposal.to)
        if x.yes:
            self.lose(x.seat, self.proposal.mine)
            self.lose(x.to, self.proposal.theirs)
            self.gain(x.seat, self.proposal.theirs)
            self.gain(x.to, self.proposal.mine)

    def _achieved(self, x: e.MilestoneAchieved) -> None:
        self.score += x.points
        assert x.score == self.score and x.points == RULESETS.printed.milestone(x.copy).points

    def _averted(self, x: e.ChallengeAverted) -> None:
        self.placed.remove(x.copy)
        self.unseen += 1

    def _turn(self, x: e.TurnBegan) -> None:
        assert x.turn == self.turn + 1
        most = RULESETS.printed.numbers.hand_limit + LARGER_HAND * (self.portfolio[self.turn_of] == JUSTICE)
        assert self.turn == 0 or len(self.hands[self.turn_of]) <= most, "too many cards after the own turn"
        self.turn, self.turn_of = x.turn, x.seat

    def _unseen(self, cards_: int) -> None:
        assert cards_ > 0
        self.unseen += cards_


def _print(copy: int) -> int:
    """Return the first of all copies with the same print; 0 stays 0."""
    if copy not in cards.COPIES:
        return copy
    deck = cards.deck_of(copy)
    return next(other for other in cards.deck_copies(deck) if cards.kind_of(other) == cards.kind_of(copy))


def _prints(copies: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(map(_print, copies)))


BOOKS: dict[type, Callable[[Conserved, Any], None]] = {
    e.CardDrawn: lambda c, x: c.gain(x.seat, (x.copy,)),
    e.CardsDiscarded: lambda c, x: c.lose(x.seat, x.copies),
    e.CardsPaid: lambda c, x: c.lose(x.seat, x.copies),
    e.AssistUsed: lambda c, x: c.lose(x.seat, (x.copy,)),
    e.CardsTaken: lambda c, x: c.gain(x.seat, x.copies),
    e.CardShared: Conserved._shared,
    e.MinistryPlayed: lambda c, x: c.lose(x.seat, (x.copy,)),
    e.MinistryPlaced: Conserved._placed,
    e.ChallengeRemoved: Conserved._removed,
    e.SwapProposed: Conserved._proposed,
    e.SwapAnswered: Conserved._answered,
    e.MilestoneAchieved: Conserved._achieved,
    e.ChallengeLaid: lambda c, x: c.in_play.append(x.copy),
    e.ChallengeStays: lambda c, x: c.in_play.append(x.copy),
    e.ChallengeAverted: Conserved._averted,
    e.UpkeepSkipped: lambda c, x: c.placed.remove(x.copy),
    e.TimePassed: lambda c, x: c._unseen(x.cards),
    e.TurnBegan: Conserved._turn,
    e.PortfolioTaken: lambda c, x: c.portfolio.__setitem__(x.seat, x.ministry),
}
"""Functions that record an event, by its type; Challenges removed in setup are recorded from the beginning."""
