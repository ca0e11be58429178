"""Theme of the widgets, with the colours, fonts and icons of the game."""

from __future__ import annotations

from client.art import theme as art
from client.art.colour import RGB
from client.art.fonts import BOLD, FILES, FONT_FOLDER, ICONS, TEXT, TITLE
from client.art.icons import ICON_GLYPHS, glyph, has
from client.ui.theme import DEFAULT_BOXES, DEFAULT_COLORS, BoxStyle, Color, Theme, rgb

FONT_ROLES = (("text", TEXT), ("bold", BOLD), ("title", TITLE), ("icons", ICONS), ("mono", TEXT))
FONTS = {role: FONT_FOLDER / FILES[name] for role, name in FONT_ROLES}
"""Font paths by role; every theme uses the same path objects.

Caches with fonts as keys find an entry at once only if the path object is identical.
"""

TINTS = {"mana": "mana", "gold": "gold", "vp": "vp", "hp": "health", "entropy": "entropy"}
"""Colours of resources, which are the same in texts as on cards and panels."""


def opaque(color: RGB, alpha: int = 255) -> Color:
    """Return a colour of the game in the widget kit's format."""
    return (color[0], color[1], color[2], alpha)


def game_theme(text_scale: float = 1.0, palette: str = "okabe-ito") -> Theme:
    """Return the theme of the whole client."""
    colors = {
        **DEFAULT_COLORS,
        "background": opaque(art.NIGHT),
        "text": opaque(art.INK),
        "accent": opaque(art.GOLD),
        "gold": opaque(art.GOLD),
        "mana": opaque(art.MANA),
        "health": opaque(art.HEALTH),
        "entropy": opaque(art.ENTROPY_COLOUR),
        "vp": opaque(art.rgb("#ffd978")),
        "good": opaque(art.GOOD),
        "warn": opaque(art.WARN),
        "bad": opaque(art.BAD),
        "link": opaque(art.LINK),
        "on_gold": rgb("#241602"),
    }
    for look in art.looks(palette):
        colors[f"seat_{look.seat}"] = opaque(look.text)
        colors[f"seat_{look.seat}_dim"] = opaque(look.deep)
    high, low, edge = opaque(art.PANEL_HIGH, 238), opaque(art.PANEL_LOW, 238), opaque(art.EDGE)
    boxes = {
        **DEFAULT_BOXES,
        "panel": BoxStyle(high, low, edge, 7, 1, (0, 0, 0, 150), 3),
        "raised": BoxStyle(rgb("#222b3a"), rgb("#141a24"), rgb("#6d6140"), 8, 1, (0, 0, 0, 190), 6),
        "dialog": BoxStyle(rgb("#1a2230", 246), rgb("#10151e", 246), rgb("#8a7440"), 9, 1.5, (0, 0, 0, 200), 8),
        "prompt.you": BoxStyle(
            rgb("#3a2f14", 244), rgb("#251d0c", 244), rgb("#e0b04a"), 12, 1.5, (224, 176, 74, 70), 4
        ),
        "prompt.wait": BoxStyle(rgb("#1a212d", 240), rgb("#131923", 240), rgb("#46536a"), 12, 1, (0, 0, 0, 150), 3),
        "prompt.stop": BoxStyle(
            rgb("#4a1d1a", 246), rgb("#331310", 246), rgb("#ff7d6e"), 12, 1.5, (255, 110, 90, 70), 4
        ),
        "prompt.show": BoxStyle(rgb("#142c3c", 240), rgb("#0e1e2a", 240), rgb("#4f9ec4"), 12, 1, (0, 0, 0, 150), 3),
        "seat.lit": BoxStyle(rgb("#2a3346", 240), rgb("#19202c", 240), rgb("#e0b04a"), 7, 1.5, (224, 176, 74, 60), 3),
        "step": BoxStyle(rgb("#3a2f14"), rgb("#2a220f"), rgb("#c59a45"), 10, 1),
        "die": BoxStyle(rgb("#f4ecd9"), rgb("#d8ccb2"), rgb("#70674f"), 4, 1),
        "die.hit": BoxStyle(rgb("#ffdf8a"), rgb("#e8ab3a"), rgb("#7a4a08"), 4, 1.5, (255, 190, 80, 120), 3),
        "bar.top": BoxStyle(rgb("#141a24", 250), rgb("#0c1017", 250), rgb("#2c3544"), 0, 1),
    }
    icons = {name: glyph(name) for name in ICON_GLYPHS if has(name)}
    icons["check"] = icons.get("tick", "")
    sizes = {"tiny": 11, "small": 12, "body": 13.5, "heading": 16, "title": 21, "display": 40}
    tints = {icon: colors[role] for icon, role in TINTS.items()}
    signs = {k: v for k, v in icons.items() if v}
    return Theme(colors, boxes, dict(FONTS), signs, sizes, text_scale, palette, tints)
