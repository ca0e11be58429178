"""What the player has set, kept in one small file."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path

from client.art.theme import PALETTES


@dataclass(slots=True)
class Settings:
    """Everything that can be set; anything unknown or wrong in the file is passed over."""

    name: str = ""
    ui_scale: float = 1.0
    text_scale: float = 1.0
    palette: str = "okabe-ito"
    reduced_motion: bool = False
    speed: float = 1.0
    keys: dict[str, list[str]] = field(default_factory=dict)

    def corrected(self) -> Settings:
        """With everything within its bounds."""
        self.ui_scale = min(2.0, max(0.8, self.ui_scale))
        self.text_scale = min(1.3, max(0.9, self.text_scale))
        self.speed = self.speed if self.speed in (1.0, 2.0, 4.0) else 1.0
        if self.palette not in PALETTES:
            self.palette = "okabe-ito"
        return self


def folder() -> Path:
    """Where the program keeps its own files."""
    if sys.platform == "win32":
        base = Path(os.environ.get("APPDATA", Path.home()))
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = Path(os.environ.get("XDG_CONFIG_HOME", Path.home() / ".config"))
    return base / "tether"


def load(path: Path) -> Settings:
    """The settings of a file, or the defaults."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Settings()
    if not isinstance(raw, dict):
        return Settings()
    known: dict[str, object] = {}
    for spec in fields(Settings):
        value, default = raw.get(spec.name), getattr(Settings(), spec.name)
        if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if type(value) is type(default):
            known[spec.name] = value
    return Settings(**known).corrected()  # type: ignore[arg-type]


def save(settings: Settings, path: Path) -> str:
    """Keeps them; "" or why that was not possible."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(settings), indent=2), encoding="utf-8")
    except OSError as error:
        return f"The settings could not be kept: {error}"
    return ""
