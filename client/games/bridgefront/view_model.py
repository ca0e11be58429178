"""Shared view model of the match screen: one table, seen from one seat."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import arcade

from client.art.board.board_map import emblem_of
from client.art.cards.card_layout import Face, face_of
from client.art.cards.cards import back, face
from client.table.seats import emblem
from client.table.view_model import ViewModel
from client.ui.canvas import Canvas
from client.ui.hexes import Rect
from client.ui.textures import AtlasFull, Textures
from core.games.bridgefront.phases.scoring import control_vp
from core.games.bridgefront.state import Bridgefront
from core.games.bridgefront.text.course import MatchCourse

CARD_PALETTE = "cards"
"""Name of the palette under which the atlas stores cards, so that cards can be dropped separately."""


@dataclass(slots=True)
class Turn:
    """Row of the resolve order: the seat, its action and the action's progress."""

    seat: int
    kind: str = ""
    copy: int = 0
    number: int = 0
    state: str = "hidden"
    """Progress of the action: "hidden", "waiting", "now", "done", "fizzled" or "plan"."""
    dice: tuple[int, ...] = ()
    """Dice that decided the order among cards of the same number."""


@dataclass(slots=True)
class BridgefrontViewModel(ViewModel):
    """View model of Bridgefront: the table as the screen displays it."""

    turns: list[Turn] = field(default_factory=list)
    course: MatchCourse = field(default_factory=MatchCourse)
    """Course of the match from the first state that this peer has seen."""

    @property
    def table(self) -> Bridgefront:
        """Displayed state of the match; available only once a state has arrived."""
        return self.table_of(Bridgefront)

    def emblem(self, seat: int) -> str:
        """Return the icon of a seat."""
        return emblem_of(self.table, seat)

    def knows_points(self, seat: int) -> bool:
        """Return True if the lasting Permanence of a seat is shown (option show_vp)."""
        return self.open or seat == self.own or self.table.over or self.table.option("show_vp") == "all"

    def points(self, seat: int) -> str:
        """Return the visible Permanence of a seat: "5", or "3+" if a part of it is hidden."""
        held = sum(vp for _, vp in control_vp(self.table, seat))
        return str(held + self.table.vp[seat]) if self.knows_points(seat) else f"{held}+"


def paint_emblem(canvas: Canvas, shown: BridgefrontViewModel, seat: int, rect: Rect) -> None:
    """Paint the medallion of a seat in a rectangle."""
    emblem.paint_emblem(canvas, seat, shown.palette, rect, shown.emblem(seat))


def card_texture(textures: Textures, shown: Face, size: tuple[int, int], scale: float) -> arcade.Texture:
    """Return the texture of a card at this size; drop earlier cards from the atlas if it has no room."""

    def get() -> arcade.Texture:
        return textures.get(("card", shown, size), lambda: face(shown, size, scale), scale, CARD_PALETTE)

    try:
        return get()
    except AtlasFull:
        textures.keep_only(scale)
        return get()


def back_texture(textures: Textures, size: tuple[int, int], scale: float) -> arcade.Texture:
    """Return the texture of a card's back."""
    return textures.get(("back", size), lambda: back(size, scale), scale, CARD_PALETTE)


def face_for(state: Bridgefront, copy: int, seat: int = 0) -> Face:
    """Return the face of a copy; for a card in a seat's hand, the face shows its current cost."""
    from core.games.bridgefront.phases.action import card_cost

    shown = face_of(state, copy)
    if seat:
        mana, gold = card_cost(state, seat, copy)
        return replace(shown, mana=mana, gold=gold)
    return shown


def totals(state: Bridgefront, seat: int) -> dict[str, int]:
    """Return the public numbers of a seat, by name."""
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


def with_faces(table: Bridgefront, after: Bridgefront) -> Bridgefront:
    """Return the table during a step, with the faces of the cards that appear in the step."""
    table.card, table.number = bytearray(after.card), list(after.number)
    table.counter, table.changed = dict(after.counter), after.changed
    return table
