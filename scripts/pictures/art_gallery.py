"""Pictures of all art: boards late in a match, cards, tokens, bridges, and panels.

A display is needed (or Xvfb).

    python3 scripts/pictures/art_gallery.py FOLDER
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("arcade"):
    environment.enter("client")
sys.path.insert(0, str(environment.ROOT))

import arcade
from PIL import Image

from client.art import panels, theme
from client.art.board import bridges, tiles, tokens
from client.art.board.view import BoardView
from client.art.cards import cards, landscape
from client.art.cards.card_layout import Face
from client.art.icons import CARD_GLYPHS, ICON_GLYPHS
from client.art.paint import canvas, icon
from client.ui.hexes import Rect
from client.ui.textures import Textures
from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.bridgefront.card import CHAMPION
from core.games.bridgefront.catalogue import CARDS, find
from core.games.bridgefront.factions import CODES
from core.games.bridgefront.game import GAME
from core.games.bridgefront.state import Bridgefront, Champion, Mark

GROUND = (16, 20, 28, 255)
SHOWN = (
    "Quick March",
    "Mortar Shot",
    "Ironclad Warden",
    "Leaden Permanence",
    "Make a Play",
    "Propaganda Recruitment",
    "Dice: Forked Road",
    "Set to Skirmish",
    "Timer",
    "Forge Relic",
    "Titan Vanguard",
    "Rapid Span",
)


def late_state(seats: int, size: str, seed: int, champions: int = 3) -> Bridgefront:
    """Return a state late in a random match.

    Champions and marks are added, so that everything that can be drawn occurs.
    """
    players = {seat: RandomBot(str(seed), seat) for seat in range(1, seats + 1)}
    table = LocalMatch(GAME, players, seed=str(seed), options={"board_size": size, "vp_to_win": 0})
    while not table.state.over:
        table.step()
        if table.state.round >= 8 and table.state.phase == "action" and table.state.action_step >= 2:
            break
    state: Bridgefront = table.state
    rnd = random.Random(seed)
    names = [i for i, card in enumerate(CARDS) if card.type == CHAMPION]
    middle = state.grid.within(state.grid.center, 3)
    for seat in state.seats:
        for hex_ in rnd.sample(middle, 5):
            if not state.enemies_at(hex_, seat) and state.capital_owner(hex_) in (0, seat):
                state.forces[seat][hex_] = rnd.randint(1, 6)
        places = sorted(state.occupied_hexes(seat))
        for _ in range(champions):
            state.card.append(rnd.choice(names))
            state.number.append(50)
            copy, stats = len(state.card) - 1, CARDS[state.card[-1]].stats
            assert stats is not None
            hp = rnd.randint(1, stats.hp)
            state.champions[copy] = Champion(copy, seat, rnd.choice(places), hp, stats.hp, 100 + copy)
    built = [edge for edge, there in enumerate(state.bridges) if there]
    for edge in range(len(state.bridges)):
        if not state.bridges[edge] and rnd.random() < 0.12:
            state.bridges[edge] = 1
    rnd.shuffle(built)
    kinds = ("trap", "closed", "temporary", "temporary", "trap", "closed")
    state.marks += [Mark(kind, 1, edge) for kind, edge in zip(kinds, built)]
    copies = sorted(state.champions)
    state.marks += [Mark(kind, 1, copy) for kind, copy in zip(("frenzy", "ward", "slow", "plated"), copies[::3])]
    state.marks.append(Mark("ward", 1, copies[-1]))
    state.marks.append(Mark("hold the line", 2, sorted(state.occupied_hexes(2))[0]))
    state.marks.append(Mark("link", seats, state.capital[seats], state.grid.center))
    state.forces[2][state.capital[1]] = 3
    state.forces[1][state.capital[1]] = 2
    return state


def show_plan(view: BoardView) -> None:
    """Show the lights, ghosts and arrows of a plan."""
    state = view.state
    assert state is not None
    grid = state.grid
    start = max(state.occupied_hexes(1), key=lambda h: len(grid.neighbours[h]) - grid.distance[h][grid.center] / 10)
    around = grid.neighbours[start]
    free = [e for e in grid.edges_at[start] if not state.bridges[e]]
    view.lights.light("legal", around[:4])
    view.lights.light("illegal", around[4:])
    view.lights.light("chosen", [start])
    view.lights.light_edges("legal", free)
    beyond = [h for h in grid.neighbours[around[0]] if grid.distance[h][start] == 2]
    view.lights.light("battle", beyond[:1])
    view.plans.path([start, around[0], beyond[0]], fight=True)
    view.units.plan_stack(1, 2, (), [start, around[0]])
    view.plans.bridge(next(e for e in range(len(state.bridges)) if not state.bridges[e] and e not in free))


class Gallery:
    """A window and an atlas with which many pictures are drawn."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        self.window = arcade.Window(1280, 720, "Tether", antialiasing=False, visible=True)
        self.textures = Textures(2048)

    def board(
        self, name: str, state: Bridgefront, then: Callable[[BoardView], None] | None = None, zoom: float = 1.0
    ) -> None:
        """Draw a board in the rectangle of the match screen."""
        window = self.window
        begun = perf_counter()
        view = BoardView(window, self.textures, Rect(212, 150, 806, 490))
        view.show(state)
        window.ctx.finish()
        baked = perf_counter() - begun
        if then is not None:
            then(view)
        if zoom != 1.0:
            at = view.map.on_screen(sorted(state.occupied_hexes(1))[0])
            view.camera.zoom_at(*at, zoom)
        window.use()
        view.update(1.0)
        view.draw()
        window.ctx.finish()
        arcade.get_image().convert("RGB").save(self.folder / f"{name}.png")
        times = []
        for i in range(80):
            begun = perf_counter()
            view.update(1 / 60)
            for k, token in enumerate(view.units.tokens.values()):
                x, y = token.position
                token.position = x, y + (1 if (i + k) % 2 else -1)
            window.use()
            view.draw()
            window.flip()
            window.ctx.finish()
            times.append(1000 * (perf_counter() - begun))
        print(
            f"{name}: {baked:.2f} s to show, {len(view.units.tokens)} units, {sum(state.bridges)} bridges, "
            f"{median(times):.1f} ms a frame ({sorted(times)[-4]:.1f} at worst), "
            f"atlas {self.textures.used_fraction():.0%}"
        )

    def sheet(self, name: str, pictures: list[Image.Image], columns: int, gap: int = 6) -> None:
        """Draw many pictures in rows."""
        rows = [pictures[i : i + columns] for i in range(0, len(pictures), columns)]
        width = max(sum(p.width + gap for p in row) for row in rows) + gap
        height = sum(max(p.height for p in row) + gap for row in rows) + gap
        image = canvas(width, height, GROUND)
        y = gap
        for row in rows:
            x = gap
            for picture in row:
                image.alpha_composite(picture.convert("RGBA"), (x, y))
                x += picture.width + gap
            y += max(p.height for p in row) + gap
        image.convert("RGB").save(self.folder / f"{name}.png")


