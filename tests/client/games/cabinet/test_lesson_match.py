"""The prepared match of Cabinet's lesson follows its lessons, from the first draw to the last point."""

from __future__ import annotations

from typing import Any

from client.games.cabinet.lesson.setup import (
    CHARTER,
    CITY,
    DAM,
    ILSE,
    MAREK,
    NAMES,
    OWN,
    RIOTS,
    TURN,
    held,
    prepared_match,
)
from core.bots.heuristic import HeuristicBot
from core.engine.game import Decision
from core.engine.local_match import LocalMatch
from core.games.cabinet import action, cards
from core.games.cabinet import events as e
from core.games.cabinet.decisions import Act, Discard, Mix, Settle
from core.games.cabinet.game import GAME
from core.games.cabinet.milestones import open_choices
from core.games.cabinet.state import Cabinet
from tests.support.games.cabinet.conserved import Conserved


def held_two(state: Cabinet, name: str) -> tuple[int, ...]:
    """Return two cards with this name in the player's hand."""
    return tuple(copy for copy in state.hand[OWN] if cards.name_of(copy) == name)[:2]


def pupil(table: LocalMatch[Cabinet]) -> Decision:
    """Return the decision that the lesson asks the player to make."""
    state = table.state
    question, detail = GAME.pending_question(state, OWN)
    if question.kind == "mix":
        return Mix(int(state.turn == 13))
    if question.kind == "lose":
        return Discard((held(state, OWN, "Expertise"),))
    if question.kind == "settle":
        return Settle(True, held(state, OWN, "Science") if state.turn == 16 else 0)
    assert question.kind == "act"
    if state.turn == 13:
        return Act(action.SOLVE, challenge=state.challenges[0], pay=held_two(state, "Trust"))
    if detail[0] == action.ALL_KINDS:
        return Act(action.PLAY, card=held(state, OWN, "Cabinet Office"))
    if action.SOLVE in detail[0]:
        pay = (held(state, OWN, "Votes"), held(state, OWN, "Trust"))
        return Act(action.SOLVE, challenge=state.challenges[0], pay=pay)
    return Act(action.ATTEMPT, card=next(c for c in open_choices(state) if cards.name_of(c) == CITY))


def played() -> tuple[Cabinet, list[tuple[int, Any]]]:
    """Return the final state of the match, and all its events with their turns."""
    table, told = prepared_match(), []
    state, turn = table.state, TURN
    books = Conserved(state)
    books._check_cards(state)
    while not state.over:
        decisions = {}
        for seat in GAME.pending_asks(state):
            decision = GAME.automatic_decision(state, seat, table.secrets[seat])
            if decision is None and seat == OWN:
                decision = pupil(table)
            elif decision is None:
                decision = table.players[seat].decide(GAME, state, seat, table.secrets[seat])
            decisions[seat] = decision
        happened = GAME.step(state, decisions, table.beacon())
        books.after(state, happened, table.secrets)
        for event in happened:
            turn = event.turn if type(event) is e.TurnBegan else turn
            told.append((turn, event))
    return state, told


def test_the_position_of_the_lesson_can_be_reached_by_the_rules() -> None:
    state = prepared_match().state
    assert len(state.seats) == len(NAMES) and state.target - state.score == 5
    assert (state.turn - 1) % len(NAMES) + 1 == state.current == OWN
    assert state.phase == "draw" and len(state.challenges) == state.limit
    assert len(state.solved) + len(state.challenges) == state.turn, "one was laid in setup, one flipped in each turn"


def test_the_events_that_the_lesson_of_cabinet_teaches_happen_in_order() -> None:
    state, told = played()
    assert state.won and state.score == state.target and state.turn == 16
    kinds = (
        (13, e.ChallengeRemoved),
        (13, e.CardsPaid),
        (14, e.UpkeepDue),
        (14, e.MinistryPlaced),
        (14, e.ChallengeStays),
        (15, e.UpkeepSkipped),
        (15, e.MilestoneAchieved),
        (15, e.TimePassed),
        (16, e.UpkeepDue),
        (16, e.MinistryPlayed),
        (16, e.ChallengeRemoved),
        (16, e.AssistUsed),
        (16, e.MilestoneAchieved),
        (16, e.MatchEnded),
    )
    at = [next(i for i, (t, event) in enumerate(told) if t == turn and type(event) is kind) for turn, kind in kinds]
    assert at == sorted(at)
    paid = {
        turn: {
            (event.seat, tuple(map(cards.name_of, event.copies)))
            for t, event in told
            if t == turn and type(event) is e.CardsPaid
        }
        for turn in (13, 15, 16)
    }
    assert paid == {
        13: {(OWN, ("Funds",)), (MAREK, ("Works",))},
        15: {(MAREK, ("Votes", "Trust", "Trust")), (OWN, ("Expertise",))},
        16: {(OWN, ("Funds", "Expertise")), (MAREK, ("Goodwill",))},
    }
    gone = [
        (t, event.seat, tuple(map(cards.name_of, event.copies))) for t, event in told if type(event) is e.CardsDiscarded
    ]
    assert gone[0] == (14, OWN, ("Expertise",)) and {(t, seat) for t, seat, _ in gone[1:]} == {(14, ILSE), (16, ILSE)}
    stays = [cards.name_of(event.copy) for _, event in told if type(event) is e.ChallengeStays]
    assert stays == [DAM] and cards.name_of(next(c for c in state.solved if cards.name_of(c) == RIOTS)) == RIOTS
    assert [cards.name_of(copy) for copy in state.achieved[-2:]] == [CHARTER, CITY]


def test_the_team_plays_its_part_whatever_the_player_does() -> None:
    """The match also ends if the player ignores the instructions."""
    for seed in range(5):
        table = prepared_match()
        table.players = {**table.players, OWN: HeuristicBot(f"{seed}", OWN)}
        assert table.play().over
