"""Every widget in a real window, by mouse and by keys."""

import pytest
from PIL import Image

from client.ui.controls.basic import Button, Label, Picture, Toggle
from client.ui.controls.choice import Choice, Option
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column
from client.ui.controls.lists import ScrollList
from client.ui.controls.numbers import ProgressBar, Slider, Stepper
from client.ui.controls.panel import Panel
from client.ui.controls.tabs import Tabs
from client.ui.screen import Screen
from client.ui.widget import LEFT, RIGHT, Widget, requested_size
from tests.support.client.gallery import Gallery


@pytest.fixture
def gallery(driver):
    return driver.show(Gallery())


def focus(driver, name):
    driver.screen.ui.focus_on(driver.find(name), ring=True)
    driver.step()


# Buttons ------------------------------------------------------------------------------------------------------------


def test_a_button_is_pressed_when_the_mouse_button_is_released_over_it(driver, gallery):
    driver.press("Create table")
    assert gallery.heard == []
    assert driver.find("Create table").pressed
    driver.release()
    assert gallery.heard == ["create"]


def test_a_press_is_cancelled_by_moving_the_pointer_off_the_button(driver, gallery):
    driver.press("Create table")
    driver.drag_to((700, 100))
    driver.release()
    assert gallery.heard == []


def test_a_button_is_pressed_by_enter_and_by_space(driver, gallery):
    focus(driver, "Lock in")
    driver.key("ENTER", "SPACE")
    assert gallery.heard == ["commit", "commit"]


def test_enter_does_not_press_the_button_that_was_last_clicked(driver, gallery):
    driver.click("Leave")
    driver.key("ENTER")
    assert gallery.heard == ["leave"]


def test_a_disabled_button_does_nothing_and_announces_the_reason(driver, gallery):
    driver.click("Join")
    assert gallery.heard == []
    assert driver.said[-1] == "Join: The table is full"
    driver.pass_time(0.3)
    assert "The table is full" in gallery.ui.tooltip.text
    focus(driver, "Join")
    driver.key("ENTER")
    assert gallery.heard == []


def test_icon_buttons_have_a_name_that_is_shown_as_a_tip(driver, gallery):
    driver.click("Close")
    assert gallery.heard == ["close"]
    x, y = driver.find("Close").rect.center
    driver.move((x + 5, y))
    driver.pass_time(0.3)
    assert gallery.ui.tooltip.text == "Close"


def test_the_right_mouse_button_does_not_press_a_button(driver, gallery):
    driver.click("Create table", RIGHT)
    assert gallery.heard == []


# Toggle, slider, stepper --------------------------------------------------------------------------------------------


def test_a_toggle_is_switched_by_mouse_and_keys(driver, gallery):
    driver.click("Reduced motion")
    focus(driver, "Reduced motion")
    driver.key("SPACE", "ENTER")
    assert gallery.heard == ["motion True", "motion False", "motion True"]
    assert driver.said[-1] == "Reduced motion, switch, on"


def test_a_disabled_toggle_keeps_its_value_and_announces_the_reason(driver, gallery):
    driver.click("Announcer")
    assert driver.find("Announcer").on
    assert "No speech program was found" in driver.said[-1]


def test_a_slider_follows_the_mouse(driver, gallery):
    slider = driver.find("Volume")
    line = slider._track_rect()
    y = line.center[1]
    driver.click((line.x + line.w * 0.25, y))
    assert slider.value == pytest.approx(0.25)
    driver.drag((line.x + line.w * 0.25, y), (line.x + line.w + 50, y))
    assert slider.value == 1
    driver.scroll("Volume", -1)
    assert slider.value == pytest.approx(0.95)
    assert gallery.heard[-1] == "volume 0.95"


