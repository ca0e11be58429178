"""Whole matches, replays and watched matches at the table that games in one file have without a line of their own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from client.app.settings import Settings
from client.games import book, table_of
from client.session.spectator_session import MatchFound
from client.table.kit import animation
from client.table.kit.board import KitBoard
from client.table.kit.layout import EMPTY_ROW_H, _row_rects
from client.table.kit.looks import CardLook, looks_of
from client.table.kit.zones import PLAYED, CardSpot, Zone, card_spots, find_zones
from client.table.replay.timeline import Place
from client.table.screens import live_screen
from client.ui.easing import parallel
from client.ui.hexes import Rect
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.bots.random_bot import RandomBot
from core.engine.game import Game
from core.engine.local_match import LocalMatch
from core.kit.game import KitGame
from core.kit.questions import KitQuestion
from core.kit.table import Table
from tests.client.session.test_spectator_session import Line
from tests.support.client.driver import Driver
from tests.support.client.kit.players import Keys, Mouse, Person, sit_down
from tests.support.client.people import lay_table, until_asked
from tests.support.client.replay.again import Again, shows_state
from tests.support.client.replay.watched import watched
from tests.support.kit import EXAMPLES, ROOT, loaded_file

GAMES_OF_TESTS = ROOT / "tests" / "support" / "games"
FILES = {name: EXAMPLES / f"{name}.py" for name in ("flotsam", "high_tide", "counterweight")}
FILES |= {name: GAMES_OF_TESTS / f"{name}.py" for name in ("market", "smugglers", "bakers", "couriers", "scouts")}
NAMES = ("Ada", "Ilse", "Marek", "Oda", "Priya", "Tomas")
SIZES = ((1280, 720), (1366, 768), (1920, 1080))


@pytest.fixture
def game(request: pytest.FixtureRequest) -> Iterator[Game]:
    """A game of a file."""
    with loaded_file(FILES[request.param]) as found:
        yield found


every = pytest.mark.parametrize("game", FILES, indirect=True)


def of(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("game", [name], indirect=True)


def asked_by(game: Game) -> list[str]:
    """Return the kinds of the questions of a game of the kit."""
    questions: dict[str, object] = game.questions  # type: ignore[attr-defined]
    return [kind for kind, question in questions.items() if isinstance(question, KitQuestion)]


def board_of(screen: Any) -> KitBoard:
    board = screen.table.board
    assert isinstance(board, KitBoard)
    return board


@every
@pytest.mark.parametrize("kind", [Mouse, Keys])
def test_a_whole_match_is_played_by_mouse_and_by_keys(driver: Driver, game: Game, kind: type[Person]) -> None:
    screen = sit_down(driver, game, game.seat_counts[1], "whole")
    person = kind(driver, screen, "whole")
    person.play()
    table = screen.controller.source.table.state
    assert table.over and screen.table.model.state.digest() == table.digest() == screen.table.model.digest
    assert set(asked_by(game)) <= person.seen, "every question is answered"
    assert screen.table.narrator.ended
    told = [plain_text(line.markup) for line in screen.table.story.log.lines]
    assert any("match is over after" in line for line in told)
    for seat, plate in board_of(screen).plates.items():
        assert f"{screen.table.names.plain_name(seat)}" in plate.value_text()


@every
def test_everything_has_its_place_at_any_number_of_seats_and_size(driver: Driver, game: Game) -> None:
    for seats in dict.fromkeys((game.seat_counts[0], game.seat_counts[-1])):
        for size in SIZES:
            driver.resize(*size)
            screen = sit_down(driver, game, seats, "places")
            for kind in asked_by(game):
                until_asked(driver, screen, kind)
                driver.step(frames=2)
                board = board_of(screen)
                areas = [*(plate.rect for plate in board.plates.values()), board.cloth.rect, screen.table.hand.rect,
                         screen.table.story.rect, screen.controller.prompts.view.panel.rect]  # fmt: skip
                if (chooser := screen.controller.prompts.view.chooser).visible:
                    assert board.cloth.rect.intersection(chooser.rect).h < 1, "the buttons hide none of the places"
                if not board.zones.own:
                    areas.remove(screen.table.hand.rect)
                for i, one in enumerate(areas):
                    assert one.w > 50 and one.h > 50
                    assert screen.ui.window.inset(-1).intersection(one)[2:] == pytest.approx(one[2:]), (
                        "inside the window"
                    )
                    assert not any(
                        one.intersection(other).w * one.intersection(other).h > 1 for other in areas[i + 1 :]
                    )
                for copy, place in board.cards.items():
                    if place.visible:
                        spot = board.plan.spots[copy]
                        on_plate = spot.seat and spot.where != PLAYED
                        inside = board.plates[spot.seat].rect if on_plate else board.cloth.rect
                        assert inside.inset(-2).intersection(place.rect)[2:] == pytest.approx(place.rect[2:])
    driver.resize(1280, 720)


@of("flotsam")
def test_sealed_cards_lie_face_down_and_are_opened_together(driver: Driver, game: Game) -> None:
    screen = sit_down(driver, game, 3, "sealed", patience=5)
    board = board_of(screen)
    until_asked(driver, screen, "take")
    until_asked(driver, screen, "dive")  # in the second round, when cards of the first one have been played
    screen.timeline.speed = 1.0
    driver.pass_time(2)
    state = screen.table.model.state
    assert board.facts.hides_hand_choices(state) and 1 not in board.facts.sealed_seats(state)
    assert not [spot for spot in board.plan.spots.values() if spot.where == PLAYED]
    driver.key("1", "ENTER")
    assert screen.table.model.locked and 1 in board.facts.sealed_seats(screen.table.model.state)
    flown = 0
    for _ in range(200):
        driver.step()
        air = screen.table.narrator.air
        flown = max(flown, sum(card.turn < 0 for card in air.children))
        if "The divers" in plain_text(screen.table.story.log.lines[-1].markup):
            break
        assert not [spot for spot in board.plan.spots.values() if spot.where == PLAYED], "none before they are opened"
    assert flown == 3, "three cards turn over"
    shown = {spot.seat: copy for copy, spot in board.plan.spots.items() if spot.where == PLAYED}
    assert shown == {seat: screen.table.model.state.spent(seat)[-1] for seat in (1, 2, 3)}


@of("flotsam")
def test_a_card_flies_from_the_row_to_the_plate(driver: Driver, game: Game) -> None:
    screen = sit_down(driver, game, 3, "fly", speed=1.0)
    until_asked(driver, screen, "take", 4000)
    driver.step(frames=2)
    board = board_of(screen)
    copy = screen.table.model.state.row[0]
    assert board.plan.spots[copy] == CardSpot("row")
    driver.click(board.cards[copy])
    driver.key("ENTER")
    seen: set[frozenset[int]] = set()
    for _ in range(400):
        driver.step()
        seen.add(board.facts.in_flight)
        if board.plan.spots[copy] == CardSpot("taken", 1):
            break
    assert frozenset((copy,)) in seen and board.facts.in_flight == frozenset()
    assert board.plan.spots[copy] == CardSpot("taken", 1) and "Taken: You" in board.cards[copy].explain()


@every
def test_a_replay_shows_every_step(driver: Driver, game: Game) -> None:
    match = Again(game, NAMES[: game.seat_counts[1]])
    screen = watched(driver, table_of(game), match.frames())
    controller = screen.controller
    for step in range(controller.frames.steps + 1):
        controller.go_to(Place(step))
        driver.step()
        shows_state(screen, step)
        assert all(copy in board_of(screen).cards for copy in board_of(screen).plan.cards)
    assert "The match is over" in screen.table.prompt.text
    rounds = game.rounds(screen.table.model.state)
    words = [mark.words for mark in controller.replay_timeline.marks]
    assert words == [*(f"Round {n}" for n in range(1, rounds + 1)), "The end"]
    controller.go_to(Place(0))
    driver.key("SPACE")
    driver.pass_time(8)
    assert controller.playing and controller.place > Place(0)


@of("flotsam")
def test_hands_are_open_in_a_replay(driver: Driver, game: Game) -> None:
    screen = watched(driver, table_of(game), Again(game, NAMES[:3]).frames())
    screen.controller.go_to(Place(6))
    driver.step()
    assert screen.table.hands.visible and [len(row) for _, row in screen.table.hands.rows()] == [
        screen.table.model.state.hand_size(seat) for seat in (1, 2, 3)
    ]
    driver.click(board_of(screen).plates[2])
    driver.step()
    assert screen.controller.viewing == 2 and screen.table.hand.visible and screen.table.hand.cards


@every
@pytest.mark.parametrize("big", [False, True])
def test_a_running_match_is_watched(driver: Driver, game: Game, big: bool) -> None:
    lay_table(driver)
    match = Again(game, NAMES[: game.seat_counts[-1]])
    line: Any = Line()
    spec = table_of(game)
    screen: Any = live_screen(
        spec, MatchFound(match.frames(0)), line, Settings(), lambda: None, None, match.steps[:4], big
    )
    driver.show(screen)
    line.to_tell += match.steps[4:8]
    driver.step(frames=2)
    screen.controller.go_to(screen.controller.replay_timeline.end)
    driver.step(frames=2)
    shows_state(screen, 8)
    board = board_of(screen)
    assert all(
        board.rect.inset(-2).intersection(plate.rect).h == pytest.approx(plate.rect.h)
        for plate in board.plates.values()
    )
    assert screen.table.hand is None or screen.table.hand.visible is False or not big


@of("market")
def test_many_numbers_are_chosen_in_two_picks(driver: Driver, game: Game) -> None:
    screen = sit_down(driver, game, 2)
    inquiry = until_asked(driver, screen, "bid")
    driver.step()
    chooser = screen.controller.prompts.view.chooser
    assert [option.name for option in chooser.options.values()] == ["0 to 9", "10 to 19", "20 to 29", "30 to 33"]
    driver.key("3")
    assert [option.name for option in chooser.options.values()] == [str(n) for n in range(20, 30)]
    driver.key("8")
    assert inquiry.decision == (27,)
    driver.key("BACKSPACE")
    assert inquiry.decision is None


@of("market")
def test_cards_of_the_hand_are_ticked_and_named(driver: Driver, game: Game) -> None:
    screen = sit_down(driver, game, 2)
    inquiry = until_asked(driver, screen, "pay")
    driver.step()
    lock_in = screen.controller.prompts.view.panel.lock_in
    assert lock_in.text == "Pay nothing" and inquiry.decision == ((),)
    driver.key("1", "2")
    assert lock_in.text == "Pay 2 cards" and len(screen.table.hand.ticked) == 2
    driver.key("ENTER")
    driver.step(frames=2)
    assert len(screen.controller.source.table.state.spent(1)) == 2


@of("flotsam")
def test_a_card_in_the_log_is_explained(driver: Driver, game: Game) -> None:
    screen = sit_down(driver, game, 3)
    until_asked(driver, screen, "dive")
    line = screen.table.story.log.lines[-1].markup
    copy = screen.table.model.state.row[0]
    assert f"{{@card {copy}}}" in line
    assert plain_text(str(screen.table.link_tip(f"card {copy}"))).startswith(
        game.card_name(screen.table.model.state, copy).capitalize()
    )


@every
def test_the_rulebook_has_the_text_of_the_file_and_all_cards(driver: Driver, game: Game) -> None:
    found = book(game.name)
    about = found.chapters(Keymap())[0].lines
    text = plain_text("\n".join(about))
    docstring = FILES[game.name].read_text().split('"""')[1]
    assert all(" ".join(part.split()) in text for part in docstring.split("\n\n"))
    faces = {(index, face) for index, cards in enumerate(game.kit.sets) for face in cards}  # type: ignore[attr-defined]
    assert len(found.cards()) == len(faces)
    for number in range(len(found.cards())):
        assert found.picture(driver.window.textures, number, (60, 90), 1.0).size == (60, 90)


