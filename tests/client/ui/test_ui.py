"""Focus and regions, layers, tooltips, and drag and drop, from a user's perspective."""

import pytest

from client.ui.controls.basic import Button, Label
from client.ui.controls.layout import Column, Grid, Row
from client.ui.controls.numbers import Stepper
from client.ui.controls.panel import Panel
from client.ui.controls.tooltip import overlaps, place_beside
from client.ui.drag import DragSource, DropTarget
from client.ui.easing import tween
from client.ui.hexes import Rect
from client.ui.screen import Screen
from client.ui.ui import ARROW_DIRECTIONS
from client.ui.widget import RIGHT
from tests.support.client.gallery import Gallery


@pytest.fixture
def gallery(driver):
    return driver.show(Gallery())


class Squares(Screen):
    """Three by three buttons in one region, two more in another."""

    def build(self):
        self.heard = []
        self.buttons = [Button(str(i), lambda i=i: self.heard.append(i)) for i in range(9)]
        self.grid = self.ui.put(Grid(*self.buttons, columns=3, region="grid"), (100, 300, 400, 200))
        side = Column(Button("Upper", lambda: self.heard.append("upper")), Button("Lower"), region="side")
        self.side = self.ui.put(side, (700, 300, 200, 200))

    def run_action(self, action):
        self.heard.append(action)
        return True


@pytest.fixture
def squares(driver):
    return driver.show(Squares())


def focused(screen):
    return screen.ui.focus.name if screen.ui.focus is not None else None


# Focus ----------------------------------------------------------------------------------------------------------------


def test_tab_cycles_through_regions_and_remembers_the_place(driver, squares):
    driver.key("TAB")
    assert focused(squares) == "0"
    driver.key("RIGHT", "DOWN")
    assert focused(squares) == "4"
    driver.key("TAB")
    assert focused(squares) == "Upper"
    driver.key("TAB")
    assert focused(squares) == "4"
    driver.key("SHIFT+TAB")
    assert focused(squares) == "Upper"


def test_arrow_keys_go_to_the_nearest_widget_in_their_direction_within_the_region(driver, squares):
    driver.key("TAB")
    for key, name in (("RIGHT", "1"), ("RIGHT", "2"), ("RIGHT", "2"), ("DOWN", "5"), ("LEFT", "4"), ("UP", "1")):
        driver.key(key)
        assert focused(squares) == name


def test_an_arrow_key_goes_to_a_neighbour_that_was_set_explicitly(driver, squares):
    squares.buttons[2].focus_neighbours["right"] = driver.find("Lower")
    squares.ui.focus_on(squares.buttons[2], ring=True)
    driver.key("RIGHT")
    assert focused(squares) == "Lower"


def test_every_widget_of_the_gallery_is_reached_by_tab_and_arrows(driver, gallery):
    ui = gallery.ui
    driver.key("TAB")
    reached, frontier = {ui.focus}, [ui.focus]
    while frontier:
        here = frontier.pop()
        for way in (1, -1, *ARROW_DIRECTIONS.values()):
            ui.focus_on(here, ring=True)
            if isinstance(way, int):
                ui.step_focus(way)
            else:
                ui.move_focus(*way)
            if ui.focus not in reached:
                reached.add(ui.focus)
                frontier.append(ui.focus)
    assert reached == set(ui.focusables())


def test_in_a_form_tab_visits_every_field(driver, gallery):
    gallery.ui.focus_on(driver.find("Your name"), ring=True)
    names = []
    for _ in range(7):
        names.append(focused(gallery))
        driver.key("TAB")
    assert names[:4] == ["Your name", "Address", "Reduced motion", "Announcer"]
    assert focused(gallery) == "Seats"
    driver.key("SHIFT+TAB")
    assert focused(gallery) == "Palette"


def test_the_focus_ring_shows_only_while_keys_are_used(driver, squares):
    driver.click("4")
    assert not squares.ui.shows_ring
    driver.key("LEFT")
    assert squares.ui.shows_ring
    assert focused(squares) == "3"
    driver.click("8")
    assert not squares.ui.shows_ring


