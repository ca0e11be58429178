"""The table of Cabinet: highlights, lists, proposals, undo and texts."""

from __future__ import annotations

import pytest

from client.app.theme import game_theme
from client.games.cabinet.sidebar import choice_offer
from client.session.source import AwaitedSeat, TableStatus
from client.ui import theme as themes
from client.ui.richtext import plain_text
from core.engine.options import Value
from core.games.cabinet import cards, milestones, payment
from core.games.cabinet.decks import known_cards
from core.games.cabinet.text.catalogue import PORTFOLIOS
from tests.client.test_contrast import faint, texts_of
from tests.support.client.cabinet.players import sit_down
from tests.support.client.driver import Driver
from tests.support.client.people import until_asked

FULL: dict[str, Value] = {"pace": "full"}
"""Options of a match in which all seats answer each joint payment."""


def test_one_press_draws_all_cards(driver: Driver) -> None:
    screen = sit_down(driver, "mix", 3)
    inquiry = until_asked(driver, screen, "mix")
    count, held = inquiry.detail[0], len(inquiry.state.hand[1])
    driver.key("2")
    driver.step(frames=3)
    hand = screen.controller.source.table.state.hand[1]
    assert len(hand) == held + count
    assert sum(map(cards.is_ministry, hand)) == 1 + sum(map(cards.is_ministry, inquiry.state.hand[1]))


def test_the_player_in_office_sees_who_pays_and_what_happens_if_not(driver: Driver) -> None:
    screen = sit_down(driver, "settle", 3)
    inquiry = until_asked(driver, screen, "settle")
    offers = [choice_offer(screen.table.names, inquiry, pick) for pick in inquiry.targets]
    assert offers[0] is not None and offers[0].name.startswith("Pay") and ":" in offers[0].words
    assert offers[-1] is not None and offers[-1].name == "Do not pay" and offers[-1].words
    assert inquiry.state.current == 1


def test_milestones_on_offer_say_if_the_team_can_pay(driver: Driver) -> None:
    screen = sit_down(driver, "offer", 3)
    inquiry = until_asked(driver, screen, "act")
    shown = [card for card in screen.table.board.asides if card.copy]
    assert [card.copy for card in shown] == [n for kind, n in inquiry.targets if kind == "milestone"]
    for card in shown:
        words = card.outlook()[0]
        missing = payment.shortfall(inquiry.state, card.copy)
        assert ("can pay" in words) == (not missing and milestones.is_calm_enough(inquiry.state, card.copy))
        assert words in plain_text(card.explain())
    driver.click(shown[1])
    assert inquiry.answers == [("milestone", shown[1].copy)]


def test_the_wall_shows_the_challenges_that_come_next(driver: Driver) -> None:
    screen = sit_down(driver, "next", 3)
    inquiry = until_asked(driver, screen, "act")
    known = known_cards(inquiry.state, cards.CHALLENGE)
    assert [place.copy for place in screen.table.board.coming] == known and len(known) == 2
    assert "the next Challenge" in plain_text(screen.table.board.coming[0].explain())


def test_a_plate_explains_the_portfolio(driver: Driver) -> None:
    screen = sit_down(driver, "heads", 3)
    inquiry = until_asked(driver, screen, "act")
    for seat, plate in screen.table.board.plates.items():
        assert PORTFOLIOS[inquiry.state.portfolio[seat]] in plain_text(plate.explain())


def test_fitting_cards_are_proposed_and_can_be_put_back(driver: Driver) -> None:
    screen = sit_down(driver, "pledge", 3, FULL)
    while True:
        inquiry = until_asked(driver, screen, "pledge")
        if inquiry.answers:
            break
        screen.controller.prompts.lock_in()
    proposed = payment.proposed_pledge(inquiry.state, 1)
    assert tuple(copy for _, copy in inquiry.answers) == proposed
    copy = proposed[0]
    driver.click_card(screen.table.hand, screen.table.hand.index_of(copy), (980.0, 660.0))
    assert ("card", copy) not in inquiry.answers
    driver.click_card(screen.table.hand, screen.table.hand.index_of(copy), (980.0, 660.0))
    assert ("card", copy) in inquiry.answers
    driver.click(screen.controller.prompts.view.controls.nothing)
    assert (
        not inquiry.answers
        and screen.controller.prompts.view.panel.lock_in.text == "Give nothing"
        and screen.controller.prompts.view.panel.lock_in.enabled
    )


def test_pledged_cards_stay_on_the_desk_while_the_pledge_is_locked_in(driver: Driver) -> None:
    screen = sit_down(driver, "pledge", 3, FULL)
    while not until_asked(driver, screen, "pledge").answers:
        screen.controller.prompts.lock_in()
    screen.controller.source.patience = screen.controller.source._waiting = 10
    given, told = screen.table.board.payment.filled(), plain_text(screen.table.extras.forecast.text)
    driver.click(screen.controller.prompts.view.panel.lock_in)
    assert screen.table.model.locked and screen.table.board.payment.filled() == given and given[0]
    assert plain_text(screen.table.extras.forecast.text) == told
    driver.click_card(screen.table.hand, 0, (980.0, 660.0))
    assert screen.table.model.locked and screen.table.board.payment.filled() == given, "it is locked"
    driver.click(screen.controller.prompts.view.panel.lock_in)
    assert not screen.table.model.locked and screen.table.board.payment.filled() == given


