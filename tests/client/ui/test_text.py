"""Letters, rich text, colours, layouts, keys and the announcer, tested without the mouse."""

import doctest
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pyglet.window import key as codes

from client.ui import hexes, richtext
from client.ui import keys as keys_module
from client.ui import text as typeset
from client.ui import theme as themes
from client.ui.canvas import Canvas
from client.ui.controls import hand_fan as fan_module
from client.ui.controls.basic import Label
from client.ui.controls.layout import Anchored, Column, Grid, Padded, Row, Space
from client.ui.damage import FLOATS_PER_QUAD
from client.ui.hexes import Rect
from client.ui.keys import Keymap, KeyTaken, chord_label, format_chord, normalise_chord
from client.ui.screen_reader import Announcer
from client.ui.textures import Textures
from client.ui.theme import MIN_READABLE_CONTRAST, Theme, contrast, make_readable, mix, rgb, set_theme
from client.ui.widget import Widget, requested_size

WORDS = st.lists(st.text("abcdefg ", min_size=1, max_size=9), max_size=30).map(" ".join)


# Letters --------------------------------------------------------------------------------------------------------------


@given(WORDS, st.floats(60, 400))
def test_wrapped_lines_stay_within_the_limit_and_lose_no_letter(text, limit):
    lines = typeset.wrap(text, limit)
    assert all(typeset.width(line) <= limit + 1e-6 for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(st.text("abcWÄß…", max_size=40), st.floats(20, 300))
def test_shortened_text_fits_into_its_width(text, limit):
    assert typeset.width(typeset.shorten(text, limit)) <= max(limit, typeset.width("…" + text[:1])) + 1e-6


def test_the_caret_is_placed_at_the_nearest_gap_between_letters():
    assert typeset.letter_index_at("hello", 0) == 0
    assert typeset.letter_index_at("hello", typeset.width("he") + 1) == 2
    assert typeset.letter_index_at("hello", 9999) == 5


@pytest.mark.parametrize("scale", [0.8, 1.0, 1.25, 2.0])
def test_a_drawn_line_is_as_wide_as_it_was_measured(window, scale):
    textures = Textures(1024)
    canvas = Canvas(textures, scale)
    wide = canvas.text("The quick brown fox jumps over it", 10, 20, size=14)
    quads = canvas.take_quads()
    count = len(quads) // FLOATS_PER_QUAD
    right = max(quads[i * FLOATS_PER_QUAD] + quads[i * FLOATS_PER_QUAD + 2] / 2 for i in range(count))
    assert right == pytest.approx((10 + wide) * scale, abs=2.0)
    assert all(quads[i * FLOATS_PER_QUAD + 2] == int(quads[i * FLOATS_PER_QUAD + 2]) for i in range(count))


def test_each_letter_is_rendered_only_once(window):
    textures = Textures(1024)
    canvas = Canvas(textures, 1.0)
    for _ in range(3):
        canvas.text("aaaa", 0, 0)
    glyphs = len(canvas.letters._glyphs)
    canvas.text("aaaa", 0, 50)
    assert len(canvas.letters._glyphs) == glyphs


def test_a_new_glyph_page_is_begun_when_one_is_full(window):
    textures = Textures(2048)
    canvas = Canvas(textures, 4.0)
    for size in range(32, 40):
        canvas.text("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[: size * 2], 0, 0, size=size / 2)
    assert canvas.letters._pages >= 2
    textures.check_size()


def test_text_outside_the_clip_rectangle_is_not_drawn(window):
    canvas = Canvas(Textures(256), 1.0)
    with canvas.clip(Rect(10, 10, 50, 50)):
        canvas.fill(Rect(0, 0, 20, 100), "accent")
        canvas.fill(Rect(200, 0, 20, 100), "accent")
        with canvas.clip(Rect(0, 0, 15, 15)):
            canvas.fill(Rect(0, 0, 100, 100), "accent")
    quads = canvas.take_quads()
    assert list(quads[:4]) == [15, 35, 10, 50]
    assert list(quads[FLOATS_PER_QUAD : FLOATS_PER_QUAD + 4]) == [12.5, 12.5, 5, 5]
    assert len(quads) == 2 * FLOATS_PER_QUAD


# Rich text ------------------------------------------------------------------------------------------------------------


def test_markup_is_parsed_into_styled_runs():
    runs = richtext.parse("Move *1* :bridge: {bad}now{/} {@hex 3,-2}Mine *6*{/} \\*not bold\\*")
    assert [(r.text, r.bold, r.icon, r.color, r.link) for r in runs] == [
        ("Move ", False, False, None, ""), ("1", True, False, None, ""), (" ", False, False, None, ""),
        ("bridge", False, True, None, ""), (" ", False, False, None, ""), ("now", False, False, "bad", ""),
        (" ", False, False, None, ""), ("Mine ", False, False, None, "hex 3,-2"), ("6", True, False, None, "hex 3,-2"),
        (" *not bold*", False, False, None, ""),
    ]  # fmt: skip


@given(st.text(max_size=60))
def test_escaped_text_is_shown_unchanged(text):
    assert richtext.plain_text(richtext.escape(text)) == text


@given(WORDS, st.floats(80, 400))
def test_flowing_text_stays_within_the_limit_and_in_order(text, limit):
    markup = text.replace("b", "*b*").replace("c", ":gold:")
    lines = richtext.flow_lines(markup, limit)
    for line in lines:
        ends = [(p.x, p.x + richtext._run_width(p.run, "body", "text")) for p in line]
        assert all(a[1] <= b[0] + 0.01 for a, b in pairwise(ends))
    said = "".join(p.run.text for line in lines for p in line)
    assert said.replace(" ", "") == richtext.plain_text(markup).replace(" ", "")


@given(st.text("abc/\\", min_size=1, max_size=90), st.floats(80, 400))
def test_a_word_longer_than_a_line_is_broken_and_loses_no_letter(word, limit):
    lines = richtext.flow_lines(f"Evidence: {richtext.escape(word)}", limit)
    assert all(richtext._line_width(line, "body", "text") <= limit for line in lines)
    assert "".join(p.run.text for line in lines for p in line).replace(" ", "") == f"Evidence:{word}"


def test_a_path_is_broken_between_its_parts():
    lines = richtext.flow_lines("/home/ada/matches/3fa29c0155d0f855", 170)
    assert [line[0].run.text for line in lines] == ["/home/ada/matches/", "3fa29c0155d0f855"]


def test_the_span_under_the_pointer_is_found():
    lines = richtext.flow_lines("Go to {@here}the mine{/}", 500)
    assert richtext.link_at(lines, 3, 5) == ""
    assert richtext.link_at(lines, typeset.width("Go to the"), 5) == "here"
    assert richtext.link_at(lines, 3, 500) == ""


def test_rendered_rich_text_has_its_measured_size():
    markup = "Pay *1*, draw {good}two{/} cards and then some more of them"
    picture = richtext.render_image(markup, 120, 12, 2.0)
    high = richtext.measure(markup, 120, 12)[1]
    assert picture.size == (240, round(high * 2))
    assert picture.getbbox() is not None


# Colours --------------------------------------------------------------------------------------------------------------


def test_every_text_colour_of_the_theme_is_readable_on_its_backgrounds():
    ratio, text, box = Theme().lowest_contrast()
    assert ratio >= MIN_READABLE_CONTRAST, (text, box)


@given(st.tuples(*[st.integers(0, 255)] * 3), st.tuples(*[st.integers(0, 255)] * 3))
def test_readable_returns_a_colour_with_enough_contrast(color, ground):
    assert contrast(make_readable((*color, 255), (*ground, 255)), (*ground, 255)) >= 4.4


def test_colours_are_parsed():
    assert contrast(rgb("#000000"), rgb("#ffffff")) == pytest.approx(21)
    assert mix(rgb("#000000"), rgb("#ffffff"), 0.5) == (128, 128, 128, 255)
    assert make_readable(rgb("#ffffff"), rgb("#000000")) == rgb("#ffffff")


# Layout ---------------------------------------------------------------------------------------------------------------


def boxes(*sizes):
    return [Widget(width=w, height=h) for w, h in sizes]


def test_a_row_gives_spare_room_to_the_children_that_grow():
    a, b, c = boxes((50, 20), (50, 30), (50, 10))
    b.grow = 1
    row = Row(a, b, c, gap=10, align="center")
    assert requested_size(row) == (170, 30)
    row.place(Rect(0, 0, 300, 40))
    assert [w.rect for w in (a, b, c)] == [Rect(0, 10, 50, 20), Rect(60, 5, 180, 30), Rect(250, 15, 50, 10)]


def test_a_column_goes_down_and_may_be_packed_at_the_end():
    a, b = boxes((50, 20), (30, 20))
    column = Column(a, b, gap=10, pad=5, align="start", pack="end")
    column.place(Rect(0, 0, 100, 100))
    assert a.rect == Rect(5, 35, 50, 20)
    assert b.rect == Rect(5, 5, 30, 20)


def test_missing_room_is_taken_from_the_children_that_grow():
    a, b = boxes((50, 20), (100, 20))
    b.grow = 1
    Row(a, b, gap=0).place(Rect(0, 0, 100, 20))
    assert (a.rect.w, b.rect.w) == (50, 50)


def test_hidden_children_take_no_room():
    a, b = boxes((50, 20), (30, 20))
    a.visible = False
    row = Row(a, Space(5), b, gap=10)
    assert requested_size(row) == (45, 20)


def test_a_grid_has_equal_columns():
    cells = boxes(*[(40, 20)] * 5)
    grid = Grid(*cells, columns=2, gap=10)
    assert requested_size(grid) == (90, 80)
    grid.place(Rect(0, 0, 110, 80))
    assert cells[0].rect == Rect(0, 60, 50, 20)
    assert cells[4].rect == Rect(0, 0, 50, 20)


@pytest.mark.parametrize(
    ("side", "x", "w"), [("low", 100, 200), ("high", 420, 200), ("middle", 260, 200), ("stretch", 100, 520),
                         ("scale", 125, 250)],
)  # fmt: skip
def test_an_anchored_widget_keeps_to_its_side_in_a_wider_window(side, x, w):
    root, child = Anchored(), Widget()
    root.put(child, (100, 50, 200, 60), h=side)
    root.place(Rect(0, 0, 1600, 720))
    assert child.rect == Rect(x, 50, w, 60)


def test_flowing_text_makes_its_column_higher():
    text = Label("a few words that need more lines if they are narrow", wrap=True)
    column = Column(Padded(text, 5))
    assert requested_size(column, 100)[1] > 2 * requested_size(column, 1000)[1]


# Keys -----------------------------------------------------------------------------------------------------------------


def test_a_key_is_mapped_to_its_action_and_an_action_to_its_keys():
    keys = Keymap({"commit": ("CTRL+Enter",), "log": ("l", "F2")})
    assert keys.action_for(codes.L, 0) == "log"
    assert keys.action_for(codes.F2, 0) == "log"
    assert keys.action_for(codes.ENTER, codes.MOD_CTRL) == "commit"
    assert keys.action_for(codes.ENTER, codes.MOD_CTRL | codes.MOD_NUMLOCK) == "commit"
    assert keys.action_for(codes.ENTER, 0) == "confirm"
    assert keys.action_for(codes.LSHIFT, codes.MOD_SHIFT) is None
    assert keys.label("commit") == "Ctrl+Enter"


def test_binding_a_used_key_is_refused_with_the_name_of_its_action():
    keys = Keymap({"log": ("L",), "chat": ("T",)})
    with pytest.raises(KeyTaken, match="log") as taken:
        keys.bind("chat", "L")
    assert taken.value.action == "log"
    keys.bind("chat", "L", force=True)
    assert keys.chords("log") == ()
    assert keys.action_for(codes.L, 0) == "chat"
    with pytest.raises(KeyError):
        keys.bind("nothing", "L")
    with pytest.raises(ValueError, match="no key"):
        keys.bind("chat", "HYPER+Q")


def test_changed_keys_are_saved_as_plain_data_and_restored():
    keys = Keymap({"log": ("L",), "chat": ("T",)})
    assert keys.changes() == {}
    keys.bind("chat", "C", "CTRL+T")
    saved = keys.changes()
    assert saved == {"chat": ["C", "CTRL+T"]}
    other = Keymap({"log": ("L",), "chat": ("T",)})
    other.load_changes({**saved, "gone": ["X"], "log": ["no such key", "K"]})
    assert other.chords("chat") == ("C", "CTRL+T")
    assert other.chords("log") == ("K",)
    other.reset()
    assert other.changes() == {}


def test_default_keys_with_two_actions_on_one_key_are_refused():
    with pytest.raises(KeyTaken):
        Keymap({"a": ("X",), "b": ("X",)})


@pytest.mark.parametrize(
    ("written", "same", "read"),
    [("shift+ctrl+return", "CTRL+SHIFT+ENTER", "Ctrl+Shift+Enter"), ("1", "1", "1"), ("+", "PLUS", "+"),
     ("bracketleft", "BRACKETLEFT", "["), ("f11", "F11", "F11"), ("Page Up", "PAGEUP", "Page up")],
)  # fmt: skip
def test_each_key_chord_has_one_normalised_form_and_one_label(written, same, read):
    assert normalise_chord(written) == same
    assert chord_label(same) == read


def test_digits_and_punctuation_marks_can_be_key_chords():
    assert format_chord(codes._1, 0) == "1"
    assert format_chord(codes.BRACKETLEFT, codes.MOD_CAPSLOCK) == "BRACKETLEFT"


# The announcer --------------------------------------------------------------------------------------------------------


def test_the_announcer_says_each_line_once_without_markup():
    said = []
    announcer = Announcer(said.append)
    announcer.announce("Pay *3* :gold:\n{bad}now{/}")
    announcer.announce("Pay 3 gold now")
    announcer.announce("  ")
    announcer.repeat()
    assert said == ["Pay 3 gold now", "Pay 3 gold now"]
    assert list(announcer.last) == ["Pay 3 gold now"]


# Icons and what is turned ---------------------------------------------------------------------------------------------


def test_there_is_no_gap_between_an_icon_and_a_following_comma():
    (line,), (apart,) = richtext.flow_lines("4 :gold:, then", 1e9), richtext.flow_lines("4 :gold: then", 1e9)
    gap = apart[2].x - typeset.width(" ", size="body") - line[2].x
    assert gap == pytest.approx(richtext.ICON_GAP)


def test_a_widget_without_a_height_takes_its_preferred_height():
    root = Anchored()
    label = root.put(Label("one\ntwo", wrap=True), (10, 500, 300, 0), v="high")
    root.place(Rect(0, 0, 1280, 820))
    assert label.rect.top == pytest.approx(600) and label.rect.h == pytest.approx(2 * typeset.line_height("body"))


def test_icons_of_the_font_are_centred(window):
    plain_theme = Theme()
    icons = Path(__file__).parents[3] / "client" / "assets" / "fonts" / "icons.ttf"
    set_theme(replace(plain_theme, fonts={**plain_theme.fonts, "icons": icons}, icons={"minus": "\U000f0374"}))
    try:
        textures = Textures(512)
        canvas = Canvas(textures, 1.0)
        canvas.icon("minus", Rect(0, 0, 20, 20))
        canvas.icon("no such icon", Rect(0, 0, 20, 20))
        mark = textures.get(("icon", icons.name, "\U000f0374"), Image.new, 20)
        left, top, right, bottom = mark.image.getchannel("A").getbbox()
        assert abs(left + right - 20) <= 1
        assert abs(top + bottom - 20) <= 1
        assert len(canvas.take_quads()) == 2 * FLOATS_PER_QUAD
        assert richtext.render_image("*1* :minus:", 100, 12, 2.0).getbbox() is not None
    finally:
        set_theme(plain_theme)


def test_lines_and_rotated_pictures_are_drawn_whole_or_left_out(window):
    textures = Textures(256)
    canvas = Canvas(textures, 2.0)
    canvas.line(0, 0, 30, 40, 3, "accent")
    assert canvas.take_quads()[:4].tolist() == [30, 40, 100, 6]
    texture = textures.get("a", lambda: Image.new("RGBA", (10, 10), "red"))
    with canvas.clip(Rect(0, 0, 50, 50)):
        canvas.image(texture, Rect(45, 45, 10, 10), angle=30)
        canvas.image(texture, Rect(70, 70, 10, 10), angle=30)
    assert len(canvas.take_quads()) == FLOATS_PER_QUAD
    with canvas.translate(5, 0):
        canvas.picture(texture, 1, 1)
        canvas.frame(Rect(0, 0, 20, 20), "accent")
        canvas.nine_patch(texture, Rect(0, 0, 40, 40), 3)
    assert len(canvas.take_quads()) == (1 + 4 + 9) * FLOATS_PER_QUAD


@pytest.mark.parametrize("module", [hexes, keys_module, richtext, themes, fan_module])
def test_the_doctests_of_the_widget_kit_pass(module):
    tried = doctest.testmod(module)
    assert tried.attempted > 0
    assert tried.failed == 0