def test_the_widget_that_gets_the_focus_is_announced(driver, squares):
    driver.key("TAB", "RIGHT")
    assert driver.said == ["0, button", "1, button"]


def test_unhandled_keys_reach_the_screen_by_name(driver, squares):
    driver.key("ENTER", "ESCAPE")
    assert squares.heard == ["confirm", "back"]


def test_the_space_bar_can_trigger_an_action_of_the_screen_instead_of_a_press(driver, squares):
    driver.window.keys.defaults["skip"] = ("SPACE",)
    driver.window.keys.reset()
    squares.ui.space_presses = False
    driver.key("TAB", "SPACE")
    assert squares.heard == ["skip"]


def test_a_removed_widget_loses_focus_and_pointer(driver, squares):
    driver.click("4")
    squares.grid.remove(squares.buttons[4])
    assert squares.ui.focus is None
    assert squares.ui.hover is not squares.buttons[4]
    driver.step()
    driver.press("5")
    squares.grid.remove(*squares.grid.children)
    driver.release()
    assert squares.heard == [4]


def test_hidden_widgets_take_no_room_and_no_keys(driver, squares):
    squares.buttons[0].visible = False
    driver.step()
    driver.key("TAB")
    assert focused(squares) == "1"
    driver.click((110, 490))
    assert squares.heard == [1]


def test_a_failed_search_for_a_widget_lists_the_available_ones(driver, squares):
    with pytest.raises(LookupError, match="Lower"):
        driver.find("Nowhere")


# Layers ---------------------------------------------------------------------------------------------------------------


def dialog(screen):
    row = Row(Button("Yes", lambda: screen.heard.append("yes")), Button("No", lambda: screen.ui.close()), gap=8)
    return screen.ui.open(Panel(Column(Label("Really?"), row), title="Leave the table"))


def test_a_dialog_keeps_pointer_and_focus_to_itself(driver, squares):
    driver.key("TAB", "RIGHT")
    dialog(squares)
    assert focused(squares) == "Yes"
    driver.click("0")
    assert squares.heard == []
    driver.key("TAB", "TAB", "TAB")
    assert focused(squares) in {"Yes", "No"}
    driver.key("CTRL+Z", "L")
    assert squares.heard == []
    squares.ui.focus_on(driver.find("Yes"), ring=True)
    driver.key("ENTER")
    assert squares.heard == ["yes"]
    driver.key("ESCAPE")
    assert not squares.ui.layers
    assert focused(squares) == "1"


def test_a_dialog_closes_by_its_button(driver, squares):
    dialog(squares)
    driver.click("No")
    assert not squares.ui.layers
    driver.click("0")
    assert squares.heard == [0]


def test_a_dialog_may_ignore_esc(driver, squares):
    squares.ui.open(Panel(Button("Done")), escapable=False)
    driver.key("ESCAPE")
    assert squares.ui.layers
    assert squares.heard == []


def test_an_open_panel_leaves_the_rest_of_the_screen_usable(driver, squares):
    squares.ui.open(Panel(Button("Note")), Rect(900, 100, 200, 60), kind="panel")
    driver.click("3")
    assert squares.heard == [3]
    driver.key("TAB")
    assert focused(squares) == "Upper"
    driver.key("TAB")
    assert focused(squares) == "Note"
    driver.key("L", "TAB")
    assert focused(squares) == "3"


def test_closing_a_dialog_is_reported(driver, squares):
    squares.ui.open(Panel(Button("A")), on_close=lambda: squares.heard.append("closed"))
    below = squares.ui.layers[0].widget
    squares.ui.open(Panel(Button("B")), on_close=lambda: squares.heard.append("closed too"))
    squares.ui.close(below)
    assert squares.heard == ["closed too", "closed"]


# Tooltips -------------------------------------------------------------------------------------------------------------


def test_a_tooltip_waits_a_quarter_of_a_second_and_then_follows_at_once(driver, gallery):
    driver.move("Create table")
    driver.pass_time(0.1)
    assert not gallery.ui.tooltip.visible
    driver.pass_time(0.2)
    assert gallery.ui.tooltip.text == "Opens a *new table* on this network"
    driver.move("Close")
    driver.step()
    assert gallery.ui.tooltip.text == "Close"
    driver.move((700, 60))
    driver.step()
    assert gallery.ui.tooltip.text != "Close" or not gallery.ui.tooltip.visible


