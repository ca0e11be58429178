"""The log and the hand: by mouse and keys in a window, and their pure functions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.ui import richtext
from client.ui import text as typeset
from client.ui.controls.hand_fan import Fan, FanShape, fan_slots
from client.ui.controls.log import ROW_MARGIN, Log
from client.ui.drag import DropTarget
from client.ui.hexes import Rect
from client.ui.screen import Screen
from tests.support.client.gallery import Gallery


@pytest.fixture
def gallery(driver):
    screen = driver.show(Gallery())
    driver.pass_time(1)
    return screen


# The log --------------------------------------------------------------------------------------------------------------


def line_center(log, i):
    view = log.content_rect()
    return view.x + 20, view.top + log.scroll.offset - (log._tops[i] + log._tops[i + 1]) / 2


def test_the_newest_line_of_the_log_is_visible(driver, gallery):
    log = gallery.log
    assert log.line_at(*line_center(log, 59)) == 59
    log.append("*New*")
    driver.step()
    assert log.line_at(*line_center(log, 60)) == 60


def test_no_row_of_the_log_is_cut_off_at_the_edges(driver, gallery, monkeypatch):
    log, drawn, real = gallery.log, [], richtext.paint_lines

    def paint_lines(canvas, lines, rect, *more, **rest):
        drawn.append((rect.top, len(lines)))
        return real(canvas, lines, rect, *more, **rest)

    monkeypatch.setattr(richtext, "paint_lines", paint_lines)
    view, step = log.content_rect(), typeset.line_height(log.size)
    for offset in (0, 5, 9, 14, 31):
        drawn.clear()
        log.scroll.scroll_to(offset)
        driver.step()
        rows = [top - i * step for top, count in drawn for i in range(count)]
        assert all(view.y - ROW_MARGIN <= top - step and top <= view.top + ROW_MARGIN for top in rows)
        assert len(rows) * (step + 2) >= view.h - 2 * step - 4


def test_new_lines_do_not_scroll_a_log_that_is_scrolled_up(driver, gallery):
    log = gallery.log
    driver.scroll("Log", 5)
    before = log.scroll.offset
    log.append("One")
    log.append("Two")
    driver.step()
    assert log.scroll.offset == before
    assert log.unseen_count == 2
    driver.click((log.content_rect().center[0], log.content_rect().y + 14))
    assert log.unseen_count == 0
    assert log.scroll.offset == log.scroll.max_offset


def test_lines_and_spans_of_the_log_report_the_pointer(driver, gallery):
    log = gallery.log
    x, y = line_center(log, 58)
    driver.move((x - 6, y))
    assert gallery.heard[-1] == "over step 58"
    driver.move((log.rect.x + 35, y))
    assert gallery.heard[-1] == "over player Chen"
    driver.click((log.rect.x + 110, y))
    assert gallery.heard[-1] == "to card 58"
    driver.move((600, 100))
    assert gallery.heard[-1] == "over "


def test_a_filter_of_the_log_shows_only_matching_lines(driver, gallery):
    log = gallery.log
    log.set_filter({"battle"})
    driver.step()
    assert len(log.visible_lines) == 20
    log.append("Not a battle", tags={"chat"})
    assert len(log.visible_lines) == 20
    log.append("A battle", tags={"battle", "mine"})
    assert log.visible_lines[-1].markup == "A battle"
    log.set_filter(None)
    assert len(log.visible_lines) == 62


def test_pointing_at_a_span_of_the_log_shows_its_tip(driver, gallery):
    log = gallery.log
    log.link_tip = lambda link: f"All about {link}"
    driver.move((log.rect.x + 35, line_center(log, 58)[1]))
    driver.pass_time(0.3)
    assert gallery.ui.tooltip.text == "All about player Chen"


def test_the_log_can_scroll_to_a_line_and_be_cleared(driver, gallery):
    log = gallery.log
    log.show_line(log.lines[3])
    driver.step()
    assert log.chosen_row == 3
    assert log.line_at(*line_center(log, 3)) == 3
    log.truncate()
    assert log.value_text() == "empty"


def test_the_log_is_controlled_by_keys(driver, gallery):
    gallery.ui.focus_on(gallery.log, ring=True)
    driver.key("UP", "UP")
    assert driver.said[-1].startswith("58 Chen plays Quick March")
    driver.key("ENTER")
    assert gallery.heard[-1] == "to step 58"
    driver.key("HOME")
    assert gallery.log.scroll.offset == 0
    driver.key("PAGEDOWN")
    assert gallery.log.scroll.offset > 100


def test_a_narrower_log_rewraps_its_lines():
    log = Log("Log")
    for i in range(10):
        log.append(f"Line {i} with a good many words that must be broken if there is little room for them")
    log.place(Rect(0, 0, 800, 100))
    wide = log._tops[-1]
    log.place(Rect(0, 0, 200, 100))
    assert log._tops[-1] > 2 * wide
    assert log.scroll.offset == log.scroll.max_offset


def test_a_long_log_is_fast_to_draw(driver):
    class Long(Screen):
        def build(self):
            self.log = self.ui.put(Log("Log"), (100, 100, 400, 300))

    screen = driver.show(Long())
    for i in range(3000):
        screen.log.append(f"Line *{i}*")
    driver.step()
    parts, _ = screen.ui.paint(driver.window.widget_canvas)
    assert sum(len(part.quads) for part in parts) < 13 * 400
    screen.log.max_lines = 3000
    screen.log.append("The oldest go")
    assert len(screen.log.lines) == 2701


# The hand -------------------------------------------------------------------------------------------------------------

HAND = Rect(280, 0, 740, 150)


@given(st.integers(1, 14), st.integers(-1, 13))
def test_the_cards_of_a_hand_stay_in_its_rectangle_and_in_order(count, raised):
    raised = min(raised, count - 1)
    slots = fan_slots(count, HAND, raised)
    assert len(slots) == count
    push = FanShape().push_distance
    for slot in slots:
        assert HAND.x - push - 8 <= slot.x - 62 * slot.scale + 20
        assert slot.x + 62 * slot.scale - 20 <= HAND.right + push + 8
    rest = [s.x for i, s in enumerate(slots) if i != raised]
    assert rest == sorted(rest)


@given(st.integers(2, 13))
def test_a_hand_with_more_cards_overlaps_them_more(count):
    def step(n):
        slots = fan_slots(n, HAND)
        return slots[1].x - slots[0].x

    assert step(count + 1) <= step(count) + 1e-9


def test_the_raised_card_is_upright_and_pushes_its_neighbours_aside():
    resting, slots = fan_slots(7, HAND), fan_slots(7, HAND, 3)
    assert slots[3].angle == 0
    assert slots[3].scale == 1.3
    assert slots[3].y - 87 * 1.3 >= 0
    assert slots[2].x < resting[2].x
    assert slots[4].x > resting[4].x
    assert resting[2].x - slots[2].x > resting[0].x - slots[0].x


def test_the_filled_area_of_a_hand_fits_its_cards():
    hand = Fan("Hand", lambda _card, _large: None)
    hand.rect = HAND
    assert hand.filled_rect == HAND
    hand.set_items([1, 2, 3])
    slots, side = fan_slots(3, HAND), hand.shape.card[0] / 2
    assert slots[0].x - side - 20 < hand.filled_rect.x < slots[0].x - side
    assert slots[2].x + side < hand.filled_rect.right < slots[2].x + side + 20
    hand.set_items(range(13))
    assert hand.filled_rect == HAND


def test_a_card_rises_under_the_pointer_and_is_played_by_a_press(driver, gallery):
    hand = gallery.fan
    x, y = hand.slot_of(4)[:2]
    driver.move((x - 30, y))
    driver.pass_time(0.6)
    assert hand.raised_index == 4
    assert hand.slot_of(4).scale == 1.3
    driver.click((x - 30, y))
    assert gallery.heard == ["played Eli"]
    driver.move((600, 600))
    driver.pass_time(0.6)
    assert hand.raised_index == -1
    assert hand.slot_of(4).scale == 1


def test_every_card_of_a_hand_can_be_pointed_at(driver, gallery):
    hand, seen = gallery.fan, set()
    for x in range(270, 1040, 5):
        driver.screen.ui.move_pointer(float(x), 60.0)
        seen.add(hand.raised_index)
    assert seen >= set(range(9))


def test_a_small_movement_of_the_pointer_does_not_raise_another_card(driver, gallery):
    for x in range(290, 1000, 10):
        driver.screen.ui.move_pointer(float(x), 70.0)
        first = gallery.fan.raised_index
        driver.screen.ui.move_pointer(float(x), 70.5)
        driver.screen.ui.move_pointer(float(x), 70.0)
        assert gallery.fan.raised_index == first


def test_a_press_on_an_unplayable_card_shows_the_reason(driver, gallery):
    hand = gallery.fan
    x, y = hand.slot_of(3)[:2]
    driver.click((x - 20, y))
    assert gallery.heard == []
    assert driver.said[-1] == "Dara: Not enough mana"
    driver.pass_time(0.3)
    assert "Not enough mana" in gallery.ui.tooltip.text


def test_the_hand_is_controlled_by_keys(driver, gallery):
    gallery.ui.focus_on(gallery.fan, ring=True)
    assert gallery.fan.raised_index == 0
    driver.key("RIGHT", "RIGHT")
    assert driver.said[-1] == "Chen, 3 of 9"
    driver.key("ENTER")
    assert gallery.heard == ["played Chen"]
    driver.key("END", "LEFT")
    assert gallery.fan.raised_index == 7
    driver.key("TAB")
    assert gallery.fan.raised_index == -1


def test_a_card_is_dragged_out_of_the_hand(driver, gallery):
    hand = gallery.fan
    taken = []
    gallery.list.drop_target = DropTarget(lambda name: True, lambda name, x, y: taken.append(name))
    x, y = hand.slot_of(6)[:2]
    driver.press((x - 10, y))
    driver.drag_to("Seats")
    driver.shot()
    driver.release()
    assert taken == ["Gus"]
    assert gallery.heard == []
    driver.pass_time(0.6)
    assert hand.raised_index == -1


def test_new_cards_move_into_the_hand_and_the_others_move_aside(driver, gallery):
    hand = gallery.fan
    hand.arrival_point = (100.0, 300.0)
    before = hand.slot_of(8)
    hand.set_items([*hand.cards[1:], "Zoe"])
    assert hand.slot_of(8)[:2] == (100.0, 300.0)
    assert hand.slot_of(7) == before
    driver.pass_time(1.5)
    assert hand.slot_of(8) == fan_slots(9, hand.rect)[8]


def test_with_reduced_motion_the_cards_of_a_hand_are_in_place_at_once(driver, gallery):
    hand = gallery.fan
    hand.reduced_motion = True
    hand.raise_card(2)
    assert hand.slot_of(2).scale == 1.3


def test_the_chosen_card_stays_slightly_raised(driver, gallery):
    hand = gallery.fan
    rest = hand.slot_of(4).y
    hand.chosen_index = 4
    driver.pass_time(1)
    assert hand.slot_of(4).y == pytest.approx(rest + 10)
