"""Textures: drawn once, and kept in the atlas and on disk."""

import pytest
from PIL import Image

from client.ui.textures import AtlasFull, Textures


def square(color="red", size=(20, 10)):
    return lambda: Image.new("RGBA", size, color)


def test_a_texture_is_drawn_once(window):
    textures = Textures(256)
    first = textures.get(("token", 1), square())
    assert textures.get(("token", 1), square("blue")) is first
    assert textures.drawn_count == 1
    assert textures.get(("token", 1), square(), scale=2.0) is not first
    assert textures.get(("token", 1), square(), palette="other") is not first
    assert textures.drawn_count == 3


def test_drawn_pictures_are_cached_on_disk(window, tmp_path):
    Textures(256, tmp_path).get("a", square("red"))
    again = Textures(256, tmp_path)
    assert again.get("a", square("blue")).image.getpixel((3, 3)) == (255, 0, 0, 255)
    assert again.drawn_count == 0
    newer = Textures(256, tmp_path, version="2")
    assert newer.get("a", square("blue")).image.getpixel((3, 3)) == (0, 0, 255, 255)


def test_a_picture_whose_cached_file_is_broken_is_drawn_again(window, tmp_path):
    Textures(256, tmp_path).get("a", square("red"))
    (file,) = tmp_path.rglob("*.png")
    file.write_bytes(b"\x89PNG broken")
    textures = Textures(256, tmp_path)
    textures.get("a", square("red"))
    assert textures.drawn_count == 1


def test_a_cache_folder_that_cannot_be_written_only_costs_time(window, tmp_path):
    (tmp_path / "file").write_text("")
    textures = Textures(256, tmp_path / "file")
    assert textures.get("a", square()).size == (20, 10)


def test_a_full_atlas_reports_its_content(window):
    textures = Textures(128)
    held = textures.get(("board", 0), square(size=(100, 100)))
    with pytest.raises(AtlasFull, match=r"\('card', 1\).*128x128.*board 66%"):
        textures.get(("card", 1), square(size=(60, 60)))
    assert textures.get(("board", 0), square("blue")) is held
    textures.check_size()


def test_a_full_atlas_evicts_unused_textures(window):
    textures = Textures(128)
    held = textures.get("held", square("green", (20, 20)))
    for i in range(14):
        textures.get(("card", i), square(size=(50, 50)))
    assert textures.get("held", square("blue")) is held
    assert textures.generation > 0
    assert textures.used_fraction() <= 1
    assert textures.atlas.read_texture_image_from_atlas(held).getpixel((3, 3)) == (0, 128, 0, 255)
    textures.check_size()


def test_equal_pixels_under_two_keys_have_separate_places_in_the_atlas(window):
    textures = Textures(256)
    a, b = textures.get("a", square()), textures.get("b", square())
    assert textures.uv(a) != textures.uv(b)
    textures.write(b, Image.new("RGBA", (5, 5), "blue"), 2, 2)
    assert textures.atlas.read_texture_image_from_atlas(b).getpixel((3, 3)) == (0, 0, 255, 255)
    assert textures.atlas.read_texture_image_from_atlas(a).getpixel((3, 3)) == (255, 0, 0, 255)
    with pytest.raises(ValueError, match="within"):
        textures.write(b, Image.new("RGBA", (5, 5), "blue"), 18, 2)


def test_the_picture_of_a_texture_can_be_replaced(window):
    textures = Textures(256)
    before = textures.get("a", square())
    assert textures.replace("a", Image.new("RGBA", (20, 10), "blue")) is before
    assert textures.atlas.read_texture_image_from_atlas(before).getpixel((3, 3)) == (0, 0, 255, 255)
    assert textures.replace("a", Image.new("RGBA", (30, 10), "green")).size == (30, 10)


def test_a_new_scale_frees_the_room_of_textures_at_the_old_scale(window):
    textures = Textures(256)
    for i in range(20):
        textures.get(i, square(size=(50, 40)), scale=1.0)
    kept = textures.get("kept", square("blue"), scale=2.0)
    full = textures.used_fraction()
    textures.keep_only(2.0)
    assert textures.used_fraction() < full / 10
    assert textures.generation == 1
    for i in range(20):
        textures.get(i, square(size=(50, 40)), scale=2.0)
    u = textures.uv(kept)
    assert 0 <= u.left < u.right <= 1
    assert textures.atlas.read_texture_image_from_atlas(kept).getpixel((3, 3)) == (0, 0, 255, 255)


def test_many_textures_are_rendered_one_by_one(window):
    textures = Textures(256)
    jobs = [(("job", i), square()) for i in range(5)]
    assert list(textures.draw_all(jobs)) == [1, 2, 3, 4, 5]
    assert textures.drawn_count == 5
