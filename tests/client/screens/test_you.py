"""The player's identity in a real window: asked for at the first start, changed and moved; and known players."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import pytest

from client.app.app import App
from client.app.settings import Settings
from client.app.theme import game_theme
from client.art.theme import seat_look
from client.screens.menu import MenuScreen
from client.screens.settings.settings import SettingsScreen
from client.screens.welcome import WelcomeScreen
from client.table.keys import KEYS
from client.table.match.local_source import LocalSource
from client.ui import theme as themes
from client.ui.controls.basic import Label
from client.ui.controls.fields import TextField
from client.ui.keys import Keymap
from client.ui.richtext import plain_text
from core.bots.random_bot import RandomBot
from core.games.bridgefront.game import GAME
from core.games.midnight.game import GAME as MIDNIGHT
from lobby.players import transfer
from lobby.players.identity import FILE as IDENTITY
from lobby.players.identity import fingerprint, print_in_words
from lobby.players.profile import Profile
from lobby.players.transfer import PREVIOUS_FILE
from tests.client.games.bridgefront.test_screen import Canned, canned
from tests.client.screens.test_rooms import Bare
from tests.support.client.driver import Driver

BEN, EVE = b"b" * 32, b"e" * 32
PHRASE = "correct horse"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def app(driver: Driver, monkeypatch: pytest.MonkeyPatch, home: Path) -> App:
    real = transfer.hashlib.scrypt
    monkeypatch.setattr(transfer.hashlib, "scrypt", lambda *said, **how: real(*said, **how | {"n": 2}))
    monkeypatch.setattr("client.screens.backdrop._get_backdrop", lambda *args: Bare())
    driver.window.keys = Keymap(KEYS)
    themes.set_theme(game_theme())
    driver.window.clear_screens()
    return App(driver.window, replace(Settings(), reduced_motion=True), None, lambda *_: None, home)


def you(driver: Driver, app: App) -> SettingsScreen:
    app.show_settings()
    screen = driver.screen
    assert isinstance(screen, SettingsScreen)
    screen.tabs.show("You")
    driver.step()
    return screen


def test_the_first_start_asks_for_name_and_colour(driver: Driver, app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.screens.welcome.login_name", lambda: "ada")
    app.show_welcome()
    driver.step()
    screen = driver.screen
    assert isinstance(screen, WelcomeScreen) and screen.name.text == "ada"
    assert screen.key.letters.text == fingerprint(app.person.identity.key)
    driver.type("Аda")
    driver.key("ENTER")
    assert isinstance(driver.screen, WelcomeScreen) and "one script" in screen.name.error
    driver.key("CTRL+A")
    driver.type("Ada  L.")
    driver.click(screen.colour.chip_rects()[3].center)
    driver.click("Continue")
    assert isinstance(driver.screen, MenuScreen)
    assert app.person.profile() == Profile("Ada L.", 3) and app.settings.colour == 3


def test_the_first_start_can_skip_the_name(driver: Driver, app: App) -> None:
    app.show_welcome()
    driver.step()
    driver.key("ESCAPE")
    assert isinstance(driver.screen, MenuScreen) and not app.settings.name


def test_name_colour_and_key_are_on_the_page(driver: Driver, app: App, home: Path) -> None:
    screen = you(driver, app)
    key = app.person.identity.key
    assert (screen.key_card.letters.text, screen.key_card.words.text) == (fingerprint(key), print_in_words(key))
    driver.click("Your name")
    driver.type("Zoë")
    screen.ui.focus_on(screen.colour)
    driver.key("RIGHT")
    driver.key("RIGHT")
    assert app.person.profile() == Profile("Zoë", 2)
    driver.click("Reset all settings")
    driver.click("Reset")
    assert app.person.profile() == Profile("Zoë", 2)
    assert (home / "identity").read_bytes() not in repr(screen.__dict__).encode()


def test_an_identity_is_exported_and_imported(driver: Driver, app: App, home: Path, tmp_path: Path) -> None:
    app.person.save_profile(Profile("Ada", 5))
    app.settings = replace(app.settings, name="Ada", colour=5)
    you(driver, app)
    file = tmp_path / "stick" / "me"
    file.parent.mkdir()
    driver.click("Export")
    form = driver.screen.ui.layers[-1].widget
    form.file.set(str(file))
    driver.type(PHRASE)
    driver.click("Repeat it")
    driver.type("another")
    driver.key("ENTER")
    assert "differ" in form.trouble.text and not file.exists()
    form.again.set(PHRASE)
    driver.key("ENTER")
    assert file.exists() and not driver.screen.ui.layers
    assert not any(PHRASE in said for said in driver.screen.ui.announcer.last)
    mine = app.person.identity.key
    app.person = type(app.person)(tmp_path / "new")
    app.person.identity  # noqa: B018 - another one
    app.window.clear_screens()
    app.settings = replace(Settings(), name="Nobody")
    screen = you(driver, app)
    driver.click("Import")
    form = driver.screen.ui.layers[-1].widget
    form.file.set(str(file))
    form.phrase.set("wrong phrase")
    form._submit()
    assert "Wrong passphrase" in form.trouble.text
    form.phrase.set(PHRASE)
    form._submit()
    assert app.person.identity.key == mine and app.settings.name == "Ada" == screen.name_field.text
    assert screen.colour.chosen == 5 and screen.key_card.letters.text == fingerprint(mine)
    assert (tmp_path / "new" / PREVIOUS_FILE).exists()


def test_known_players_are_listed_and_forgotten(driver: Driver, app: App) -> None:
    app.person.known.record_match([("Ben", BEN), ("Eve", EVE)], date(2026, 11, 20))
    you(driver, app)
    driver.click("Known players")
    form = driver.screen.ui.layers[-1].widget
    assert [met.name for met in form.table.items] == ["Eve", "Ben"] and not form.forget.enabled
    driver.key("DOWN")
    driver.step()
    chosen = form._chosen.name
    driver.click("Forget")
    assert [met.name for met in app.person.known.players] == [{"Eve": "Ben", "Ben": "Eve"}[chosen]]
    assert len(form.table.items) == 1
    driver.key("ESCAPE")
    assert not driver.screen.ui.layers


def test_a_passphrase_field_neither_shows_nor_copies_its_text(driver: Driver, app: App) -> None:
    you(driver, app)
    driver.click("Export")
    field = driver.screen.ui.layers[-1].widget.phrase
    assert isinstance(field, TextField)
    driver.screen.ui.clipboard.set("before")
    driver.type(PHRASE)
    driver.key("CTRL+A")
    driver.key("CTRL+C")
    assert driver.screen.ui.clipboard.get() == "before"
    assert field.visible_text == "•" * len(PHRASE) and PHRASE not in field.describe() and field.text == PHRASE


def test_the_table_of_midnight_marks_a_known_name_with_another_key(driver: Driver, app: App) -> None:
    app.person.known.record_match([("Ilse", BEN)], date(2026, 11, 20))
    source = LocalSource(MIDNIGHT, {2: RandomBot("you", 2), 3: RandomBot("you", 3)}, names={1: "Ada", 2: "Ilse"})
    keys = [bytes(32), EVE, BEN]
    config = SimpleNamespace(game=MIDNIGHT, seat=1, persons=(1, 2), identities=keys, colours=[2, 1, 3])
    app.start_match(source, 1, print, config)  # type: ignore[arg-type]
    driver.step()
    match = driver.screen
    tips = {seat: plain_text(panel.explain()) for seat, panel in match.table.board.panels.items()}
    assert "Not the key that you know as Ilse" in tips[2] and "Key" not in tips[1] + tips[3]
    said = match.ui.announcer.last
    assert "Ilse: not the key that you know under this name." in said


def test_a_match_shows_chosen_colours_and_marks_changed_keys(driver: Driver, app: App) -> None:
    app.person.known.record_match([("Orla", BEN)], date(2026, 11, 20))
    state, secrets = canned()["action"][0]
    config = SimpleNamespace(game=GAME, seat=1, persons=(1, 2), identities=[bytes(32), EVE], colours=[2, 1])
    app.start_match(Canned(state, secrets, state.t), 1, print, config)  # type: ignore[arg-type]
    match = driver.screen
    match.table.names.names = ("Ada", "Orla")
    driver.step()
    assert [match.table.model.has_unknown_key(seat) for seat in (1, 2)] == [False, True]
    tips = {seat: plain_text(panel.explain()) for seat, panel in match.table.seats.panels.items()}
    assert "Not the key that you know as Orla" in tips[2] and "Key" not in tips[1]
    match.table.model.known = None
    assert not match.table.model.has_unknown_key(2) and "Key" in match.table.model.key_words(2)
    assert themes.theme().color("seat_1") == game_theme().color("seat_2")
    assert match.table.board.view.map.look(1).colour == seat_look(2).colour
    app.show_settings()
    settings = driver.screen
    assert isinstance(settings, SettingsScreen)
    settings.change(palette="high-separation")
    assert match.table.model.palette.startswith("high-separation 2")
    assert themes.theme().color("seat_1") == game_theme(1.0, "high-separation").color("seat_2")
    app.show_menu()
    assert themes.theme() == game_theme(1.0, "high-separation")


def test_a_second_window_of_one_home_reports_its_temporary_key(driver: Driver, app: App, home: Path) -> None:
    app.show_menu()
    driver.step()
    assert app.person.is_stored and not app.person.temporary_key_reason
    second = App(driver.window, app.settings, None, lambda *_: None, home)
    second.show_menu()
    driver.step()
    said = driver.find("Temporary key")
    assert isinstance(said, Label)
    assert "Another Tether on this computer is using your key" in said.text
    assert fingerprint(second.person.identity.key) != fingerprint(app.person.identity.key)


def test_an_unreadable_key_is_reported_in_the_menu(driver: Driver, app: App, home: Path) -> None:
    home.mkdir(exist_ok=True)
    (home / IDENTITY).write_bytes(b"short")
    app.show_menu()
    driver.step()
    said = driver.find("Temporary key")
    assert isinstance(said, Label)
    assert said.text.startswith("Your key cannot be read")


@pytest.mark.parametrize(("seat", "order"), [(1, "312456"), (2, "132456")])
def test_our_seat_has_the_colour_from_the_settings_if_no_other_player_has_it(
    driver: Driver, app: App, seat: int, order: str
) -> None:
    app.apply_settings(replace(app.settings, colour=3))
    state, secrets = canned()["action"][0]
    app.start_match(Canned(state, secrets, state.t), seat, print, game="bridgefront")
    driver.step()
    assert driver.screen.table.model.palette.endswith(f" {order}")
    assert themes.theme().color(f"seat_{seat}") == game_theme().color("seat_3")
    assert app._colours_around(4, 3) == (1, 2, 4, 3, 5, 6)
    app.show_menu()
    assert themes.theme() == game_theme()


def test_the_picked_colour_is_shown_while_a_solo_match_is_set_up(driver: Driver, app: App) -> None:
    app.apply_settings(replace(app.settings, colour=3))
    app.show_menu()
    driver.step()
    driver.click("Solo against bots")
    assert themes.theme().color("seat_1") == game_theme().color("seat_3")
    driver.key("ESCAPE")
    assert themes.theme() == game_theme()
