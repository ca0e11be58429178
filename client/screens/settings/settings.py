"""Settings, over any screen: five pages whose changes take effect at once; the caller stores them.

open_settings(window, settings, on_change)            # on_change(new settings) after each change
apply(window, settings, mixer)                        # at the start of the program
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from client.app.local_player import LocalPlayer
from client.app.settings import LARGEST_TEXTS, NAME_LENGTH, SMALLEST_TEXTS, SPEEDS, Settings
from client.app.theme import game_theme, opaque
from client.art.sound.mixer import Mixer
from client.art.theme import SEAT_PALETTES, order_of, ordered
from client.screens.backdrop import dim_background
from client.screens.settings.bindings import KeysPage
from client.screens.settings.profile import KeyCard, KnownPlayersDialog, ask_export, ask_import, colour_choice
from client.ui import theme as themes
from client.ui.canvas import Canvas
from client.ui.controls.basic import Button, Label, Toggle
from client.ui.controls.choice import Choice, Option
from client.ui.controls.fields import TextField
from client.ui.controls.layout import Column, Row, Space
from client.ui.controls.numbers import Slider
from client.ui.controls.panel import Panel
from client.ui.controls.tabs import Tabs
from client.ui.hexes import Rect
from client.ui.scale import AUTOMATIC
from client.ui.screen import KeyActions, Screen
from client.ui.theme import BoxStyle
from client.ui.widget import LEFT, Widget
from client.ui.window import Window
from lobby.players.confusables import clean_name
from lobby.players.profile import Profile
from net.text.names import is_name
from net.text.sanitizer import print_lines

PALETTE_WORDS = {"okabe-ito": "Okabe and Ito", "high-separation": "High separation"}
SIZES = ((1024, 576), (1280, 720), (1600, 900), (1920, 1080), (2560, 1440))
INTERFACE_SCALES = (0.8, 0.9, 1.0, 1.1, 1.25, 1.4, 1.5, 1.75, 2.0)
VOLUMES = (
    ("master", "Everything", "Applies to the four below", "clack"),
    ("effects_volume", "Pieces and battles", "Bridges, dice, horns, coins", "build"),
    ("interface_volume", "Buttons and alerts", "Buttons, your turn and the clock", "your turn"),
    ("ambience_volume", "The Roil", "Ambience in Bridgefront", ""),
    ("music_volume", "Music", "Soft music at every table", ""),
)
"""Volume settings, each with its field, its name, a description and a sound that demonstrates it."""


def print_announcement(line: str) -> None:
    """Print an announcer's line, for a speech program or a braille display that reads the terminal."""
    print_lines(line)


def apply_changes(
    window: Window, settings: Settings, mixer: Mixer | None = None, before: Settings | None = None
) -> None:
    """Apply the settings; apply size and full screen only if they differ from the settings `before`."""
    look = game_theme(settings.text_scale, ordered(settings.palette, order_of(themes.theme().palette)))
    if look != themes.theme():
        themes.set_theme(look)
        window.restyle()
    if window.user_scale != settings.scale:
        window.set_user_scale(settings.scale)
    if {action: tuple(keys) for action, keys in window.keys.changes().items()} != settings.keys:
        window.keys.load_changes(settings.keys)
    if settings.announcer and window.announcer.sink is None:
        window.announcer.sink = print_announcement
    elif not settings.announcer and window.announcer.sink is print_announcement:
        window.announcer.sink = None
    if mixer is not None:
        mixer.set_volume("master", settings.master)
        mixer.set_volume("effects", settings.effects_volume)
        mixer.set_volume("interface", settings.interface_volume)
        mixer.set_volume("ambience", settings.ambience_volume)
        mixer.set_volume("music", settings.music_volume)
    if before is not None and settings.fullscreen != before.fullscreen:
        window.set_fullscreen(settings.fullscreen)
    if before is not None and settings.size != before.size and not settings.fullscreen:
        window.fit(settings.size)


def with_window_size(window: Window, settings: Settings) -> Settings:
    """Return the settings with the current window size, which the player may have changed.

    If the screen has no room for the stored size, the settings keep that size.
    """
    full = bool(window.fullscreen)
    keeps = full or window.is_too_small or tuple(window.get_size()) == window.reduce_to_fit(settings.size)
    w, h = settings.size if keeps else window.get_size()
    return replace(settings, fullscreen=full, width=int(w), height=int(h)).with_valid_values()


