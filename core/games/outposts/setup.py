"""Setup of a match: leagues, first satchels and starting hands (rules part 3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from core.engine.chance.beacon import first_beacon
from core.engine.game import IllegalDecision, RandomSource, Setup
from core.engine.hidden.cards import check_entries
from core.engine.hidden.piles import Piles
from core.engine.hidden.secrets import Secrets
from core.games.outposts import cards, events
from core.games.outposts.board import LEAGUES, PLACES
from core.games.outposts.changes import RULESETS
from core.games.outposts.decisions import Bury, Choose
from core.games.outposts.hidden_cards import CLOSED_CARDS, FIRST_SATCHEL, SATCHELS, discard_copies
from core.games.outposts.rules import OneOf, Question, Step, agenda, question
from core.games.outposts.state import COLUMNS, Outposts


def new_state(setup: Setup) -> Outposts:
    """Return the state before step 1, in which nobody is asked."""
    columns, rules = setup.seats + 1, RULESETS.of(setup.rules)
    goods: dict[str, Any] = {column: [0] * columns for column in COLUMNS}  # fields by name, of several types
    goods["writs"][1:] = rules.start_writs.get(setup.seats, (0,) * setup.seats)
    return Outposts(
        setup=setup,
        rules=rules,
        t=1,
        beacon=first_beacon(setup.match),
        phase="setup",
        agenda=[("deal",), *(("league", seat) for seat in range(1, columns))],
        league=[-1] * columns,
        points=[0] * columns,
        hold=[()] * columns,
        deals=[()] * columns,
        ruins=[()] * columns,
        skipped=[0] * columns,
        passed=[0] * columns,
        boarded=[0] * columns,
        laboured=[0] * columns,
        owner=[0] * (len(PLACES) + 1),
        level=[0] * (len(PLACES) + 1),
        guarded=[0] * (len(PLACES) + 1),
        walls={},
        used={},
        decks=[(rules.deck,), *((cards.pile_copies(pile),) for pile in (cards.RED, cards.BLUE))],
        piles=Piles.empty(setup.seats, setup.sealed),
        **goods,
    )


@agenda("league")
def ask_for_league(step: Step, seat: int) -> None:
    """Ask the seat for its league; the last seat chooses first (S1)."""
    step.ask(LEAGUE, seat)


class LeagueChoice(OneOf[Choose]):
    """The question to a seat for one of the remaining leagues; after the turn timer, a random one is chosen."""

    kind = "league"
    decision = Choose
    refusal_reason = "that league is taken, or there is none"
    at_random = True

    def legal_answers(self, state: Outposts, seat: int) -> Iterator[Choose]:
        return (Choose(number) for number in range(len(LEAGUES)) if number not in state.league[1:])

    def apply(self, step: Step, seat: int, decision: Choose) -> None:
        step.state.league[seat] = decision.league
        step.emit(events.LeagueChosen(seat, decision.league))

    def stand_in(self, state: Outposts, seat: int, chance: RandomSource) -> Choose:
        """Return the choice of a random remaining league."""
        remaining = list(self.legal_answers(state, seat))
        return remaining[chance.uniform(len(remaining))]


LEAGUE = question(LeagueChoice())


@agenda("deal")
def deal_cards(step: Step) -> None:
    """Give each seat a satchel of 12 cards, of which it draws 6 (S3)."""
    seats = [seat for seat in step.state.seats if seat not in step.lost]
    for seat in seats:
        SATCHELS.fill(step, seat, FIRST_SATCHEL)
    step.schedule(("bury",), ("round",))
    CLOSED_CARDS.draw(step, *((seat, step.state.rules.numbers.cards_drawn) for seat in seats))


@agenda("bury")
def ask_for_burial(step: Step) -> None:
    """Ask each seat with more than 4 cards to put the others under its satchel."""
    for seat in step.state.seats:
        over = step.state.piles.hand_size(seat) - step.state.rules.numbers.cards_kept
        if over > 0:
            step.ask(BURY, seat, over)


class BuryChoice(Question[Bury, int]):
    """Question to a seat in setup: the cards of its hand that go under its satchel, in order."""

    kind = "bury"
    decision = Bury

    def check(self, state: Outposts, seat: int, decision: Bury, over: int) -> None:
        """Check that the decision names the right number of different cards, all from the seat's hand."""
        if len(decision.entries) != over:
            raise IllegalDecision(seat, f"{over} cards go under the satchel")
        check_entries(seat, decision.entries, CLOSED_CARDS.hand(state, seat))

    def apply(self, step: Step, seat: int, decision: Bury, over: int) -> None:
        """Put the closed cards under the satchel, closed as they are.

        Cards that are open, because the seat was lost, are discarded.
        """
        for entry in decision.entries:
            CLOSED_CARDS.leave_hand(step, seat, entry)
            if entry > 0:
                step.state.piles.put_back(seat, (), (entry,))
            else:
                discard_copies(step, -entry)
        step.emit(events.CardsBuried(seat, over))

    def options(self, state: Outposts, seat: int, own: Secrets, over: int) -> Iterator[Bury]:
        """Yield the possible choices; in the first one, the first cards of the hand are kept."""
        return map(Bury, permutations(reversed(CLOSED_CARDS.hand(state, seat)), over))

    def stand_in(self, state: Outposts, seat: int, chance: RandomSource, over: int) -> Bury:
        """Return the choice that keeps the first cards of the hand and puts the others under the satchel."""
        return Bury(CLOSED_CARDS.hand(state, seat)[-over:])


BURY = question(BuryChoice())