@of("smugglers")
def test_a_card_that_is_laid_face_down_is_known_to_its_seat_alone(driver: Driver, game: Game) -> None:
    screen = sit_down(driver, game, 3)
    inquiry = until_asked(driver, screen, "ship")
    copy = inquiry.hand and next(iter(inquiry.hand))
    driver.step()
    screen.table.hand.raise_card(screen.table.hand.index_of(copy))
    screen.controller.prompts.answer(("card", copy))
    driver.key("ENTER")
    until_asked(driver, screen, "suspect")
    model = screen.table.model
    state = model.state
    assert [state.down_size(seat) for seat in (1, 2, 3)] == [1, 1, 1] and not board_of(screen).plan.spots
    assert model.face(1, state.face_down[1][0]) == copy and model.face(2, state.face_down[2][0]) == 0


@of("smugglers")
def test_cards_that_were_put_away_leave_the_table(driver: Driver, game: Game) -> None:
    assert isinstance(game, KitGame)
    state: Table = LocalMatch(game, {seat: RandomBot("", seat) for seat in (1, 2, 3)}, "away").play()
    for seat in state.seats:
        state.piles.discard[seat] += state.turned_up(seat)
        state.face_down[seat] = ()
    assert all(state.spent(seat) for seat in state.seats)
    assert not card_spots(find_zones(game), state)


