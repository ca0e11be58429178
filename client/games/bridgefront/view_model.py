"""What all regions of the match screen show: one table, seen from one seat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import arcade

from client.art.board_still import emblem_of
from client.art.card_layout import Face, face_of
from client.art.cards import back, face
from client.table import emblem
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.textures import AtlasFull, Textures
from core.games.bridgefront.scoring import control_vp
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.course import Course

CARDS_KEPT = "cards"
"""The palette under which cards are kept in the atlas, so that they can be let go without the rest."""


@dataclass(slots=True)
class Turn:
    """One row of the resolve order: whose, what, how far."""

    seat: int
    kind: str = ""
    copy: int = 0
    number: int = 0
    state: str = "hidden"
    """"hidden", "waiting", "now", "done", "fizzled" or "plan"."""
    dice: tuple[int, ...] = ()
    """What it has rolled for its place among cards of the same number."""


@dataclass(slots=True)
class Shown(ViewModel):
    """A table of Bridgefront as it is shown now."""

    turns: list[Turn] = field(default_factory=list)
    course: Course = field(default_factory=Course)
    """How the match went so far, from where it was first seen."""

    @property
    def table(self) -> Bridgefront:
        """The state; only once there is one."""
        state: Bridgefront | None = self.state
        assert state is not None
        return state

    def emblem(self, seat: int) -> str:
        """The icon of a seat."""
        return emblem_of(self.table, seat)

    def knows_points(self, seat: int) -> bool:
        """Whether the lasting Permanence of a seat is shown (option show_vp)."""
        return self.open or seat == self.own or self.table.over or self.table.option("show_vp") == "all"

    def points(self, seat: int) -> str:
        """The Permanence of a seat, as far as it is shown: "5", or "3+"."""
        held = sum(vp for _, vp in control_vp(self.table, seat))
        return str(held + self.table.vp[seat]) if self.knows_points(seat) else f"{held}+"


def paint_emblem(canvas: Canvas, shown: Shown, seat: int, rect: Rect) -> None:
    """The medallion of a seat in a rectangle."""
    emblem.paint_emblem(canvas, seat, shown.palette, rect, shown.emblem(seat))


def card_texture(textures: Textures, shown: Face, size: tuple[int, int], scale: float) -> arcade.Texture:
    """A card of this size in the atlas; if there is no room, cards of earlier make it."""

    def get() -> arcade.Texture:
        return textures.get(("card", shown, size), lambda: face(shown, size, scale), scale, CARDS_KEPT)

    try:
        return get()
    except AtlasFull:
        textures.keep_only(scale)
        return get()


def back_texture(textures: Textures, size: tuple[int, int], scale: float) -> arcade.Texture:
    """The back of a card."""
    return textures.get(("back", size), lambda: back(size, scale), scale, CARDS_KEPT)


def face_in(state: Bridgefront, copy: int, seat: int = 0) -> Face:
    """The face of a copy; in the hand of a seat with what it costs there now."""
    from core.games.bridgefront.action import cost

    shown = face_of(state, copy)
    if seat:
        mana, gold = cost(state, seat, copy)
        return Face(shown.card, shown.number, shown.counter, mana, gold, shown.changed, shown.names, shown.gold_word)
    return shown


def totals(state: Bridgefront, seat: int) -> dict[str, Any]:
    """The numbers that everybody may know of a seat."""
    piles = state.piles
    return {
        "gold": state.gold[seat],
        "mana": state.mana[seat],
        "hand": piles.hand_size(seat),
        "cohorts": sum(state.forces[seat].values()),
        "champions": len(state.champions_of(seat)),
        "draw": piles.size(seat),
        "discard": len(piles.discard[seat]),
        "entropy": len(state.burnt[seat]),
    }


def knowing(table: Bridgefront, after: Bridgefront) -> Bridgefront:
    """The table within a step, which already knows the faces of the cards that appear in it."""
    table.card, table.number = bytearray(after.card), list(after.number)
    table.counter, table.changed = dict(after.counter), after.changed
    return table