def open_settings(
    window: Window,
    settings: Settings,
    on_change: Callable[[Settings], object],
    mixer: Mixer | None = None,
    on_close: Callable[[], object] | None = None,
    person: LocalPlayer | None = None,
) -> SettingsScreen:
    """Show the settings above the current screen; each change takes effect before `on_change` is called."""
    screen = SettingsScreen(with_window_size(window, settings), on_change, mixer, on_close, person)
    window.push(screen)
    return screen


class ReleaseSlider(Slider):
    """Slider that reports its value only on release, because its change may move the slider."""

    def on_press(self, x: float, y: float, button: int) -> bool:
        """Suspend the reports while the player presses the slider."""
        if button != LEFT:
            return False
        told, self.on_change = self.on_change, None
        self._told, self._first = told, self.value
        self._set_from_pointer(x)
        return True

    def on_release(self, x: float, y: float, button: int) -> None:
        """Report the value."""
        self.on_change = self._told
        if self.value != self._first and self.on_change is not None:
            self.on_change(self.value)


class PalettePreview(Widget):
    """Widget that previews a palette: six seats in its colours, each with its number."""

    def __init__(self, palette: str) -> None:
        super().__init__(height=26)
        self.palette = palette

    def paint(self, canvas: Canvas) -> None:
        wide = (self.rect.w - 5 * 6) / 6
        for i, look in enumerate(SEAT_PALETTES[self.palette]):
            chip = Rect(self.rect.x + i * (wide + 6), self.rect.y, wide, self.rect.h)
            canvas.box(BoxStyle(opaque(look.deep), opaque(look.dark), opaque(look.colour), 6, 2), chip)
            canvas.label(str(look.seat), chip, opaque(look.light), role="bold")


