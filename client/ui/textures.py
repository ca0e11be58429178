"""Pictures drawn by Pillow and kept: in one atlas on the graphics card, and as PNG files on the disk.

A texture is identified by its content (any value whose repr is unique), its scale and its palette. The caller passes
the function that draws it. It runs only if neither the atlas nor the disk has the picture.

    knight = textures.get(("token", "knight", 3), lambda: draw_knight(3, px=round(40 * scale)), scale=scale)

The atlas has a fixed size and never grows: growing would render everything again and stall the game for a second. When
it is full, unreferenced textures are dropped. If that does not help, `AtlasFull` lists its content.
"""

from __future__ import annotations

import gc
import os
import weakref
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple

import arcade
from arcade.hitbox import algo_bounding_box
from PIL import Image
from pyglet.image.atlas import AllocatorException

from client.ui.controls.pictures import mark_used
from net.system.safe_files import open_regular

Draw = Callable[[], Image.Image]
BORDER = 2


class TextureKey(NamedTuple):
    """The key of a texture: its content, its scale and its palette."""

    content: Hashable
    scale: float = 1.0
    palette: str = ""


class UV(NamedTuple):
    """The rectangle of a texture in the atlas: left, top, right and bottom, each from 0 to 1.

    The first row of pixels is at the top.
    """

    left: float
    top: float
    right: float
    bottom: float


class AtlasFull(RuntimeError):
    """The error raised if there is no room left in the atlas."""