def test_a_slider_is_moved_by_keys(driver, gallery):
    focus(driver, "Volume")
    driver.key("RIGHT")
    assert driver.find("Volume").value == pytest.approx(0.65)
    driver.key("LEFT", "LEFT", "PAGEDOWN")
    assert driver.find("Volume").value == pytest.approx(0.45)
    driver.key("HOME")
    assert driver.find("Volume").value == 0
    driver.key("END")
    assert driver.said[-1] == "Volume, slider, 100%"
    driver.hold("LEFT", repeats=4)
    assert driver.find("Volume").value == pytest.approx(0.75)


def test_a_stepper_is_set_by_mouse(driver, gallery):
    stepper = driver.find("Gold")
    r = stepper.rect
    driver.click((r.right - 8, r.center[1]))
    assert stepper.value == 4
    driver.click((r.x + 8, r.center[1]))
    driver.click((r.x + 8, r.center[1]))
    assert stepper.value == 2
    driver.scroll("Gold", 1)
    assert stepper.value == 3
    driver.click((r.center[0], r.center[1]))
    assert stepper.value == 3


def test_a_stepper_is_set_by_keys_and_digits(driver, gallery):
    focus(driver, "Gold")
    driver.key("RIGHT")
    assert driver.find("Gold").value == 4
    driver.key("1", "2")
    assert driver.find("Gold").value == 12
    driver.key("5")
    assert driver.find("Gold").value == 5
    driver.key("HOME", "LEFT")
    assert driver.find("Gold").value == 0
    driver.key("END")
    assert driver.find("Gold").value == 12
    assert driver.said[-1] == "Gold, number, 12, from 0 to 12"


# Text ---------------------------------------------------------------------------------------------------------------


def test_a_field_supports_typing_and_correcting(driver, gallery):
    driver.click("Address")
    driver.type("10.0.0.7x")
    driver.key("BACKSPACE")
    driver.key("HOME")
    driver.key("DELETE")
    driver.key("RIGHT", "RIGHT")
    driver.type("9")
    assert driver.find("Address").text == "0.90.0.7"


def test_letters_typed_into_a_field_trigger_no_shortcuts(driver, gallery):
    driver.click("Address")
    driver.type("ii l")
    assert driver.find("Address").text == "ii l"
    assert not gallery.ui.tooltip.visible


def test_a_field_supports_selection_and_clipboard(driver, gallery):
    driver.click("Your name")
    driver.key("CTRL+A", "CTRL+C")
    assert gallery.ui.clipboard.get() == "Ada"
    driver.key("END")
    driver.type(" Lovelace")
    driver.key("CTRL+SHIFT+LEFT", "CTRL+X")
    assert driver.find("Your name").text == "Ada "
    driver.key("HOME", "CTRL+V")
    assert driver.find("Your name").text == "LovelaceAda "
    driver.key("SHIFT+HOME")
    assert driver.find("Your name").selection == (0, 8)
    driver.type("J")
    assert driver.find("Your name").text == "JAda "


def test_the_mouse_selects_text_in_a_field(driver, gallery):
    field = driver.find("Your name")
    y = field.rect.center[1]
    driver.press((field.rect.x + 8, y))
    driver.drag_to((field.rect.right - 10, y))
    driver.release()
    assert field.selection == (0, 3)
    driver.type("Bo")
    assert field.text == "Bo"
    assert gallery.heard[-1] == "name Bo"


def test_a_field_limits_the_length_of_its_text_and_submits_on_enter(driver, gallery):
    driver.click("Your name")
    driver.type("x" * 30)
    assert len(driver.find("Your name").text) == 20
    driver.key("ENTER")
    assert gallery.heard[-1].startswith("submit Adaxxx")


def test_a_field_accepts_only_allowed_characters():
    field = TextField("Port", accepts_letter=str.isdigit, max_length=5)
    field.on_text("4a7\r7:77777")
    assert field.text == "47777"


def test_the_caret_of_a_field_blinks_only_while_it_has_the_focus(driver, gallery):
    driver.click("Address")
    field = driver.find("Address")
    seen = set()
    for _ in range(80):
        gallery.ui.update(1 / 60)
        seen.add(field._caret_is_visible)
    assert seen == {True, False}
    driver.click((620, 190))
    driver.step(frames=2)
    assert not gallery.ui._tickers