def test_no_tooltip_opens_after_a_press_before_the_pointer_moves(driver, gallery):
    driver.click("Create table")
    driver.pass_time(0.6)
    assert not gallery.ui.tooltip.visible
    x, y = driver.at
    driver.move((x + 2, y))
    driver.pass_time(0.6)
    assert not gallery.ui.tooltip.visible, "a hand that trembles does not ask"
    driver.move((x + 6, y))
    driver.pass_time(0.6)
    assert gallery.ui.tooltip.visible
    driver.key("F6")
    driver.pass_time(0.6)
    assert not gallery.ui.tooltip.visible


def test_no_tooltip_opens_for_what_appears_under_a_resting_pointer(driver, gallery):
    driver.move((640, 360))
    driver.pass_time(0.6)
    shown = gallery.ui.put(Button("New", tip="A new thing"), (0, 0, 1280, 720), "stretch", "stretch")
    driver.pass_time(0.6)
    assert gallery.ui.hover is shown and not gallery.ui.tooltip.visible
    driver.move((660, 360))
    driver.pass_time(0.6)
    assert gallery.ui.tooltip.text == "A new thing"
    gallery.ui.root.remove(shown)


def test_a_reason_that_appears_under_a_resting_pointer_opens_no_tooltip(driver, gallery):
    shown = gallery.ui.put(Button("Commit"), (0, 0, 1280, 720), "stretch", "stretch")
    driver.move((640, 360))
    driver.pass_time(0.6)
    shown.enabled, shown.reason = False, "There is still something to choose."
    driver.pass_time(0.6)
    assert not gallery.ui.tooltip.visible
    driver.click((640, 360))
    driver.pass_time(0.6)
    assert "still something" in gallery.ui.tooltip.text, "a press asks for the reason"
    gallery.ui.root.remove(shown)


def test_a_tooltip_closes_when_what_it_covers_must_be_pressed(driver, gallery):
    driver.move("Create table")
    driver.pass_time(0.6)
    tip = gallery.ui.tooltip.rect
    gallery.ui.uncovered_areas = lambda: [tip]
    driver.find("Create table").touch()
    driver.pass_time(0.6)
    assert not gallery.ui.tooltip.visible
    driver.move((driver.at[0] + 8, driver.at[1]))
    driver.pass_time(0.6)
    assert gallery.ui.tooltip.visible and not overlaps(gallery.ui.tooltip.rect, tip)


def test_the_key_i_shows_and_announces_the_tip_of_the_focused_widget(driver, gallery):
    gallery.ui.focus_on(driver.find("Create table"), ring=True)
    driver.key("I")
    assert gallery.ui.tooltip.visible
    assert driver.said[-1] == "Opens a new table on this network"
    driver.pass_time(1)
    assert gallery.ui.tooltip.visible
    driver.key("I")
    assert not gallery.ui.tooltip.visible
    driver.key("I", "RIGHT")
    assert not gallery.ui.tooltip.visible


def test_a_tooltip_disappears_when_another_widget_covers_its_widget(driver, gallery):
    driver.move("Create table")
    driver.pass_time(0.4)
    assert gallery.ui.tooltip.visible
    above = gallery.ui.put(Panel(Label("Above")), (0, 0, 1280, 720), "stretch", "stretch")
    driver.step(frames=2)
    assert not gallery.ui.tooltip.visible and gallery.ui.hover is not driver.find("Create table")
    gallery.ui.root.remove(above)


def test_a_tooltip_may_contain_a_widget(driver, gallery):
    card = Panel(Label("A whole card"), name="Card")
    driver.find("More").tip = lambda: card
    driver.move("More")
    driver.pass_time(0.3)
    assert card.parent is gallery.ui.tooltip
    made = []
    driver.find("More").tip = lambda: made.append(Panel(Label("Made anew"))) or made[-1]
    driver.pass_time(1)
    assert len(made) <= 3
    assert gallery.ui.tooltip.rect.w > 60