class SettingsScreen(Screen):
    """Screen with all settings; `settings` holds their current values."""

    overlay = True

    def __init__(
        self,
        settings: Settings,
        on_change: Callable[[Settings], object],
        mixer: Mixer | None = None,
        on_close: Callable[[], object] | None = None,
        person: LocalPlayer | None = None,
    ) -> None:
        super().__init__()
        self.person = person or LocalPlayer(None)
        self.settings, self.on_change, self.mixer, self.when_closed = settings, on_change, mixer, on_close

    # Pages ------------------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Build the tabs in a panel in the middle of the window."""
        self.keys_page = KeysPage(self.window.keys, self._save_key_bindings)
        pages = {
            "Display": self._build_display_page(),
            "Sound": self._build_sound_page(),
            "Keys": self.keys_page,
            "Access": self._accessibility_page(),
            "You": self._build_profile_page(),
        }
        self.tabs = Tabs("Pages", pages, grow=1)
        foot = Row(Label("Changes apply at once.", "muted", "small", grow=1),
                   Button("Done", self.leave, look="primary", action="back", width=150), align="center")  # fmt: skip
        form = Column(Label("Settings", "accent", "title", "title"), self.tabs, foot, gap=10)
        dim_background(self.ui)
        self.ui.put(
            Panel(form, "", 20, "dialog", name="Settings", region="settings", is_tab_stop=True),
            (200, 90, 880, 540), "middle", "middle",
        )  # fmt: skip
        self.ui.focus_on(self.tabs.strip, quiet=True, ring=False)

    def _build_display_page(self) -> Widget:
        s = self.settings
        self.fits = Label("", "muted", "small")
        self.scales = Choice("Size of everything", self._scale_options(), s.scale, self._setting_setter("scale"))
        self.sizes = Choice("Size of the window", self._window_sizes(), s.size, self._resize_window)
        return _page(
            _line("Size of everything", self.fits, self.scales),
            _line("Size of texts", "In addition to the size of everything",
                  ReleaseSlider("Size of texts", s.text_scale, SMALLEST_TEXTS, LARGEST_TEXTS, 0.05,
                             self._setting_setter("text_scale"), _format_percent)),
            _line("Full screen", f"{self.window.keys.label('full screen')} does the same at any time",
                  Toggle("Fill the screen", s.fullscreen, self._set_fullscreen)),
            _line("Size of the window", "You can also drag its border", self.sizes),
            _line("Effects", "Low: no mist, dust or sparks; for slow graphics",
                  Choice("Effects", [Option("full", "Full"), Option("low", "Low")], s.effects,
                         self._setting_setter("effects"))),
        )  # fmt: skip

    def _build_sound_page(self) -> Widget:
        rows = [
            _line(title, what, Slider(title, getattr(self.settings, name), 0, 1, 0.05, self._volume(name, sound),
                                      _format_percent))
            for name, title, what, sound in VOLUMES
        ]  # fmt: skip
        return _page(*rows)

    def _accessibility_page(self) -> Widget:
        s = self.settings
        self.seats = PalettePreview(s.palette)
        palettes = [Option(name, PALETTE_WORDS.get(name, name.capitalize())) for name in SEAT_PALETTES]
        speeds = [Option(speed, f"×{speed:g}") for speed in SPEEDS]
        return _page(
            _line("Colours of the seats", "Both suit colour-blind players; each seat also has an emblem",
                  Choice("Colours of the seats", palettes, s.palette, self._setting_setter("palette"))),
            _line("", "", self.seats),
            _line("Reduced motion", "Nothing drifts, shakes or flies; pictures fade",
                  Toggle("Reduce motion", s.reduced_motion, self._setting_setter("reduced_motion"))),
            _line("Speed of animations", f"{self.window.keys.label('skip') or 'A click'} skips one in a match",
                  Choice("Speed of animations", speeds, s.speed, self._setting_setter("speed"))),
            _line("Announcer", "Prompts and events as plain lines in the terminal",
                  Toggle("Write every prompt and event", s.announcer, self._setting_setter("announcer"))),
        )  # fmt: skip

    def _build_profile_page(self) -> Widget:
        self.name_field = TextField(
            "Your name", self.settings.name, "No name yet", self._rename, max_length=NAME_LENGTH
        )
        self.colour = colour_choice(self.settings, self._setting_setter("colour"))
        self.key_card = KeyCard(self.person)
        leave = Button("Export", self._export, "save", grow=1)
        moving = Row(leave, Button("Import", self._import_profile, "load", grow=1), gap=8, width=300)
        return _page(
            _line("Your name", f"What others see at the table; at most {NAME_LENGTH} letters", self.name_field),
            _line("Your colour", "Used if it is free at the table", self.colour),
            _line("Your key", "Others recognise you by it. Compare its picture or words", self.key_card),
            _line("Players that you have met", "Warns when a known name uses a different key",
                  Button("Known players", self._show_known_players)),
            _line("To another computer", "Key, name, colour and known players, protected by a passphrase", moving),
            _line("All settings", "Your name and key do not change", Button("Reset all settings", self._ask_reset)),
            gap=17,
        )  # fmt: skip

    def _show_known_players(self) -> None:
        self.person.known.reload()
        dialog = KnownPlayersDialog(self.ui, self.person)
        self.ui.open(dialog)
        self.ui.focus_on(dialog.table)

    def _export(self) -> None:
        ask_export(self.ui, self.person, self.settings.name)

    def _import_profile(self) -> None:
        ask_import(self.ui, self.person, self.settings.name, self._adopt_profile)

    def _adopt_profile(self, profile: Profile) -> None:
        """Adopt the key, name and colour of an imported file."""
        self.key_card.show()
        self.change(name=profile.name or self.settings.name, colour=profile.colour)
        self.name_field.set(self.settings.name)
        self.colour.chosen = self.settings.colour

    def _scale_options(self) -> list[Option[float]]:
        now = f"Automatic: {self._scale_in_force():.0%}" if self.settings.scale == AUTOMATIC else "Automatic"
        figures = sorted({*INTERFACE_SCALES, self.settings.scale} - {AUTOMATIC})
        return [Option(AUTOMATIC, now), *(Option(scale, _format_percent(scale)) for scale in figures)]

    def _show_scale(self) -> None:
        """Show the value of the automatic scale, which may have changed."""
        self.scales.options = self._scale_options()
        self.scales.index = [option.value for option in self.scales.options].index(self.settings.scale)
        self.scales.touch()

    def _scale_in_force(self) -> float:
        """Return the current scale, in display-independent pixels per pixel of the design."""
        return self.window.ui_scale / self.window.density

    def _window_sizes(self) -> list[Option[tuple[int, int]]]:
        sizes = sorted({*SIZES, self.settings.size})
        why = "The window fills the screen" if self.settings.fullscreen else ""
        return [Option(size, f"{size[0]} × {size[1]}", why if size != self.settings.size else "") for size in sizes]

    # Changes ----------------------------------------------------------------------------------------------------------

    def change(
        self, **fields: Any
    ) -> None:  # by names that may be in a variable; `with_valid_values` checks the values
        """Change the given fields of the settings and apply them."""
        before, self.settings = self.settings, replace(self.settings, **fields).with_valid_values()
        if self.settings == before:
            return
        apply_changes(self.window, self.settings, self.mixer, before)
        self.seats.palette = self.settings.palette
        self.seats.touch()
        self.sizes.options = self._window_sizes()
        self._show_scale()
        self.on_change(self.settings)

    def _setting_setter(self, name: str) -> Callable[[object], None]:
        return lambda value: self.change(**{name: value})

    def _volume(self, name: str, sound: str) -> Callable[[float], None]:
        def set_to(value: float) -> None:
            self.change(**{name: value})
            if self.mixer is not None and sound:
                self.mixer.play(sound)

        return set_to

    def _set_fullscreen(self, on: bool) -> None:
        self.change(fullscreen=on)

    def _resize_window(self, size: tuple[int, int]) -> None:
        self.change(width=size[0], height=size[1])

    def _rename(self, text: str) -> None:
        name = clean_name(text)
        if text.strip() and not is_name(name):
            self.name_field.error = "Use letters of one script, digits and punctuation marks only."
        else:
            self.change(name=name)

    def _save_key_bindings(self) -> None:
        self.change(keys={action: tuple(keys) for action, keys in self.window.keys.changes().items()})

    def _ask_reset(self) -> None:
        """Reset all settings after the player has confirmed."""
        ui = self.ui

        def close() -> None:
            ui.close(dialog)

        def reset() -> None:
            close()
            first = Settings()
            names = [
                name for name in first.__slots__ if name not in {"name", "colour", "fullscreen", "width", "height"}
            ]
            self.change(**{name: getattr(first, name) for name in names})
            at, ring = self.tabs.current_title, ui.shows_ring
            self.ui.root.remove(*self.ui.root.children)
            self.build()
            self.tabs.show(at)
            ui.focus_on(self.tabs.strip, quiet=True, ring=ring)
            ui.announcer.announce("All settings are reset.")

        words = "Reset size, sound, keys and all other settings?"
        buttons = Row(Button("Cancel", close, action="back", grow=1),
                      Button("Reset", reset, look="danger", grow=1), gap=8)  # fmt: skip
        form = Column(Label(words, "text", "heading", "bold"), Space(6), buttons, gap=8)
        dialog = Panel(form, pad=20, box="dialog", name=words)
        ui.open(dialog)

    # Screen -----------------------------------------------------------------------------------------------------------

    def update(self, dt: float) -> None:
        """Update the note on how large the panels can be in this window."""
        shown = self._scale_in_force()
        words = f"This window fits at most {shown:.0%}"
        if self.settings.scale == AUTOMATIC:
            words = "A larger window has larger panels, cards and texts, and more board"
        elif shown >= self.settings.scale - 0.01:
            words = "Panels, cards and texts; the board uses the remaining space"
        self.fits.text = words

    def on_resized(self) -> None:
        """Adapt to a new window size, which the player may have chosen."""
        self._show_scale()
        seen = with_window_size(self.window, self.settings)
        if seen != self.settings:
            self.settings = seen
            self.sizes.options = self._window_sizes()
            self.sizes.index = [option.value for option in self.sizes.options].index(seen.size)
            self.on_change(seen)

    def leave(self) -> None:
        """Return to the previous screen."""
        self.window.pop()

    def on_closed(self) -> None:
        """Tell the owner that the screen has closed."""
        if self.when_closed is not None:
            self.when_closed()

    def key_actions(self) -> KeyActions:
        """Return the key actions: Esc goes back."""
        return {"back": self.leave}


def _format_percent(value: float) -> str:
    return f"{value:.0%}"


def _line(title: str, what: str | Label, control: Widget) -> Widget:
    """Return a row for a setting, with its name and description at the left and the control at the right."""
    below = what if isinstance(what, Label) else Label(what, "muted", "small")
    words = Column(Label(title, "text", "body", "bold"), below, gap=1, grow=1, width=500)
    if control.width is None:
        control.width = 300
    return Row(words, control, gap=16, align="center")


def _page(*lines: Widget, gap: float = 22) -> Widget:
    return Column(Space(10), *lines, Space(grow=1), gap=gap)