def test_only_seats_that_still_choose_are_awaited(driver: Driver) -> None:
    """All other seats withhold their commits until the last seat has chosen, and none of them counts as late."""
    screen = sit_down(driver, "waits", 3, FULL)
    until_asked(driver, screen, "draw")
    screen.controller.process_message(TableStatus(awaited=tuple(AwaitedSeat(seat, "commit", 12) for seat in (1, 2, 3))))
    assert screen.table.model.owed == {1, 2, 3}
    screen.controller.prompts.show_idle()
    screen.controller.announce_waiting()
    screen.controller.process_message(
        TableStatus(awaited=(AwaitedSeat(1, "commit", 12), AwaitedSeat(2, "ready", 12), AwaitedSeat(3, "commit", 12)))
    )
    assert plain_text(screen.table.prompt.text) == "Ilse is choosing (0:12)."
    assert [screen.table.board.plates[seat].activity()[1] for seat in (2, 3)] == ["choosing 0:12", "ready"]


def test_the_skip_button_disappears_when_the_animation_ends(driver: Driver) -> None:
    screen = sit_down(driver, "skip", 3, speed=6.0)
    screen.controller._pending, shown = None, []  # somebody else is asked
    while not shown or screen.table.narrator.is_busy:
        driver.step()
        shown += (
            [screen.controller.prompts.view.panel.lock_in.text]
            if screen.table.is_seated and screen.table.narrator.is_busy
            else []
        )
    assert set(shown) == {"Skip to now"}
    assert (
        screen.controller.prompts.view.panel.lock_in.text,
        screen.controller.prompts.view.panel.lock_in.enabled,
    ) == ("Wait", False)


def test_one_press_on_a_deck_draws_a_card(driver: Driver) -> None:
    screen = sit_down(driver, "draw", 3, FULL)
    inquiry = until_asked(driver, screen, "draw")
    held = len(inquiry.state.hand[1])
    driver.click(screen.table.board.decks[cards.RESOURCE])
    driver.step(frames=3)
    assert len(screen.table.model.state.hand[1]) == held + 1


def test_a_card_is_shared_by_pressing_the_plate_of_a_player(driver: Driver) -> None:
    screen = sit_down(driver, "share", 3)
    inquiry = until_asked(driver, screen, "act")
    copy = next(copy for copy in inquiry.held if cards.is_resource(copy))
    driver.click_card(screen.table.hand, screen.table.hand.index_of(copy), (980.0, 660.0))
    assert {aim.pick for aim in screen.controller.prompts.view.lit} == {("seat", 2), ("seat", 3)}
    assert (
        screen.controller.prompts.view.panel.lock_in.text == "Do it"
        and not screen.controller.prompts.view.panel.lock_in.enabled
    )
    driver.click(screen.table.board.plates[2])
    assert (
        screen.controller.prompts.view.panel.lock_in.text == "Give it"
        and screen.controller.prompts.view.panel.lock_in.enabled
    )
    driver.key("ESCAPE", "ESCAPE")
    assert not inquiry.answers


def test_a_payment_previews_its_result(driver: Driver) -> None:
    screen = sit_down(driver, "foreseen", 4, FULL)
    inquiry = until_asked(driver, screen, "pledge")
    told = plain_text(screen.table.extras.forecast.text)
    assert "If unpaid" in told and ("completes" in told or "must give" in told)
    assert inquiry.state.at_stake and screen.table.board.payment.explain()


def test_the_cards_of_a_pile_can_be_viewed(driver: Driver) -> None:
    screen = sit_down(driver, "piles", 2)
    until_asked(driver, screen, "act")
    for button in (screen.table.extras.spent, screen.table.extras.done):
        driver.click(button)
        assert screen.ui.layers
        driver.key("ESCAPE")


def test_the_help_of_cabinet_opens_over_the_table(driver: Driver) -> None:
    screen = sit_down(driver, "help", 3)
    until_asked(driver, screen, "mix")
    screen.controller.prompts.view.open_help()
    driver.step()
    assert screen.ui.layers


@pytest.mark.parametrize("palette", ("okabe-ito", "high-separation"))
@pytest.mark.parametrize("kind", ("act", "settle"))
def test_every_text_at_the_table_of_cabinet_is_readable_on_its_background(
    driver: Driver, monkeypatch: pytest.MonkeyPatch, kind: str, palette: str
) -> None:
    screen = sit_down(driver, "contrast", 5)
    until_asked(driver, screen, kind)
    themes.set_theme(game_theme(1.0, palette))
    screen.table.model.palette = palette
    screen.ui.touch_all()
    driver.step(frames=2)
    written, ground = texts_of(driver, monkeypatch)
    assert len(written) > 40
    assert not faint(written, ground)


def test_courtesy_shows_the_cards_of_others_as_backs(driver: Driver) -> None:
    screen = sit_down(driver, "courtesy", 3, {"courtesy": "on"})
    inquiry = until_asked(driver, screen, "act")
    other, own = screen.table.board.plates[2], screen.table.board.plates[1]
    assert other.shut and not own.shut
    held = cards.name_of(inquiry.state.hand[2][0])
    assert held not in plain_text(other.explain()) and "cards" in other.value_text()
    told = [plain_text(line.markup) for line in screen.table.story.log.lines]
    drawn = [line for line in told if "draws a" in line]
    assert drawn and all("card" in line for line in drawn)