@pytest.mark.parametrize("at", [Rect(0, 0, 40, 20), Rect(1240, 0, 40, 20), Rect(0, 700, 40, 20), Rect(600, 0, 40, 720)])
def test_a_tooltip_stays_in_the_window_and_does_not_cover_its_widget(at):
    rect = place_beside(at, 300, 100, Rect(0, 0, 1280, 720))
    assert rect.x >= 0
    assert rect.right <= 1280
    assert rect.y >= 0
    assert rect.top <= 720
    assert rect.intersection(at).w * rect.intersection(at).h == 0


# Drag and drop --------------------------------------------------------------------------------------------------------


class Desk(Screen):
    """A draggable widget, one that accepts it, and one that does not."""

    def build(self):
        self.heard = []
        self.thing = self.ui.put(Button("Thing", lambda: self.heard.append("pressed")), (100, 100, 100, 40))
        self.thing.drag_source = DragSource(lambda: "thing", on_cancel=lambda: self.heard.append("lost"))
        self.box = self.ui.put(Panel(name="Box"), (400, 100, 100, 100))
        self.box.drop_target = DropTarget(lambda p: True, lambda p, x, y: self.heard.append((p, round(x), round(y))))
        self.wall = self.ui.put(Panel(name="Wall"), (700, 100, 100, 100))
        self.wall.drop_target = DropTarget(lambda p: "Walls take nothing", lambda p, x, y: self.heard.append("never"))


def test_a_widget_can_be_dragged_and_dropped(driver):
    desk = driver.show(Desk())
    driver.press("Thing")
    driver.drag_to("Box")
    assert desk.ui.drag.target is desk.box
    driver.release()
    assert desk.heard == [("thing", 450, 150)]
    assert desk.ui.drag is None


def test_a_refused_drop_is_answered_with_the_reason(driver):
    desk = driver.show(Desk())
    driver.press("Thing")
    driver.drag_to("Wall")
    assert desk.ui.drag.refusal == "Walls take nothing"
    driver.release()
    assert desk.heard == ["lost"]
    assert driver.said[-1] == "Walls take nothing"


def test_a_drag_is_cancelled_by_escape_or_the_right_button(driver):
    desk = driver.show(Desk())
    driver.press("Thing")
    driver.drag_to("Box")
    driver.key("ESCAPE")
    driver.release()
    driver.press("Thing")
    driver.drag_to("Box")
    driver.press(button=RIGHT)
    driver.release()
    assert desk.heard == ["lost", "lost"]


def test_a_small_movement_is_still_a_press(driver):
    desk = driver.show(Desk())
    driver.press("Thing")
    driver.drag_to((152, 121))
    driver.release()
    assert desk.heard == ["pressed"]


def test_the_picture_of_a_dragged_widget_is_drawn_at_the_pointer(driver):
    driver.show(Desk())
    before = driver.shot()
    driver.press("Thing")
    driver.drag_to((900, 500))
    after = driver.shot()
    assert after.getpixel((900, 720 - 515)) != before.getpixel((900, 720 - 515))


# Moving ---------------------------------------------------------------------------------------------------------------


def test_a_panel_slides_and_fades_together_with_its_children(driver):
    class Slide(Screen):
        def build(self):
            self.number = Stepper("Number", 1)
            self.panel = self.ui.put(Panel(Column(self.number)), (400, 300, 200, 60))
            self.timeline.play(tween(self.panel, "shift", (0.0, 200.0), 0.2))

    screen = driver.show(Slide())
    driver.pass_time(0.4)
    assert screen.panel.shift == (0.0, 200.0)
    driver.click((screen.number.rect.right - 8, screen.number.rect.center[1] + 200))
    assert screen.ui.widget_at(*screen.number.rect.center) is None
    picture = driver.shot()
    assert picture.getpixel((500, 720 - 302)) == picture.getpixel((900, 100))
    screen.panel.opacity = 0.0
    assert driver.shot().getpixel((500, 720 - 502)) == picture.getpixel((900, 100))
