"""Units on the board, as tokens with an id that animations move and fade."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot

import arcade
from arcade import SpriteList

from client.art.board import tokens
from client.art.board.board_map import BoardMap
from client.art.icons import CARD_GLYPHS
from client.ui.hexes import Point
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.state import NOBODY

TokenId = tuple[str, int, int] | tuple[str, int]

_STACK_SLOTS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((0.0, 0.0),),
    ((-21.0, 2.0), (20.0, -2.0)),
    ((-43.0, 0.0), (0.0, 0.0), (43.0, 0.0)),
    ((-51.0, 0.0), (-17.0, 0.0), (17.0, 0.0), (51.0, 0.0)),
    ((-38.0, -18.0), (0.0, -18.0), (38.0, -18.0), (-19.0, 16.0), (19.0, 16.0)),
)
"""Offsets of the tokens in a hex, by their number; no token hides another token or its number.

The tokens are side by side as long as they fit.
"""
_SLOT_SCALES = (1.0, 1.0, 0.86, 0.72, 0.60, 0.56)
_ON_COPIES = ("marked for coin", "slow", "ward", "frenzy", "plated")


class Token:
    """Unit on the board, at a position in the world.

    Its picture, its number and its marks move and fade together.
    """

    __slots__ = ("_alpha", "_numbers", "_scale", "_x", "_y", "body", "hex", "id", "parts", "seat")

    def __init__(self, id_: TokenId, seat: int, hex_: int, body: arcade.Sprite) -> None:
        self.id = id_
        self.seat = seat
        self.hex = hex_
        self.body = body
        self.parts: list[tuple[arcade.Sprite, float, float, float]] = []
        """Sprites that move with the token: the sprite, its x and y offsets at scale 1, and a share.

        The share (0..1) states how much of the token's scale the sprite takes over.
        """
        self._x = self._y = 0.0
        self._scale = 1.0
        self._alpha = 255

    @property
    def position(self) -> Point:
        """Position in the world."""
        return self._x, self._y

    @position.setter
    def position(self, at: Point) -> None:
        self._x, self._y = at
        self._place()

    @property
    def scale(self) -> float:
        """Relative size; 1 is the size of a unit alone in its hex."""
        return self._scale

    @scale.setter
    def scale(self, value: float) -> None:
        self._scale = value
        self._place()

    @property
    def alpha(self) -> int:
        """Opacity, from 0 (gone) to 255."""
        return self._alpha

    @alpha.setter
    def alpha(self, value: float) -> None:
        self._alpha = max(0, min(255, round(value)))
        self.body.alpha = self._alpha
        for sprite, _, _, _ in self.parts:
            sprite.alpha = self._alpha

    def _place(self) -> None:
        scale = self._scale
        self.body.position = self._x, self._y
        self.body.scale = scale * _unit(self.body)
        for sprite, dx, dy, follow in self.parts:
            sprite.position = self._x + dx * scale, self._y + dy * scale
            sprite.scale = (1.0 - follow + follow * scale) * _unit(sprite)

    def remove(self) -> None:
        """Remove the token from the board."""
        self.body.remove_from_sprite_lists()
        for sprite, _, _, _ in self.parts:
            sprite.remove_from_sprite_lists()


def _unit(sprite: arcade.Sprite) -> float:
    """Return the number of world units per texel of a sprite's texture, which is stored on the sprite."""
    return float(sprite.properties["unit"])


