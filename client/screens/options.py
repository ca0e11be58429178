"""The settings as the main menu opens them: what is set goes into the program's one record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields

from client.screens.settings import SettingsScreen
from client.settings import Settings


class OptionsScreen(SettingsScreen):
    """The settings screen for a program that holds on to one record: each change is written into it."""

    def __init__(self, settings: Settings, on_change: Callable[[], object], on_back: Callable[[], object]) -> None:
        def adopt(new: Settings) -> None:
            for spec in fields(Settings):
                object.__setattr__(settings, spec.name, getattr(new, spec.name))

        super().__init__(settings, adopt)
        self.on_back = on_back

    def leave(self) -> None:
        """Back, as the program does it: it keeps the settings."""
        self.on_back()