@of("flotsam")
def test_a_row_without_cards_leaves_its_room_to_the_others(driver: Driver, game: Game) -> None:
    assert isinstance(game, KitGame)
    zones = find_zones(game)._replace(rows=(Zone("row", "Row"), Zone("other", "Other")))
    area = Rect(0, 0, 400, 300)
    assert {each.h for each in _row_rects(zones, area, set()).values()} == {150}
    found = _row_rects(zones, area, {"row"})
    assert (found["row"].h, found["other"].h) == (300 - EMPTY_ROW_H, EMPTY_ROW_H)
    assert found["other"].y == 0 and found["row"].y == EMPTY_ROW_H


@of("market")
def test_a_card_in_flight_has_the_back_of_its_deck(driver: Driver, game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = sit_down(driver, game, 2, speed=1.0)
    until_asked(driver, screen, "bid", 4000)
    board, air = board_of(screen), screen.table.narrator.air
    painted: list[CardLook] = []
    monkeypatch.setattr(animation, "paint_deck_back", lambda look, canvas, box: painted.append(look))
    copies = [game.kit.sets[index].first for index in board.zones.decks]  # type: ignore[attr-defined]
    flights = [air.turn_over(0, (copy,), (300.0, 300.0), (640.0, 360.0), True) for copy in copies]
    screen.timeline.play(parallel(*flights))
    driver.step()
    assert [(card.copy, card.turn < 0) for card in air.children] == [(copy, True) for copy in copies]
    painted.clear()
    for card in air.children:
        card.paint(driver.window.widget_canvas)
    assert painted == [board.facts.looks.back(deck) for deck in board.zones.decks] and len(set(painted)) == 2


@of("flotsam")
def test_the_places_are_planned_once_for_each_change(
    driver: Driver, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = sit_down(driver, game, 3)
    until_asked(driver, screen, "take")
    driver.step(frames=2)
    board = board_of(screen)
    planned, plan = [], board.make_plan
    monkeypatch.setattr(board, "make_plan", lambda *given: planned.append(given) or plan(*given))
    board.refresh()
    driver.step()
    assert len(planned) == 1
    driver.step(frames=3)
    assert len(planned) == 1, "nothing has changed"
    driver.resize(1366, 768)
    driver.step()
    assert len(planned) > 1, "another size needs another plan"
    driver.resize(1280, 720)
    screen.table.narrator.following = screen.table.model.state
    planned.clear()
    copies = screen.table.model.state.row
    spot = CardSpot("row")
    for copy in copies:
        screen.table.narrator._move(copy, spot, CardSpot("taken", 1), board.plan)
    assert not planned, "a flight needs no plan of its own"


@of("flotsam")
def test_places_and_looks_of_a_game_are_read_once(driver: Driver, game: Game) -> None:
    screen = sit_down(driver, game, 3)
    first = until_asked(driver, screen, "dive")
    looks = first.looks
    assert looks is board_of(screen).facts.looks is looks_of(game.kit)  # type: ignore[attr-defined]
    assert find_zones(game) is board_of(screen).zones  # type: ignore[arg-type]