class UnitLayer:
    """Tokens of the displayed state, and ghosts of planned tokens.

    The sprites are in three lists: the units, their numbers above them, and the plans above everything.
    """

    def __init__(self, board: BoardMap) -> None:
        self._map = board
        atlas = board.textures.atlas
        self.tokens: dict[TokenId, Token] = {}
        self.bodies: SpriteList[arcade.Sprite] = SpriteList(atlas=atlas, capacity=128)
        self.numbers: SpriteList[arcade.Sprite] = SpriteList(atlas=atlas, capacity=256)
        self.plans: SpriteList[arcade.Sprite] = SpriteList(atlas=atlas, capacity=128)
        self._aside: dict[int, int] = {}
        """Hexes in which the tokens of a seat have moved aside for a plan."""

    def show(self) -> None:
        """Make the tokens of the state, each at its place."""
        state = self._map.table
        for token in self.tokens.values():
            token.remove()
        self.tokens.clear()
        self._aside.clear()
        for hex_ in range(len(state.grid.hexes)):
            there = state.players_at(hex_)
            owner = state.capital_owner(hex_)
            if owner in there and len(there) == 2:
                there = [owner, *(seat for seat in there if seat != owner)]
            for place, seat in enumerate(there):
                self._place_stack(hex_, seat, (place, len(there)))

    def _place_stack(self, hex_: int, seat: int, side: tuple[int, int]) -> None:
        state = self._map.table
        count = state.forces[seat].get(hex_, 0)
        champions = state.champions_at(hex_, seat)
        units = [*([None] if count else []), *champions]
        crowded = side[1] == 2 or len(units) > 2 or len(champions) > 1
        places = zip(units, self.slots(hex_, len(units), side))
        for unit, (x, y, scale) in sorted(places, key=lambda at: -at[1][1]):  # units behind are drawn first
            if unit is None:
                token = self.spawn_cohorts(("cohorts", seat, hex_), seat, count, hex_)
            else:
                token = self.spawn_champion(unit.copy, crowded=crowded)
                if side[1] == 2:  # the number on the outer side, where no enemy stands before it
                    token.parts[0] = (token.parts[0][0], -44.0 if side[0] == 0 else 6.0, *token.parts[0][2:])
            token.scale = scale
            token.position = x, y

    def slots(self, hex_: int, count: int, side: tuple[int, int] = (0, 1)) -> list[tuple[float, float, float]]:
        """Return the position and size, as (x, y, scale) in the world, of `count` tokens in a hex.

        `side` is (which, of how many) for a player who shares the hex with others.
        """
        x, y = self._map.center(hex_)
        y -= 13 if self._is_special_hex(hex_) else 2
        known = min(count, len(_STACK_SLOTS) - 1)
        scale = _SLOT_SCALES[known]
        places = list(_STACK_SLOTS[known])
        while len(places) < count:
            i = len(places)
            places.append((-36.0 + 18.0 * (i % 5), -20.0 + 12.0 * (i // 5)))
        if side[1] == 2:
            x += -28.0 if side[0] == 0 else 28.0
            scale = (0.80, 0.64, 0.56)[min(count, 3) - 1]
            places = [
                (9.0 * (i % 2) - 4.5, -17.0 + 34.0 * i / (count - 1)) if count > 1 else (0.0, 0.0) for i in range(count)
            ]
        return [(x + px, y + py, scale) for px, py in places]

    def plan_stack(self, seat: int, count: int, champions: Sequence[int], path: Sequence[int], key: int = 0) -> None:
        """Draw ghosts of Cohorts and Champions (given as copies) at the end of their walk.

        The ghosts appear on the side from which they come. If a single player is already there, its tokens move aside,
        so that both players can be seen. `key` distinguishes several ghosts of one seat in one hex.
        """
        hex_, before = path[-1], path[-2] if len(path) > 1 else path[-1]
        right = self._map.center(before)[0] > self._map.center(hex_)[0]
        there = self._map.table.players_at(hex_)
        side = (0, 1)
        if len(there) == 1 and before != hex_:
            side = (int(right), 2)
            self._place_stack(hex_, there[0], (1 - side[0], 2))
            self._aside[hex_] = there[0]
        units = [*([0] if count else []), *champions]
        places = zip(units, self.slots(hex_, len(units), side), strict=True)
        for copy, (x, y, scale) in sorted(places, key=lambda at: -at[1][1]):
            id_: TokenId = ("plan", seat, hex_ * 64 + 8 * (key % 8) + (units.index(copy) % 8))
            if copy:
                token = self.spawn_champion(copy, id_, hex_, ghost=True, crowded=side[1] == 2)
            else:
                token = self.spawn_cohorts(id_, seat, count, hex_, ghost=True)
            token.scale = scale
            token.position = x, y

    def clear_stacks(self) -> None:
        """Remove the ghosts of units, and move back the tokens that made room for them."""
        for id_ in [id_ for id_ in self.tokens if id_[0] == "plan"]:
            self.remove(id_)
        for hex_, seat in self._aside.items():
            self._place_stack(hex_, seat, (0, 1))
        self._aside.clear()

    def _is_special_hex(self, hex_: int) -> bool:
        state = self._map.table
        return (
            hex_ in state.mines
            or hex_ in state.forges
            or hex_ == state.grid.center
            or state.capital_owner(hex_) != NOBODY
        )

    def spawn_cohorts(self, id_: TokenId, seat: int, count: int, hex_: int, ghost: bool = False) -> Token:
        """Add a Cohort token to the board; it replaces any token with the same id.

        A ghost is part of a plan: it is pale, and it is drawn above all other tokens.
        """
        look, sign = self._map.look(seat), self._map.emblem(seat)
        list_ = self.plans if ghost else self.bodies
        body = self._map.sprite(("cohort", seat, sign), lambda: tokens.cohort(look, sign, self._map.detail), list_)
        token = self._spawn_token(id_, seat, hex_, body)
        number = self._map.sprite(
            ("number", seat, count),
            lambda: tokens.number(count, look, self._map.detail),
            list_ if ghost else self.numbers,
        )
        token.parts.append((number, -18.0, -22.0, 0.35))
        return self._settle(token, ghost)

    def spawn_champion(
        self, copy: int, id_: TokenId | None = None, hex_: int | None = None, ghost: bool = False, crowded: bool = False
    ) -> Token:
        """Add the token of a Champion of the state, or a second one (a ghost) in another hex."""
        state = self._map.table
        champion = state.champions[copy]
        token = self.spawn_champion_of(
            id_ or ("champion", copy),
            champion.owner,
            state.card[copy],
            champion.hp,
            champion.max_hp,
            champion.hex if hex_ is None else hex_,
            ghost,
            crowded,
        )
        kinds = [m.kind for m in state.marks if m.kind in _ON_COPIES and m.what == copy]
        for i, kind in enumerate(kinds[:2]):
            sprite = self._map.sprite(("mark", kind), partial(tokens.mark, kind, self._map.detail), self.numbers)
            token.parts.append((sprite, 24.0 - 22.0 * i, 32.0, 0.5))
        return self._settle(token, ghost)

    def spawn_champion_of(
        self,
        id_: TokenId,
        seat: int,
        card: int,
        hp: int,
        most: int,
        hex_: int,
        ghost: bool = False,
        crowded: bool = False,
    ) -> Token:
        """Add a Champion token by the number of its card, even if the Champion is not in the state."""
        look = self._map.look(seat)
        portrait = CARD_GLYPHS.get(CARDS[card].id, "champion") if card < len(CARDS) else "champion"
        list_ = self.plans if ghost else self.bodies
        body = self._map.sprite(
            ("champion", seat, portrait), lambda: tokens.champion(look, portrait, self._map.detail), list_
        )
        token = self._spawn_token(id_, seat, hex_, body)
        health = self._map.sprite(
            ("health", hp, most, crowded),
            lambda: tokens.health(hp, most, self._map.detail, bar=not crowded),
            list_ if ghost else self.numbers,
        )
        token.parts.append((health, -14.0 if crowded else 6.0, -28.0, 0.40))
        return self._settle(token, ghost)

    def _spawn_token(self, id_: TokenId, seat: int, hex_: int, body: arcade.Sprite) -> Token:
        self.remove(id_)
        token = self.tokens[id_] = Token(id_, seat, hex_, body)
        return token

    def _settle(self, token: Token, ghost: bool) -> Token:
        x, y, scale = self.slots(token.hex, 1)[0]
        token.scale = scale
        token.position = x, y
        if ghost:
            token.alpha = 165
        return token

    def token(self, id_: TokenId) -> Token | None:
        """Return the token with this id, so that the caller can move and fade it, or None."""
        return self.tokens.get(id_)

    def remove(self, id_: TokenId) -> None:
        """Remove a token from the board, if it is there."""
        token = self.tokens.pop(id_, None)
        if token is not None:
            token.remove()

    def token_at(self, x: float, y: float) -> Token | None:
        """Return the frontmost unit under a point of the window, or None."""
        wx, wy = self._map.camera.to_world(x, y)
        for token in reversed(list(self.tokens.values())):
            tx, ty = token.position
            if hypot(wx - tx, wy - ty) < 32 * token.scale:
                return token
        return None
