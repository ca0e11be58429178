#!/usr/bin/env python3
"""Pictures of every state of every screen, the same each time.

    python3 scripts/pictures/screenshots.py FOLDER [SCENE ...]

Without a folder, the few pictures of `docs/screens/` are made, in a small format. A display is needed, or Xvfb. Each
scene is taken at three sizes, unless `--size` names others:

- 1280x720
- 1920x1080 at the default scale of that size
- 1920x1080 with everything enlarged by half (a window of 1280x720 has no room for a larger scale, so everything stays
  as large as fits)
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("arcade", "pytest"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from PIL import Image

import tests.client.conftest  # noqa: F401  (a display, before Arcade is imported)
from client.app.settings import LARGEST_TEXTS
from client.art.theme import SEAT_PALETTES
from client.ui.scale import AUTOMATIC
from pictures import SCENES
from pictures.stage import Stage

SIZES = {
    "720": (1280, 720, AUTOMATIC, 1.0),
    "1080": (1920, 1080, AUTOMATIC, 1.0),
    "1080-plain": (1920, 1080, 1.0, 1.0),
    "1080-large": (1920, 1080, 1.5, 1.0),
    "1080-small": (1920, 1080, 0.8, 1.0),
    "1440-double": (2560, 1440, 2.0, 1.0),
    "720-texts": (1280, 720, AUTOMATIC, LARGEST_TEXTS),
}
"""Width and height of the window, scale of everything, scale of texts."""
USUAL = ("720", "1080", "1080-large")
CHOSEN = (
    *("menu", "battle-preview", "reveal-card", "battle", "end", "replay", "cards"),
    *("midnight-action", "midnight-border", "midnight-dispute", "midnight-tick", "midnight-lesson-06"),
    *("cards-midnight",),
    *("cabinet-action", "cabinet-pledge", "cabinet-lesson-12"),
    *("outposts-action", "outposts-lifted", "outposts-rival", "outposts-lesson-10"),
    *("ambition-claim", "ambition-doubt", "ambition-lesson-04"),
    *("lesson-01", "lesson-04", "lesson-09", "lesson-attack", "lesson-siege", "lesson-help"),
)
"""Scenes kept in docs/screens, for the README and the guide."""
STRIP = 60
"""Rows of the seats' colours, which weigh as much as the pieces on a board."""


def take_picture(stage: Stage, name: str, size: str) -> Image.Image:
    """Return the picture of a scene at a size."""
    w, h, scale, texts = SIZES[size]
    stage.clear()
    stage.restyle(texts)
    stage.driver.resize(w, h, scale)
    SCENES[name](stage)
    picture = stage.driver.shot()
    stage.clear()
    return picture


COLOURS = 128
"""Colours of a picture that is kept with the project."""


def with_seat_colours(picture: Image.Image) -> Image.Image:
    """Return the picture above a strip of the seats' colours, so that all of them are kept in a small palette."""
    tones = [tone for look in SEAT_PALETTES["okabe-ito"] for tone in (look.colour, look.text, look.deep)]
    wide, (w, h) = picture.width // len(tones), picture.size
    larger = Image.new("RGB", (w, h + STRIP))
    larger.paste(picture, (0, 0))
    for i, tone in enumerate(tones):
        larger.paste(tone, (i * wide, h, (i + 1) * wide, h + STRIP))
    return larger


def save_picture(picture: Image.Image, path: Path, small: bool) -> None:
    """Write a picture to a file: either quickly and unchanged, for viewing, or in a small format, for the project."""
    if small:
        few = with_seat_colours(picture.convert("RGB")).quantize(COLOURS, dither=Image.Dither.NONE, kmeans=4)
        few.crop((0, 0, *picture.size)).save(path, optimize=True)
    else:
        picture.convert("RGB").save(path, compress_level=1)


def main() -> int:
    """Take the pictures, and return 1 if a scene cannot be reached, after printing its name."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="where; without it docs/screens, the chosen few")
    parser.add_argument("scenes", nargs="*", help="which; all if none is named")
    parser.add_argument("--size", choices=SIZES, action="append", help="only this size")
    given = parser.parse_args()

    chosen = given.scenes or (list(CHOSEN) if given.folder is None else list(SCENES))
    folder = given.folder or environment.ROOT / "docs" / "screens"
    folder.mkdir(parents=True, exist_ok=True)
    stage, failed = Stage(), 0
    stage.await_board()
    for size in given.size or (USUAL[:1] if given.folder is None else USUAL):
        for name in chosen:
            path = folder / (f"{name}.png" if given.folder is None else f"{name}-{size}.png")
            try:
                save_picture(take_picture(stage, name, size), path, small=given.folder is None)
                print(path, flush=True)
            except LookupError as missing:
                print(f"{name}: {missing}", file=sys.stderr)
                failed = 1
    return failed


if __name__ == "__main__":
    sys.exit(main())