def stretch(patch: panels.Patch, width: int, height: int) -> Image.Image:
    """Return a frame stretched to a size."""
    out, cut, side = canvas(width, height), patch.cut, patch.image.width
    columns = ((0, 0, cut), (cut, cut, width - 2 * cut), (side - cut, width - cut, cut))
    rows = ((0, 0, cut), (cut, cut, height - 2 * cut), (side - cut, height - cut, cut))
    for sx, dx, dw in columns:
        for sy, dy, dh in rows:
            wide, high = (cut if dw == cut else side - 2 * cut), (cut if dh == cut else side - 2 * cut)
            out.paste(patch.image.crop((sx, sy, sx + wide, sy + high)).resize((dw, dh)), (dx, dy))
    return out


def unit_pictures() -> list[Image.Image]:
    """Return pictures of tokens and bridges."""
    out = []
    for seat, code in enumerate(CODES, start=1):
        for palette in theme.SEAT_PALETTES:
            look = theme.seat_look(seat, palette)
            out += [
                tokens.cohort(look, code),
                tokens.champion(look, CARD_GLYPHS["titan_vanguard"]),
                tiles.keep(look, code),
            ]
            out += [
                tiles.draw_inlay(look),
                tiles.flag(look, code),
                tokens.number(seat * 3 - 2, look),
                tokens.health(seat, 7),
            ]
    return out