def test_a_long_text_in_a_field_scrolls_to_the_caret(driver, gallery):
    field = driver.find("Address")
    driver.click("Address")
    driver.type("wide " * 30)
    assert field._scroll_offset > 100
    driver.key("HOME")
    assert field._scroll_offset == 0


def test_an_error_of_a_field_is_shown_until_the_next_keystroke(driver, gallery):
    field = driver.find("Address")
    field.error = "This is no address"
    driver.move("Address")
    driver.pass_time(0.3)
    assert "This is no address" in gallery.ui.tooltip.text
    driver.click("Address")
    driver.type("1")
    assert field.error == ""


# Lists --------------------------------------------------------------------------------------------------------------


def test_a_list_is_controlled_by_mouse(driver, gallery):
    lst = driver.find("Seats")
    driver.click(lst.row_rect(1).center)
    assert gallery.heard == ["selected Bob"]
    driver.click(lst.row_rect(1).center)
    assert gallery.heard[-1] == "chose Bob"
    driver.scroll("Seats", -2)
    assert lst.scroll.offset > 50
    assert lst.row_at(*lst.content_rect().center) > 3


def test_pressing_an_unavailable_control_shows_the_reason(driver, gallery):
    lst = driver.find("Seats")
    driver.move(lst.row_rect(2).center)
    driver.pass_time(0.3)
    assert "Plays elsewhere" in gallery.ui.tooltip.text
    driver.click(lst.row_rect(2).center)
    driver.click(lst.row_rect(2).center)
    assert gallery.heard == ["selected Chen"]
    assert driver.said[-1] == "Chen: Plays elsewhere"


def test_a_list_is_controlled_by_keys(driver, gallery):
    focus(driver, "Seats")
    driver.key("DOWN", "DOWN", "ENTER")
    assert gallery.heard[-1] == "chose Bob"
    driver.key("END")
    assert driver.said[-1] == "Nia, 14 of 14"
    lst = driver.find("Seats")
    assert lst.scroll.offset == lst.scroll.max_offset
    driver.key("PAGEUP", "HOME")
    assert lst.item == "Ada"
    assert lst.scroll.offset == 0
    driver.hold("DOWN", repeats=5)
    assert lst.item == "Gus"


def test_a_scroll_bar_can_be_dragged(driver, gallery):
    lst = driver.find("Seats")
    knob = lst.scroll.bar_rects()[1]
    driver.drag(knob.center, (knob.center[0], lst.rect.y))
    assert lst.scroll.offset == pytest.approx(lst.scroll.max_offset)
    driver.click((knob.center[0], lst.content_rect().top - 3))
    assert lst.scroll.offset < lst.scroll.max_offset


def test_a_refreshed_list_keeps_its_selection_and_scroll_position(driver, gallery):
    lst = driver.find("Seats")
    lst.select(6)
    driver.step()
    before = lst.row_rect(6).y
    lst.set_items(["New", *lst.items])
    driver.step()
    assert lst.item == "Gus"
    assert lst.row_rect(lst.selected).y == pytest.approx(before)


def test_a_list_of_thousands_of_rows_draws_only_the_visible_ones(driver, gallery):
    few = sum(len(part.quads) for part in gallery.ui.paint(driver.window.widget_canvas)[0])
    driver.find("Seats").set_items([f"Row {i}" for i in range(5000)])
    driver.step()
    assert sum(len(part.quads) for part in gallery.ui.paint(driver.window.widget_canvas)[0]) < few * 1.2


def test_a_press_on_a_column_title_sorts_the_table(driver, gallery):
    table = driver.find("Tables")
    head = table.content_rect().top + 10
    ping = table._column_rects()[2].center[0]
    driver.click((ping, head))
    assert [t[2] for t in table.items] == sorted(t[2] for t in table.items)
    driver.click((ping, head))
    assert table.is_descending
    driver.click(table.row_rect(0).center)
    assert table.item[2] == max(t[2] for t in table.items)


