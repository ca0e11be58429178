"""Setup of a match: decks, starting hands, the first Challenge and the first player (rules part 3)."""

from __future__ import annotations

from core.engine.chance.beacon import first_beacon
from core.engine.game import Setup
from core.games.cabinet import cards, events
from core.games.cabinet.cards import CHALLENGE, MILESTONE, MINISTRY, RESOURCE
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.decks import DECKS, draw
from core.games.cabinet.rules import Step, agenda
from core.games.cabinet.state import NO_PORTFOLIO, Cabinet


def new_state(setup: Setup) -> Cabinet:
    """Return the state before step 1; it asks no seat, because chance deals the cards."""
    seats, options, rules = setup.seats, setup.options, RULESETS.of(setup.rules)
    return Cabinet(
        t=1,
        beacon=first_beacon(setup.match),
        phase="setup",
        agenda=[("deal",)],
        rules=rules,
        target=rules.targets[seats][cards.LEVELS.index(str(options["target"]))],
        limit=rules.limits[seats],
        clock=str(options["clock"]),
        pace=str(options["pace"]),
        courtesy=int(options["courtesy"] == "on"),
        hand=[()] * (seats + 1),
        portfolio=[NO_PORTFOLIO] * (seats + 1),
        pledges=[()] * (seats + 1),
        decks=[(deck,) for deck in rules.decks],
        gone=rules.removed[seats],
    )


@agenda("deal")
def deal_cards(step: Step) -> None:
    """Carry out the setup steps S1-S4."""
    state = step.state
    if state.gone:
        step.emit(events.ChallengesRemoved(state.gone))
    for seat in state.seats:
        for _ in range(state.rules.numbers.start_resources):
            draw(step, seat, RESOURCE)
        for _ in range(state.rules.numbers.start_ministries):
            draw(step, seat, MINISTRY)
        _give_portfolio(step, seat)
    state.challenges = (DECKS.turn_up(step, CHALLENGE),)
    step.emit(events.ChallengeLaid(state.challenges[0]))
    shown = {seat: DECKS.turn_up(step, MILESTONE) for seat in state.seats}
    for seat, copy in shown.items():
        step.emit(events.MilestoneShown(seat, copy))
    state.current = max(shown, key=lambda seat: (state.rules.milestone(shown[seat]).points, shown[seat]))
    DECKS.shuffle_in(step, MILESTONE, shown.values())
    step.emit(events.FirstPlayer(state.current))
    step.schedule(("turn",))


def _give_portfolio(step: Step, seat: int) -> None:
    """Let the seat head the Ministry that it starts with (B40); the card stays in its hand."""
    state = step.state
    found = next((cards.kind_of(copy) for copy in state.hand[seat] if cards.is_ministry(copy)), NO_PORTFOLIO)
    if state.rules.numbers.portfolios and found != NO_PORTFOLIO:
        state.portfolio[seat] = found
        step.emit(events.PortfolioTaken(seat, found))