def small_pictures() -> list[Image.Image]:
    """Return pictures of frames, emblems, dice and other small parts."""
    out = [stretch(panels.frame(name), 150, 60) for name in panels.FRAMES]
    for seat, code in enumerate(CODES, start=1):
        look = theme.seat_look(seat)
        out += [stretch(panels.frame("panel", 1.0, look.colour), 150, 60), panels.emblem(look, code, 48)]
        out += [panels.envelope(look, 64), panels.envelope(look, 64, True, "7"), panels.banner(look, code, 48, 72)]
        out += [panels.die(seat, 44, seat < 3, look)]
    out += [panels.crown(32), panels.heart(32), panels.heart(32, False), panels.ring(0.7, 32), panels.cursor()]
    out += [
        panels.draw_mana_gem(3, 16),
        panels.draw_mana_gem("", 16, True),
        panels.coin(7, 14),
        panels.coin("0/2/4", 14),
    ]
    return [*out, panels.draw_window_icon(64), panels.draw_logo(420)]


def main(folder: str) -> None:
    """Draw all pictures into a folder."""
    gallery = Gallery(Path(folder))
    wide = late_state(6, "wide", 3)
    gallery.board("board-wide-6", wide)
    gallery.board("board-wide-6-plan", wide, show_plan)
    gallery.board("board-wide-6-near", wide, show_plan, zoom=2.4)
    gallery.board("board-compact-4", late_state(4, "compact", 5, champions=2))
    gallery.board("board-compact-2", late_state(2, "compact", 8, champions=2))
    faces = [
        Face(find(name), number=40 + 7 * i if i % 4 else None, counter=3 if "Prop" in name else None)
        for i, name in enumerate(SHOWN)
    ]
    for name, size in (("hand", theme.CARD_HAND), ("raised", theme.CARD_RAISED), ("full", theme.CARD_FULL)):
        begun = perf_counter()
        pictures = [cards.face(face, size) for face in faces]
        print(f"cards, {name}: {1000 * (perf_counter() - begun) / len(faces):.0f} ms each")
        gallery.sheet(f"cards-{name}", [*pictures, cards.back(size), cards.dim_picture(pictures[0])], 7)
    gallery.sheet("cards-double", [cards.face(face, theme.CARD_HAND, 2.0) for face in faces[:6]], 6)
    gallery.sheet("chips", [cards.chip(Face(i, number=30 + i)) for i in range(0, 182, 7)], 6)
    gallery.sheet("landscapes", [landscape.draw_illustration(card, 156, 90) for card in CARDS], 14, 4)
    gallery.sheet("tokens", unit_pictures(), 14)
    kinds = [bridges.bridge(kind, angle) for angle in bridges.BRIDGE_ANGLES for kind in bridges.KINDS]
    gallery.sheet("bridges", kinds, len(bridges.KINDS))
    lights = [tiles.light(kind) for kind in (*theme.HIGHLIGHT_COLOURS, "dim")]
    badges = [tiles.draw_mine_badge(value) for value in range(4, 8)] + [
        tiles.draw_forge_badge(),
        tiles.draw_axis_badge(),
        tiles.draw_portal(),
    ]
    gallery.sheet("lights", [*lights, *badges, *(tokens.mark(kind) for kind in tokens.MARK_COLOURS)], 8)
    gallery.sheet("panels", small_pictures(), 8)
    gallery.sheet("icons", [icon(name, 32, theme.INK) for name in ICON_GLYPHS], 18)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        raise SystemExit(__doc__)
    main(sys.argv[1])
