"""Replays and spectating of Ambition: every position shows the state of the engine."""

from __future__ import annotations

from typing import Any

from client.games.ambition.places import Seat
from client.games.ambition.table import TABLE
from client.table.match.event_states import replay_event_states
from client.table.replay.timeline import Place
from core.games.ambition import events as e
from core.games.ambition.game import GAME
from tests.support.client.driver import Driver
from tests.support.client.replay.again import Again, Sought, goes_anywhere, is_followed, shows_state
from tests.support.client.replay.watched import watched

MATCH = Again(GAME, ("Ada", "Ilse", "Marek", "Oda"), "random", {"trade_fairs": "core"})


def shows(screen: Any, step: int) -> None:
    """Check that everything on screen shows the state after this step."""
    shows_state(screen, step)
    state = screen.table.model.state
    for seat, member in screen.table.board.members.items():
        assert f": {state.purse[seat]} Influence" in member.value_text()


def test_a_replay_of_ambition_can_jump_by_bar_marks_and_log_lines(driver: Driver) -> None:
    sought = Sought(e.Struck | e.Deflected, e.ClaimJudged, {"turn", "strike", "challenge"})
    goes_anywhere(driver, TABLE, MATCH, shows, sought)


def test_all_hands_or_one_hand_are_shown_below_the_table(driver: Driver) -> None:
    screen = watched(driver, TABLE, MATCH.frames())
    screen.controller.go_to(Place(60))
    driver.step()
    hands, plates = screen.table.hands.rect, [place.rect for place in screen.table.board.around.values()]
    assert screen.table.hands.visible and all(hands.top <= plate.y + 4 for plate in plates)
    assert [len(spots) for _, spots in screen.table.hands.rows()] == [
        sum(len(screen.table.model.state.hand(seat, sort)) for sort in ("elites", "intrigue", "industry"))
        for seat in (1, 2, 3, 4)
    ]
    other = screen.table.board.around[2]
    assert isinstance(other, Seat)
    driver.click(other)
    assert screen.controller.viewing == 2 and screen.table.hand.visible and not screen.table.hands.visible
    assert len(screen.table.hand.cards) == len(screen.table.hands.rows()[1][1])


def test_a_spectator_screen_follows_a_running_match_of_ambition(driver: Driver) -> None:
    is_followed(driver, TABLE, MATCH, shows)


def test_the_first_step_of_a_sealed_match_is_shown_from_the_state_before_it() -> None:
    """The state is the one before the keys of the decks arrive.

    Between computers the keys arrive after the table is visible.
    """
    played = MATCH.table(sealed=True)
    before = GAME.new_state(played.state.setup)
    assert not before.shared.points
    decisions, events = played.step()
    told = replay_event_states(GAME, before, events, decisions, played.state.beacon, after=played.state)
    assert len(told) == len(events) > 0 and not before.shared.points
    assert [state.digest() for state in told][-1] != before.digest()