class Textures:
    """The atlas with all its textures.

    `folder` is the folder of the PNG files. `version` is the version of the code that draws them. Pass `atlas` to every
    `SpriteList`, so that sprites and widgets are drawn from the same picture.
    """

    def __init__(self, size: int = 2048, folder: Path | None = None, version: str = "") -> None:
        self.size = size
        self.folder = folder
        self.version = version
        self.atlas = arcade.texture_atlas.DefaultTextureAtlas((size, size), border=BORDER, auto_resize=False)
        self.drawn_count = 0
        """The number of pictures drawn because neither the atlas nor the disk had them."""
        self.generation = 0
        """The number of times that textures have moved in the atlas.

        A caller that has cached a `uv` must request it again when this number grows.
        """
        self._made_count = 0
        self._textures: dict[TextureKey, arcade.Texture] = {}
        self._uv: dict[str, UV] = {}
        self._area: dict[TextureKey, int] = {}

    def get(self, content: Hashable, draw: Draw, scale: float = 1.0, palette: str = "") -> arcade.Texture:
        """Return the texture for this content, and draw it if necessary."""
        key = TextureKey(content, scale, palette)
        texture = self._textures.get(key)
        if texture is None:
            texture = self._put(key, self.image(content, draw, scale, palette))
        return texture

    def image(self, content: Hashable, draw: Draw, scale: float = 1.0, palette: str = "") -> Image.Image:
        """Return only the picture, from the disk or newly drawn, without adding it to the atlas.

        This may be called in any thread.
        """
        path = self._texture_cache_path(TextureKey(content, scale, palette))
        if path is not None and path.exists():
            with suppress(OSError, SyntaxError), open_regular(path) as file, Image.open(file) as kept:
                loaded: Image.Image = kept.convert("RGBA")
                mark_used(path)
                return loaded
        picture = draw().convert("RGBA")
        self.drawn_count += 1
        if path is not None:
            _write_png(path, picture)
        return picture

    def replace(self, content: Hashable, picture: Image.Image, scale: float = 1.0, palette: str = "") -> arcade.Texture:
        """Replace the picture of a key, which may be new, without storing it on the disk.

        A picture of the same size is written in place.
        """
        key = TextureKey(content, scale, palette)
        old = self._textures.get(key)
        if old is None or old.size != picture.size:
            self._drop(key)
            return self._put(key, picture)
        region = self.atlas.get_texture_region_info(old.atlas_name)
        old.image.paste(picture.convert("RGBA"))
        self.atlas.write_image(old.image, region.x - BORDER, region.y - BORDER)
        return old

    def uv(self, texture: arcade.Texture) -> UV:
        """Return the rectangle of a texture in the atlas."""
        name = texture.atlas_name
        found = self._uv.get(name)
        if found is None:
            corners = self.atlas.get_texture_region_info(name).texture_coordinates
            found = self._uv[name] = UV(corners[0], corners[1], corners[6], corners[7])
        return found

    def write(self, texture: arcade.Texture, picture: Image.Image, x: int, y: int) -> None:
        """Paint over a part of a texture, as the pages of letters need it.

        (x, y) is the upper left corner of the part.
        """
        region = self.atlas.get_texture_region_info(texture.atlas_name)
        if x < 0 or y < 0 or x + picture.width > region.width or y + picture.height > region.height:
            raise ValueError("the picture does not lie within the texture")
        texture.image.paste(picture, (x, y))
        box = (region.x + x, region.y + y, picture.width, picture.height)
        self.atlas.texture.write(picture.convert("RGBA").tobytes(), 0, viewport=box)

    def draw_all(self, jobs: Iterable[tuple[Hashable, Draw]], scale: float = 1.0, palette: str = "") -> Iterator[int]:
        """Draw several textures, one for each `next`, and yield their count for a loading bar."""
        for done, (content, draw) in enumerate(jobs, start=1):
            self.get(content, draw, scale, palette)
            yield done

    def keep_only(self, scale: float, palette: str = "") -> None:
        """Drop everything made for another scale or palette, and close the gaps.

        Call it after the scale or the palette has changed.
        """
        for key in [k for k in self._textures if k.scale != scale or k.palette != palette]:
            self._drop(key)
        self._uv.clear()
        gc.collect()  # the atlas frees a texture when Python does
        self._close_gaps()

    def drop_unused(self) -> None:
        """Drop every texture that no other object refers to, and close the gaps."""
        kept = {key: weakref.ref(texture) for key, texture in self._textures.items()}
        self._textures.clear()
        gc.collect()
        held = {key: texture for key, found in kept.items() if (texture := found()) is not None}
        self._textures = held
        self._area = {key: self._area[key] for key in held}
        self._uv.clear()
        self._close_gaps()

    def _close_gaps(self) -> None:
        self.atlas.rebuild()
        self.generation += 1

    def used_fraction(self) -> float:
        """Return the fraction of the atlas that is used, from 0 to 1."""
        return sum(self._area.values()) / self.size**2

    def check_size(self) -> None:
        """Check that the atlas still has its original size."""
        if self.atlas.size != (self.size, self.size):
            raise AssertionError(f"the atlas grew from {self.size} to {self.atlas.size}")

    def _put(self, key: TextureKey, picture: Image.Image) -> arcade.Texture:
        # A hash of our own: two keys with the same pixels must not share a place, since one may be painted over.
        self._made_count += 1
        texture = arcade.Texture(
            picture, hit_box_algorithm=algo_bounding_box, hash=f"kit-{id(self):x}-{self._made_count}"
        )
        try:
            self.atlas.add(texture)
        except AllocatorException:
            self.drop_unused()
            try:
                self.atlas.add(texture)
            except AllocatorException as error:
                raise AtlasFull(self._describe_full_atlas(key, picture)) from error
        self._textures[key] = texture
        self._area[key] = (picture.width + 2 * BORDER) * (picture.height + 2 * BORDER)
        return texture

    def _drop(self, key: TextureKey) -> None:
        texture = self._textures.pop(key, None)
        if texture is not None:
            self._area.pop(key)
            self._uv.pop(texture.atlas_name, None)

    def _describe_full_atlas(self, key: TextureKey, picture: Image.Image) -> str:
        share = Counter[str]()
        for kept, area in self._area.items():
            content = kept.content
            share[str(content[0] if isinstance(content, tuple) and content else content)] += area
        most = ", ".join(f"{name} {area / self.size**2:.0%}" for name, area in share.most_common(5))
        return (
            f"no room for {key.content!r} ({picture.width}x{picture.height}) in the atlas of {self.size}x{self.size}, "
            f"{self.used_fraction():.0%} full: {most}"
        )

    def _texture_cache_path(self, key: TextureKey) -> Path | None:
        if self.folder is None:
            return None
        digest = blake2b(repr((self.version, *key)).encode(), digest_size=16).hexdigest()
        return self.folder / digest[:2] / f"{digest}.png"


def _write_png(path: Path, picture: Image.Image) -> None:
    """Write the file completely or not at all.

    With a full or read-only disk, the picture must only be drawn again at the next start.
    """
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{os.getpid()}.tmp")
        try:
            picture.save(half, "PNG", compress_level=1)
            half.replace(path)
        except OSError:
            half.unlink(missing_ok=True)
            raise
