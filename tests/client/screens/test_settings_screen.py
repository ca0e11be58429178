"""The settings in a real window: by mouse, by keys alone, and effective at once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from client.app.settings import LARGEST_TEXTS, Settings
from client.art.sound.mixer import Mixer
from client.screens.settings.settings import (
    SettingsScreen,
    apply_changes,
    open_settings,
    print_announcement,
    with_window_size,
)
from client.table.keys import KEYS
from client.ui import theme as themes
from client.ui.keys import Keymap
from client.ui.scale import AUTOMATIC
from client.ui.screen import Screen
from tests.support.client.driver import Driver

Opened = Callable[..., SettingsScreen]


class Below(Screen):
    """The screen shown before the settings."""


@pytest.fixture
def told() -> list[Settings]:
    return []


@pytest.fixture
def mixer() -> Mixer:
    return Mixer()


@pytest.fixture
def opened(driver: Driver, told: list[Settings], mixer: Mixer) -> Opened:
    def open_them(page: str = "Display", **fields: object) -> SettingsScreen:
        settings = replace(Settings(), **fields)  # type: ignore[arg-type]
        driver.window.keys = Keymap(KEYS)
        apply_changes(driver.window, settings, mixer)
        driver.show(Below())
        screen = open_settings(driver.window, settings, told.append, mixer)
        screen.tabs.show(page)
        driver.step()
        return screen

    return open_them


def drag_slider(driver: Driver, name: str, share: float) -> None:
    slider = driver.find(name)
    line = slider._track_rect()  # type: ignore[attr-defined]
    y = line.y + line.h / 2
    driver.drag(
        (line.x + line.w * (slider.value - slider.low) / (slider.high - slider.low), y),  # type: ignore[attr-defined]
        (line.x + line.w * share, y),
    )


def pick(driver: Driver, choice: str, text: str) -> None:
    driver.click(choice)
    menu = driver.find(f"{choice} options")
    row = [option.text for option in menu.items].index(text)  # type: ignore[attr-defined]
    driver.click(menu.row_rect(row).center)  # type: ignore[attr-defined]


# By the mouse ---------------------------------------------------------------------------------------------------------


def test_the_scale_is_automatic_until_the_player_chooses_one(
    driver: Driver, opened: Opened, told: list[Settings]
) -> None:
    driver.resize(1920, 1080)
    screen = opened()
    assert driver.window.ui_scale == 1.25 and driver.find("Size of everything").value_text() == "Automatic: 125%"
    driver.resize(1280, 720, driver.window.user_scale)
    assert driver.window.ui_scale == 1.0 and driver.find("Size of everything").value_text() == "Automatic: 100%"
    driver.resize(1920, 1080, driver.window.user_scale)
    pick(driver, "Size of everything", "200%")
    assert driver.window.user_scale == told[-1].scale == 2.0 and driver.window.ui_scale == 1.5
    driver.step()
    assert "at most 150%" in screen.fits.text
    pick(driver, "Size of everything", "Automatic")
    assert driver.window.ui_scale == 1.25 and told[-1].scale == AUTOMATIC
    assert driver.find("Size of everything").value_text() == "Automatic: 125%"


def test_a_custom_value_outside_the_list_is_kept(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    driver.resize(1920, 1080)
    opened(scale=1.3)
    assert driver.window.ui_scale == pytest.approx(1.3) and driver.find("Size of everything").value_text() == "130%"


def test_a_settings_slider_reports_its_value_when_released(
    driver: Driver, opened: Opened, told: list[Settings]
) -> None:
    opened()
    slider = driver.find("Size of texts")
    x, y = slider._track_rect().x, slider._track_rect().y + 3  # type: ignore[attr-defined]
    driver.press((x + slider._track_rect().w / 5, y))  # type: ignore[attr-defined]
    driver.drag_to((slider._track_rect().right, y))  # type: ignore[attr-defined]
    assert themes.theme().text_scale == 1.0 and not told
    driver.release()
    assert themes.theme().text_scale == LARGEST_TEXTS == told[-1].text_scale


def test_a_new_text_size_and_new_seat_colours_apply_at_once(
    driver: Driver, opened: Opened, told: list[Settings]
) -> None:
    opened()
    drag_slider(driver, "Size of texts", 1.0)
    assert themes.theme().text_scale == LARGEST_TEXTS == told[-1].text_scale
    driver.click((driver.find("Pages").rect.x + 260, driver.find("Pages").rect.y + 10))
    seat = themes.theme().colors["seat_1"]
    pick(driver, "Colours of the seats", "High separation")
    assert told[-1].palette == "high-separation"
    assert themes.theme().colors["seat_1"] != seat


def test_a_changed_volume_reaches_the_mixer_and_plays_a_sound(
    driver: Driver, opened: Opened, told: list[Settings], mixer: Mixer
) -> None:
    opened("Sound")
    drag_slider(driver, "Everything", 0.5)
    drag_slider(driver, "Pieces and battles", 0.0)
    drag_slider(driver, "The Roil", 1.0)
    assert mixer.master == told[-1].master == 0.5
    assert mixer.volumes == {"effects": 0.0, "interface": 0.6, "ambience": 1.0, "music": 0.15}
    assert "clack" in mixer.played and "build" in mixer.played


def test_switches_and_choices_change_settings(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    opened("Access")
    driver.click("Reduce motion")
    driver.click("Write every prompt and event")
    assert driver.window.announcer.sink is print_announcement
    driver.click("Write every prompt and event")
    assert driver.window.announcer.sink is None
    pick(driver, "Speed of animations", "×4")
    assert told[-1] == replace(Settings(), reduced_motion=True, speed=4.0)


def test_the_window_gets_the_size_chosen_in_the_settings(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    opened()
    pick(driver, "Size of the window", "1600 × 900")
    assert told[-1].size == (1600, 900)


def test_a_resized_window_updates_the_settings(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    screen = opened()
    driver.resize(1500, 850)
    assert told[-1].size == (1500, 850) == screen.sizes.chosen_value
    assert with_window_size(driver.window, Settings()).size == (1500, 850)


def test_the_done_button_returns_to_the_previous_screen(driver: Driver, opened: Opened) -> None:
    opened()
    driver.click("Done")
    assert isinstance(driver.screen, Below)


def test_widgets_behind_the_panel_cannot_be_pressed(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    screen = opened()
    driver.click((20, 20))
    assert driver.screen is screen and not told


# By the keys ----------------------------------------------------------------------------------------------------------


def test_every_control_is_reached_by_tab(driver: Driver, opened: Opened) -> None:
    screen = opened()
    for page in screen.tabs.titles:
        screen.tabs.show(page)
        driver.screen.ui.focus_on(screen.tabs.strip)
        seen = []
        for _ in range(40):
            driver.key("TAB")
            focus = screen.ui.focus
            assert focus is not None
            seen.append(focus)
            if focus is screen.tabs.strip:
                break
        assert set(screen.ui.focusables()) == set(seen)


def test_the_settings_can_be_used_by_keys(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    driver.resize(1920, 1080)
    opened()
    driver.key("TAB", *["RIGHT"] * 4)
    assert driver.window.user_scale == 1.1
    driver.key("DOWN", "END", "DOWN", "DOWN", "DOWN", "RIGHT")
    assert (told[-1].text_scale, told[-1].effects) == (LARGEST_TEXTS, "low")
    driver.key("UP", "UP", "UP", "UP", "UP")
    driver.key("RIGHT", "RIGHT", "RIGHT", "RIGHT")
    assert driver.screen.tabs.current_title == "You"  # type: ignore[attr-defined]
    driver.key("TAB")
    driver.type("Ada ")
    driver.key("ESCAPE")
    assert told[-1] == replace(
        with_window_size(driver.window, Settings()), scale=1.1, text_scale=LARGEST_TEXTS, effects="low", name="Ada"
    )
    assert isinstance(driver.screen, Below)


def choose_action(driver: Driver, screen: SettingsScreen, action: str) -> None:
    actions = screen.keys_page.list
    actions.select(list(actions.items).index(action))
    driver.screen.ui.focus_on(actions, ring=True)


def test_a_key_can_be_rebound(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    screen = opened("Keys")
    choose_action(driver, screen, "march")
    driver.key("ENTER", "SHIFT+J")
    assert told[-1].keys == {"march": ("SHIFT+J",)}
    assert driver.window.keys.chords("march") == ("SHIFT+J",)
    driver.click("Reset")
    assert told[-1].keys == {}
    assert "is reset" in driver.said[-1]


def test_an_action_can_have_a_second_key(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    screen = opened("Keys")
    choose_action(driver, screen, "march")
    driver.click("Add another key")
    driver.key("K")
    assert told[-1].keys == {"march": ("X", "K")}


def test_binding_a_used_key_asks_first(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    screen = opened("Keys")
    choose_action(driver, screen, "march")
    driver.key("ENTER", "L")
    driver.key("ESCAPE")
    assert not told and driver.window.keys.chords("march") == ("X",)
    driver.key("ENTER", "L")
    driver.click("Take it for “March”")
    assert told[-1].keys == {"march": ("L",), "log": ()}
    assert "Go to the log now has no key" in screen.keys_page.news.text
    choose_action(driver, screen, "log")
    driver.click("Reset")
    assert "already means" in screen.keys_page.news.text


@pytest.mark.parametrize("key", ["TAB", "LEFT", "ESCAPE"])
def test_essential_keys_cannot_be_unbound(driver: Driver, opened: Opened, told: list[Settings], key: str) -> None:
    screen = opened("Keys")
    choose_action(driver, screen, "march")
    driver.key("ENTER", key)
    assert not told and not screen.ui.layers
    assert driver.window.keys.chords("march") == ("X",)


def test_key_capture_can_be_cancelled_by_mouse(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    screen = opened("Keys")
    driver.click("Change the key")
    driver.click("Cancel")
    assert not screen.ui.layers and not told


def test_all_keys_can_be_reset(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    opened("Keys", keys={"march": ("J",)})
    assert driver.window.keys.chords("march") == ("J",)
    driver.click("Reset all keys")
    assert told[-1].keys == {} and driver.window.keys.chords("march") == ("X",)


def test_all_settings_can_be_reset(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    screen = opened("You", name="Ada", speed=4.0, master=0.2, keys={"march": ("J",)})
    driver.click("Reset all settings")
    driver.key("ESCAPE")
    assert not told
    driver.click("Reset all settings")
    driver.click("Reset")
    assert told[-1] == Settings(name="Ada")
    assert screen.tabs.current_title == "You" and driver.window.keys.changes() == {}
    screen.tabs.show("Sound")
    assert driver.find("Everything").value == 1.0  # type: ignore[attr-defined]


# How it looks ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "scale", "text"),
    [((1280, 720), 1.0, LARGEST_TEXTS), ((1920, 1080), 1.5, LARGEST_TEXTS), ((1280, 720), 0.8, 0.9)],
)
def test_no_settings_widget_leaves_the_panel_or_overlaps_another(
    driver: Driver, opened: Opened, size: tuple[int, int], scale: float, text: float
) -> None:
    driver.resize(*size)
    screen = opened(scale=scale, text_scale=text)
    panel = driver.find("Settings").rect
    for page in screen.tabs.titles:
        screen.tabs.show(page)
        driver.step()
        shown = screen.ui.focusables()
        for widget in shown:
            r = widget.rect
            assert panel.x < r.x and r.right < panel.right and panel.y < r.y and r.top < panel.top, widget.name
        for i, a in enumerate(shown):
            for b in shown[i + 1 :]:
                apart = (
                    a.rect.right <= b.rect.x
                    or b.rect.right <= a.rect.x
                    or a.rect.top <= b.rect.y
                    or b.rect.top <= a.rect.y
                )
                assert apart, (a.name, b.name)


def test_an_invalid_player_name_is_refused_with_a_reason(driver: Driver, opened: Opened, told: list[Settings]) -> None:
    screen = opened("You", name="Ada")
    driver.key("TAB", "END")
    driver.type(" +")
    assert screen.name_field.error and not told
    driver.key("BACKSPACE")
    driver.type(" L.")
    assert not screen.name_field.error and told[-1].name == "Ada L."