def test_a_table_is_controlled_by_keys(driver, gallery):
    focus(driver, "Tables")
    driver.key("DOWN", "ENTER")
    assert gallery.heard[-1] == "joined Ada's table"
    for _ in range(4):
        driver.key("DOWN")
    driver.key("ENTER")
    assert driver.said[-1].endswith(": Full")


def test_an_empty_list_shows_a_text(driver):
    class Empty(Screen):
        def build(self):
            self.list = self.ui.put(ScrollList("Tables", empty="No table was found"), (10, 10, 300, 200))

    screen = driver.show(Empty())
    assert screen.list.value_text() == "0 entries"
    driver.key("TAB", "DOWN", "ENTER")
    driver.click("Tables")
    assert screen.list.selected == -1


# Choices and tabs ---------------------------------------------------------------------------------------------------


def test_a_choice_is_made_by_mouse(driver, gallery):
    driver.click("Palette")
    menu = driver.find("Palette options")
    driver.click(menu.row_rect(1).center)
    assert gallery.heard == ["palette b"]
    assert not gallery.ui.layers
    assert driver.find("Palette").chosen_value == "b"


def test_the_list_of_a_choice_can_be_closed_without_choosing(driver, gallery):
    driver.click("Palette")
    driver.click((700, 150))
    assert not gallery.ui.layers
    driver.click("Palette")
    driver.key("ESCAPE")
    assert not gallery.ui.layers
    assert gallery.heard == []


def test_a_choice_is_made_by_keys(driver, gallery):
    focus(driver, "Palette")
    driver.key("RIGHT", "RIGHT")
    assert gallery.heard == ["palette b", "palette d"]
    driver.key("ENTER", "UP", "UP", "ENTER")
    assert gallery.heard[-1] == "palette b"
    assert gallery.ui.focus.name == "Palette"


def test_an_unavailable_option_of_a_choice_cannot_be_chosen(driver, gallery):
    driver.click("Palette")
    menu = driver.find("Palette options")
    driver.click(menu.row_rect(2).center)
    assert driver.find("Palette").chosen_value == "a"
    assert "Not on this computer" in driver.said[-1]
    assert gallery.ui.layers


def test_a_disabled_choice_keeps_its_value():
    choice = Choice("c", [Option(1, "one"), Option(2, "two")], 2, enabled=False, reason="Too late")
    choice.choose(0)
    assert choice.chosen_value == 2


def test_tabs_are_switched_by_mouse_and_keys(driver, gallery):
    strip = driver.find("Side")
    driver.click(strip.title_rects()[1].center)
    assert gallery.side.current_title == "Chat"
    assert gallery.side.badges["Chat"] == ""
    assert not gallery.log.visible
    focus(driver, "Side")
    driver.key("LEFT")
    assert gallery.side.current_title == "Log"
    assert driver.said[-1] == "Side, tabs, Log, 1 of 2"


def test_tabs_can_be_switched_before_they_are_on_a_screen():
    tabs = Tabs("t", {"A": Label("a"), "B": Label("b")})
    tabs.show("B")
    tabs.set_badge("A", "3")
    assert tabs.badges["A"] == "3"
    tabs.show("A")
    assert tabs.badges["A"] == ""


# The rest -----------------------------------------------------------------------------------------------------------


def test_a_progress_bar_and_a_picture_are_drawn(driver, gallery):
    class Still(Screen):
        def build(self):
            self.bar = self.ui.put(ProgressBar("Loading", 0.0), (10, 10, 300, 20))
            art = self.textures.get("probe", lambda: Image.new("RGBA", (40, 20), "red"))
            self.picture = self.ui.put(Picture(art, name="Probe"), (400, 100, 100, 100))

    screen = driver.show(Still())
    before = driver.shot()
    screen.bar.fraction = 0.9
    after = driver.shot()
    x, y = 200, 720 - 20
    assert before.getpixel((x, y)) != after.getpixel((x, y))
    assert after.getpixel((450, 720 - 150)) == (255, 0, 0)
    assert after.getpixel((450, 720 - 190)) != (255, 0, 0)
    assert screen.bar.describe() == "Loading, progress, 90%"


