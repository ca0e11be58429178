"""The table of Outposts: highlights, card effects, endangered cards, passing, and the holds of others."""

from __future__ import annotations

import pytest

from client.app.theme import game_theme
from client.games.outposts.place import location_razers, outpost_razers
from client.ui import theme as themes
from client.ui.richtext import plain_text
from core.games.outposts import actions, cards
from core.games.outposts import outposts as posts
from core.games.outposts.board import PLACES
from core.games.outposts.events import Paid
from core.games.outposts.gains import can_pay_marks
from core.games.outposts.game import GAME
from core.games.outposts.goods import RAID
from core.games.outposts.state import WARDEN
from tests.client.test_contrast import faint, texts_of
from tests.support.client.driver import Driver
from tests.support.client.outposts.players import sit_down
from tests.support.client.people import until_asked


def test_a_raised_card_shows_its_uses_with_price_and_gain(driver: Driver) -> None:
    screen = sit_down(driver, "uses", 3)
    inquiry = until_asked(driver, screen, "act")
    copy = next(way[0][1] for way in inquiry.ways if way[0][0] == "card" and way[1][0] == "deed")
    driver.click_card(screen.table.hand, screen.table.hand.index_of(copy), (980.0, 660.0))
    deeds_ = [pick for pick in screen.controller.prompts.view.chooser.options if pick[0] == "deed"]
    assert deeds_ and screen.controller.prompts.view.chooser.visible
    card = cards.card_of(copy)
    assert all(inquiry.price(pick).startswith(f"{card.dist} :") for pick in deeds_)
    driver.key("ESCAPE")
    assert not inquiry.answers and not screen.controller.prompts.view.chooser.visible


def test_a_pick_previews_its_payment(driver: Driver) -> None:
    screen = sit_down(driver, "paid", 3)
    inquiry = until_asked(driver, screen, "act")
    before = inquiry.state.goods[1]
    tried = 0
    for way, act in inquiry.ways.items():
        if len(way) != 2 or way[1][0] != "deed" or way[0][0] != "card":
            continue
        inquiry.answer(way[0])
        paid = dict(inquiry.paid(way[1]))
        inquiry.undo()
        after = inquiry.state.clone()
        step = [event for event in GAME.step(after, {1: act}, bytes(32)) if isinstance(event, Paid)]
        assert sum(paid.values()) == cards.card_of(way[0][1]).dist and dict(step[0].price) == paid
        assert all(before[kind] >= number for kind, number in paid.items())
        tried += 1
    assert tried


def test_razeable_places_are_marked_with_the_attacker(driver: Driver) -> None:
    screen = sit_down(driver, "exposed", 4)
    inquiry = until_asked(driver, screen, "act")
    state, marked = inquiry.state, 0
    for place in PLACES:
        found = outpost_razers(state, place)
        owner = state.owner[place]
        for seat, can in found:
            assert seat != owner and state.is_adjoining(seat, place)
            assert can == can_pay_marks(state, seat, RAID, posts.outpost_defence(state, place))
        marked += bool(found)
        if found:
            assert screen.table.names.plain_name(found[0][0]) in plain_text(screen.table.board.tiles[place].explain())
    for owner in state.seats:
        for copy in state.hold[owner]:
            cost = actions.location_defence(state, owner, copy)
            assert location_razers(state, owner, copy) == [
                s for s in state.seats if s != owner and not state.passed[s] and can_pay_marks(state, s, RAID, cost)
            ]
    state.passed[2] = 1
    assert not any(outpost_razers(state, place) for place in PLACES if state.owner[place] == 2), (
        "who has passed is safe"
    )


def test_a_press_on_a_players_plate_shows_that_players_hold(driver: Driver) -> None:
    screen = sit_down(driver, "look", 3)
    inquiry = until_asked(driver, screen, "select")
    assert inquiry.asked_of.kind == "select" and screen.table.board.looked == 1
    driver.click(screen.table.board.plates[2])
    assert screen.table.board.looked == 2
    assert [copy for kind, copy in screen.table.board.in_hold if kind == "location"] == sorted(
        screen.table.model.state.hold[2],
        key=lambda copy: (["Production", "Feature", "Action"].index(cards.card_of(copy).kind), copy),
    )
    driver.click(screen.table.board.plates[2])
    assert screen.table.board.looked == 1


def test_a_player_passes_with_one_key_and_enter(driver: Driver) -> None:
    screen = sit_down(driver, "pass", 3)
    inquiry = until_asked(driver, screen, "act")
    driver.key("V")
    assert inquiry.answers == [("pass", 0)] and screen.controller.prompts.view.panel.lock_in.text == "Pass"
    driver.key("ENTER")
    driver.step(frames=3)
    assert (
        screen.controller.source.table.state.passed[1]
        or screen.controller.source.table.state.round > inquiry.state.round
    )
    assert sorted(seat for seat, _, _ in screen.table.extras.turns.rows()) == [1, 2, 3]


def test_the_warden_has_a_plate_in_solo(driver: Driver) -> None:
    screen = sit_down(driver, "warden", 1)
    until_asked(driver, screen, "act")
    warden = screen.table.board.warden
    assert warden is not None and "VP" in warden.value_text() and screen.table.extras.turns.rows()[-1][0] == WARDEN
    assert "Warden" in plain_text(warden.explain())


def test_the_help_of_outposts_names_the_possible_choices(driver: Driver) -> None:
    screen = sit_down(driver, "help", 3)
    until_asked(driver, screen, "act")
    screen.controller.prompts.view.open_help()
    driver.step()
    assert screen.ui.layers


@pytest.mark.parametrize("palette", ("okabe-ito", "high-separation"))
@pytest.mark.parametrize("kind", ("act", "select", "league"))
def test_every_text_at_the_table_of_outposts_is_readable_on_its_background(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, kind: str, palette: str
) -> None:
    screen = sit_down(driver, "contrast", 4)
    until_asked(driver, screen, kind)
    themes.set_theme(game_theme(1.0, palette))
    screen.table.model.palette = palette
    screen.ui.touch_all()
    driver.step(frames=2)
    written, ground = texts_of(driver, monkeypatch)
    assert len(written) > 40
    assert not faint(written, ground)


def test_number_keys_pick_from_the_row_and_are_shown_on_it(driver: Driver) -> None:
    screen = sit_down(driver, "numbers", 2)
    inquiry = until_asked(driver, screen, "league")
    options = list(screen.controller.prompts.view.chooser.options.items())
    assert [option.key for _, option in options] == ["1", "2", "3"], "one league is taken"
    driver.key("3")
    assert inquiry.answers == [options[2][0]] and options[2][1].chosen


def test_the_prompt_lists_what_the_selection_still_allows(driver: Driver) -> None:
    """In round 1 exactly one of the two selections is skipped, as the prompt states (LK3)."""
    screen = sit_down(driver, "lookout", 1)
    first = until_asked(driver, screen, "select")
    assert (
        "Take a card, or skip" in screen.table.prompt.text
        and screen.controller.prompts.view.panel.lock_in.text == "Take it"
    )
    row = next(pick for pick in first.targets if pick[0] == "row")
    screen.controller.prompts.answer(row)
    screen.controller.prompts.confirm()
    driver.step()
    second = until_asked(driver, screen, "select")
    assert second is not first and {kind for kind, _ in second.targets} == {"place"}
    assert screen.table.prompt.text == "Build an Outpost on a lit Territory."
    assert screen.controller.prompts.view.panel.lock_in.text == "Build here"
