"""The board: it shows the state from every viewpoint, and its memory use does not grow."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import arcade
import pytest
from PIL import Image, ImageChops

from client.art.board.board_map import emblem_of
from client.art.board.view import BoardView
from client.art.theme import seat_look
from client.ui.hexes import Rect
from client.ui.textures import Textures
from core.bots.random_bot import RandomBot
from core.engine.local_match import LocalMatch
from core.games.bridgefront.card import CHAMPION
from core.games.bridgefront.catalogue import CARDS
from core.games.bridgefront.game import GAME
from core.games.bridgefront.state import Bridgefront, Champion, Mark

VIEW = Rect(212, 150, 806, 490)


def match(seats: int = 4, rounds: int = 3, size: str = "compact", seed: str = "board") -> Bridgefront:
    """Return a state in the action phase of a random match."""
    players = {seat: RandomBot(seed, seat) for seat in range(1, seats + 1)}
    table = LocalMatch(GAME, players, seed=seed, options={"board_size": size, "vp_to_win": 0})
    while table.state.round < rounds or table.state.phase != "action":
        table.step()
    state: Bridgefront = table.state
    return state


@pytest.fixture(scope="module")
def textures(window: arcade.Window) -> Textures:
    return Textures(2048)


@pytest.fixture
def view(window: arcade.Window, textures: Textures) -> BoardView:
    view = BoardView(window, textures, VIEW)
    view.show(match())
    return view


def shown(view: BoardView) -> bytes:
    view.window.use()
    view.draw()
    return arcade.get_image().tobytes()


def test_every_unit_has_a_token_on_its_hex(view: BoardView) -> None:
    state = view.state
    assert state is not None
    cohorts = {("cohorts", seat, hex_) for seat in state.seats for hex_ in state.forces[seat]}
    champions = {("champion", copy) for copy in state.champions}
    assert set(view.units.tokens) == cohorts | champions
    for token in view.units.tokens.values():
        x, y = view.map.center(token.hex)
        assert abs(token.position[0] - x) < 55 and abs(token.position[1] - y) < 45
        assert view.map.hex_at(*view.camera.to_screen(*token.position)) == token.hex


def test_every_hex_is_drawn_on_the_background(view: BoardView, monkeypatch: pytest.MonkeyPatch) -> None:
    view.reduced_motion = True
    assert view.state is not None
    with_ground = shown(view)
    size = arcade.get_image().size
    monkeypatch.setattr(view._ground, "draw", lambda *_: None)
    view._dirty = True
    bare = shown(view)
    there = ImageChops.difference(*(Image.frombytes("RGBA", size, each) for each in (with_ground, bare)))
    ratio = size[0] / view.window.width
    for hex_ in range(len(view.state.grid.hexes)):
        x, y = (ratio * at for at in view.map.on_screen(hex_))
        around = there.convert("RGB").crop((int(x) - 25, int(size[1] - y) - 25, int(x) + 25, int(size[1] - y) + 25))
        assert around.getbbox() is not None, hex_


def test_every_bridge_has_a_sprite_on_its_edge(view: BoardView) -> None:
    state = view.state
    assert state is not None
    assert sorted(view.still_layer.bridges) == [edge for edge, there in enumerate(state.bridges) if there]
    for edge, sprite in view.still_layer.bridges.items():
        assert sprite.position == pytest.approx(view.map.edge_center(edge))


@pytest.mark.parametrize(("seats", "size"), [(2, "compact"), (3, "wide"), (5, "compact"), (6, "wide")])
def test_any_board_fits_into_its_rectangle(window: arcade.Window, textures: Textures, seats: int, size: str) -> None:
    view = BoardView(window, textures, VIEW)
    view.show(match(seats, 2, size))
    assert view.state is not None
    for hex_ in range(len(view.state.grid.hexes)):
        x, y = view.map.on_screen(hex_)
        assert VIEW.inset(14).contains(x, y)
        assert view.map.hex_at(x, y) == hex_
    shown(view)


def test_hexes_and_edges_are_found_at_any_camera(view: BoardView) -> None:
    state = view.state
    assert state is not None
    view.camera.zoom_at(600, 400, 2.2)
    view.camera.pan(-80, 40)
    found = 0
    for edge in range(len(state.bridges)):
        x, y = view.map.edge_on_screen(edge)
        if VIEW.inset(4).contains(x, y):
            assert view.map.edge_at(x, y) == edge
            assert view.map.edge_at(x + 6, y - 5, among=[edge]) == edge
            found += 1
    assert found > 20


def test_the_board_can_be_drawn_during_set_up(window: arcade.Window, textures: Textures) -> None:
    players = {seat: RandomBot("early", seat) for seat in range(1, 4)}
    table = LocalMatch(GAME, players, seed="early")
    view = BoardView(window, textures, VIEW)
    for _ in range(8):
        view.show(table.state)
        shown(view)
        table.step()
    assert emblem_of(table.state, 1) != "seat 1"


def test_seats_have_plain_emblems_before_the_factions_are_drawn() -> None:
    table = LocalMatch(GAME, {seat: RandomBot("early", seat) for seat in (1, 2)}, seed="early")
    assert emblem_of(table.state, 2) == "seat 2"


def test_a_moved_token_snaps_back_when_a_state_is_shown(view: BoardView) -> None:
    state = view.state
    assert state is not None
    id_ = next(iter(view.units.tokens))
    token = view.units.tokens[id_]
    home = token.position
    token.position = home[0] + 60, home[1]
    token.alpha = 90
    assert {sprite.alpha for sprite, _, _, _ in token.parts} == {90}
    view.show(state)
    assert view.units.tokens[id_].position == home
    assert view.units.tokens[id_].alpha == 255


def test_highlights_are_drawn_on_the_board_and_removed(view: BoardView) -> None:
    before = shown(view)
    view.lights.light("legal", [3, 1, 2])
    view.lights.light_edges("legal", [0, 5])
    assert view.lights.lit("legal") == (1, 2, 3)
    assert shown(view) != before
    view.lights.clear()
    assert shown(view) == before


def test_planned_actions_are_drawn_on_the_board_and_removed(view: BoardView) -> None:
    state = view.state
    assert state is not None
    before, units = shown(view), set(view.units.tokens)
    a = sorted(state.occupied_hexes(1))[0]
    b = state.grid.neighbours[a][0]
    view.plans.path([a, b], fight=True)
    view.units.plan_stack(1, 2, (), [a, b])
    view.plans.bridge(next(e for e, there in enumerate(state.bridges) if not there))
    assert shown(view) != before
    view.plans.clear()
    assert set(view.units.tokens) == units
    assert shown(view) == before


def test_a_planned_attack_hides_no_defender(view: BoardView) -> None:
    state = view.state
    assert state is not None
    there = next(h for h in state.occupied_hexes(2) if state.players_at(h) == [2])
    before = {id_: token.position for id_, token in view.units.tokens.items()}
    x = view.map.center(there)[0]
    for beside in state.grid.neighbours[there]:
        view.units.plan_stack(1, 2, (), [beside, there])
        ghost, *others = sorted(
            (t for t in view.units.tokens.values() if t.hex == there), key=lambda t: t.id[0] != "plan"
        )
        come_from = 1 if view.map.center(beside)[0] > x else -1
        assert others and (ghost.position[0] - x) * come_from > 20
        assert all((token.position[0] - x) * come_from < -20 for token in others)
        view.plans.clear()
        assert {id_: token.position for id_, token in view.units.tokens.items()} == before


@pytest.mark.parametrize("count", (3, 4, 5))
def test_many_units_on_a_hex_do_not_hide_each_other(view: BoardView, count: int) -> None:
    places = view.units.slots(7, count)
    for (ax, ay, scale), (bx, by, _) in combinations(places, 2):
        assert hypot(ax - bx, ay - by) > 0.85 * 64 * scale  # the tokens are 64 wide


def test_all_kinds_of_marks_and_crowds_can_be_shown(window: arcade.Window, textures: Textures) -> None:
    state = match()
    a, b = (edge for edge in range(4, 6))
    state.bridges[a] = state.bridges[b] = 1
    home = state.capital[1]
    state.forces[1][home], state.forces[2][home] = 2, 3
    for i, card in enumerate(i for i, c in enumerate(CARDS) if c.type == CHAMPION):
        if i < 8:
            state.card.append(card)
            state.number.append(i)
            copy = len(state.card) - 1
            state.champions[copy] = Champion(copy, 1 + i % 2, home, 2, 12 if i == 3 else 5, 50 + i)
            state.marks += [Mark("ward", 1, copy), Mark("slow", 1, copy), Mark("frenzy", 1, copy)]
    state.marks += [Mark("trap", 1, a), Mark("closed", 1, a), Mark("temporary", 2, b), Mark("link", 1, home, 0)]
    state.marks += [Mark("skirmish", 1, 7), Mark("hold the line", 2, 7), Mark("battle cry", 1)]
    view = BoardView(window, textures, VIEW)
    view.show(state)
    shown(view)
    inside = [token for token in view.units.tokens.values() if token.hex == home]
    assert len(inside) >= 10
    x, _ = view.map.center(home)
    assert all((token.position[0] < x) == (token.seat == 1) for token in inside)


def test_reduced_motion_stops_the_board(window: arcade.Window, textures: Textures) -> None:
    view = BoardView(window, textures, VIEW, reduced_motion=True)
    view.show(match())
    first = shown(view)
    for _ in range(40):
        view.update(0.1)
        assert view.still
        assert shown(view) == first


def test_the_roil_drifts_without_reduced_motion(view: BoardView) -> None:
    first = shown(view)
    for _ in range(30):
        view.update(0.1)
        last = shown(view)
    assert last != first


def test_the_board_of_one_state_has_the_same_pixels_each_time(window: arcade.Window, textures: Textures) -> None:
    pictures = []
    for _ in range(2):
        view = BoardView(window, textures, VIEW, reduced_motion=True)
        view.show(match())
        pictures.append(shown(view))
    assert pictures[0] == pictures[1]


def test_a_new_scale_redraws_the_whole_board(window: arcade.Window) -> None:
    textures = Textures(2048)
    view = BoardView(window, textures, VIEW)
    view.show(match())
    view.lights.light("legal", [1, 2])
    shown(view)
    textures.keep_only(1.5)
    before = textures.used_fraction()
    shown(view)
    assert textures.used_fraction() > before
    view.restyle("high-separation")
    assert view.map.look(1).colour == seat_look(1, "high-separation").colour
    shown(view)


def test_the_board_fills_less_than_half_of_the_texture_atlas(textures: Textures) -> None:
    textures.check_size()
    assert textures.used_fraction() < 0.4