def test_every_focusable_widget_of_the_gallery_has_a_name_and_a_description(driver, gallery):
    for widget in gallery.ui.focusables():
        assert widget.name
        assert widget.role
        assert widget.describe().startswith(f"{widget.name}, {widget.role}")


def test_labels_break_into_lines_and_report_their_height():
    label = Label("one two three four five six seven eight nine ten", wrap=True)
    narrow, wide = requested_size(label, 100), requested_size(label, 1000)
    assert narrow[1] > 3 * wide[1]
    assert narrow[0] <= 100


def test_a_panel_keeps_presses_from_the_widgets_below(driver):
    class Covered(Screen):
        def build(self):
            self.pressed = 0
            self.below = self.ui.put(Button("Below", self.count), (10, 10, 200, 100))
            self.ui.put(Panel(Column(Label("Above"))), (10, 10, 200, 100))

        def count(self):
            self.pressed += 1

    screen = driver.show(Covered())
    driver.click((100, 60))
    assert screen.pressed == 0


def test_a_custom_widget_receives_all_events(driver):
    class Board(Widget):
        role = "board"
        focusable = True

        def __init__(self):
            super().__init__("Board")
            self.heard = []

        def on_press(self, x, y, button):
            self.heard.append(("press", button))
            return True

        def on_drag(self, x, y, dx, dy):
            self.heard.append(("drag", round(dx)))

        def on_release(self, x, y, button):
            self.heard.append(("release", button))

        def on_scroll(self, x, y, dx, dy):
            self.heard.append(("scroll", dy))
            return True

        def on_key(self, symbol, modifiers):
            self.heard.append(("key", symbol))
            return True

    class Table(Screen):
        def build(self):
            self.board = self.ui.put(Board(), (0, 0, 1280, 720), h="stretch", v="stretch")

    screen = driver.show(Table())
    driver.press((300, 300), RIGHT)
    driver.drag_to((340, 300), RIGHT, steps=2)
    driver.release(RIGHT)
    driver.scroll((300, 300), 2)
    driver.click((300, 300), LEFT)
    driver.key("LEFT")
    assert [kind for kind, _ in screen.board.heard] == [
        "press", "drag", "drag", "release", "scroll", "press", "release", "key",
    ]  # fmt: skip
    assert screen.board.heard[1] == ("drag", 20)


def test_a_change_of_one_widget_repaints_only_that_widget(driver, gallery):
    driver.pass_time(1)
    painted = []
    for widget in gallery.ui.widgets():
        paint = widget.paint
        widget.paint = lambda canvas, w=widget, p=paint: (painted.append(w), p(canvas))
    driver.find("Textures").fraction = 0.7
    driver.step()
    assert [w.name for w in painted] == ["Textures"]


def test_texts_of_widgets_that_are_too_narrow_are_shortened(driver):
    class Tight(Screen):
        def build(self):
            self.slider = self.ui.put(Slider("Volume", 0.5), (10, 10, 120, 30))
            self.stepper = self.ui.put(Stepper("Gold", 5), (10, 60, 96, 30))
            self.toggle = self.ui.put(Toggle("A very long text for such a narrow place"), (10, 110, 120, 26))
            self.button = self.ui.put(Button("A very long text too", hint="Enter"), (10, 160, 120, 30))

    screen = driver.show(Tight())
    picture = driver.shot()
    background = picture.getpixel((900, 300))
    assert all(picture.getpixel((140, 720 - y)) == background for y in range(5, 200))
    assert screen.button.rect.w == 120
