"""The ground of the board and the Roil, drawn by the graphics card.

All OpenGL code of the art is in this module. The ground is baked once into a texture. It is floating basalt, whose face
is a Voronoi pavement lit from the upper left. Mines have gold veins, Forges have embers, Capitals have paving, and the
Axis Mundi has light. The walls fade into the mist. The mist is drawn at a quarter of the resolution, at most a few
times per second. In units of the world, a hex has size 64, with y upwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import arcade
from arcade.gl import geometry

from client.ui.hexes import Hex, HexLayout, Rect

HEX_SIZE = 64.0
VERTICAL_SQUASH = 0.8
LAYOUT = HexLayout(size=HEX_SIZE, squash=VERTICAL_SQUASH)
"""Layout of hexes in the world that `BoardView` draws."""
GAP = 0.10
"""Share of a hex that is chasm; the face of the hex ends at 1 - GAP of its size."""
WALL = 50.0
MARGIN = 70.0

PLAIN, MINE, FORGE, CAPITAL, AXIS = range(5)
_TILE_TEXTURE_SIDE = 17

_GROUND_VERTEX_SHADER = """
#version 330
in vec2 in_vert;
in vec2 in_uv;
out vec2 uv;
void main() { gl_Position = vec4(in_vert, 0.0, 1.0); uv = in_uv; }
"""

_GROUND_FRAGMENT_SHADER = """
#version 330
uniform vec2 low;        // the world at the lower left corner of the texture
uniform float unit;      // world units to one texel
uniform sampler2D tiles; // r: kind + 1 (0 is no hex), g: seed
uniform float gap;
uniform float wall;
uniform vec3 mist;
in vec2 uv;
out vec4 colour;

const float SIZE = 64.0;
const float SQUASH = 0.8;
const float ROOT3 = 1.7320508;

float hash(vec2 p) { p = fract(p * vec2(123.34, 345.45)); p += dot(p, p + 34.345); return fract(p.x * p.y); }
vec2 hash2(vec2 p) { return vec2(hash(p), hash(p + 17.17)); }
float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float fbm(vec2 p) { return 0.5 * noise(p) + 0.27 * noise(p * 2.1 + 3.1) + 0.15 * noise(p * 4.3 + 7.7); }

vec2 hex_at(vec2 p) { // p in hex sizes, y up, unsquashed
    float q = p.x * ROOT3 / 3.0 + p.y / 3.0, r = -p.y * 2.0 / 3.0, s = -q - r;
    float rq = floor(q + 0.5), rr = floor(r + 0.5), rs = floor(s + 0.5);
    float dq = abs(rq - q), dr = abs(rr - r), ds = abs(rs - s);
    if (dq > dr && dq > ds) rq = -rr - rs;
    else if (dr > ds) rr = -rq - rs;
    return vec2(rq, rr);
}
vec2 centre(vec2 h) { return vec2(ROOT3 * (h.x + h.y / 2.0), -1.5 * h.y); }
vec2 tile(vec2 h) {
    if (abs(h.x) > 8.0 || abs(h.y) > 8.0) return vec2(0.0);
    vec4 t = texelFetch(tiles, ivec2(int(h.x) + 8, int(h.y) + 8), 0);
    return vec2(floor(t.r * 255.0 + 0.5), t.g);
}
float apothem(vec2 d) { d = abs(d); return max(d.x, d.x * 0.5 + d.y * 0.8660254); }

// Voronoi: nearest and second nearest point, the cell, the way to the border
void pavement(vec2 p, out float f1, out float f2, out vec2 cell, out vec2 toward) {
    vec2 base = floor(p);
    f1 = 9.0; f2 = 9.0; toward = vec2(0.0); cell = vec2(0.0);
    vec2 near = vec2(0.0), next = vec2(0.0);
    for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
        vec2 g = base + vec2(x, y);
        vec2 o = g + 0.5 + 0.78 * (hash2(g) - 0.5);
        float d = length(o - p);
        if (d < f1) { f2 = f1; next = near; f1 = d; near = o; cell = g; }
        else if (d < f2) { f2 = d; next = o; }
    }
    toward = normalize(next - near + 1e-5);
    f2 = dot(p - 0.5 * (near + next), -toward); // exact distance to the border
}

vec3 face(vec2 d, vec2 h, vec2 t, float inside) {
    float kind = t.x - 1.0, seed = t.y;
    vec2 light = normalize(vec2(-0.6, 0.8));
    vec2 p = d * 3.5 + seed * 91.7 + h * 13.0;
    p += 0.22 * vec2(noise(p * 1.7), noise(p * 1.7 + 9.0));
    float f1, edge; vec2 cell, toward;
    pavement(p, f1, edge, cell, toward);
    float grain = fbm(d * 22.0 + seed * 50.0);
    float stone = 0.86 + 0.46 * (hash(cell + 3.3) - 0.5) + 0.18 * (grain - 0.45);
    // each stone is a flat column, tilted a little, its rim lit from the upper left
    vec2 tilt = hash2(cell + 7.7) - 0.5;
    stone += 0.30 * dot(tilt, light);
    float rim = smoothstep(0.16, 0.03, edge);
    stone += rim * 0.46 * dot(toward, light);
    float crack = smoothstep(0.055, 0.012, edge);
    vec3 base = mix(vec3(0.372, 0.396, 0.446), vec3(0.436, 0.420, 0.404), hash(h * 1.7 + 0.3));
    base *= 0.90 + 0.22 * hash(h + 5.1);
    float ring = apothem(d);

    if (kind == 3.0) { // Capital: paved in rings
        float rings = ring * 6.5;
        float n = floor(rings);
        float angle = atan(d.y, d.x) / 6.2831853 + 0.5;
        float across = angle * (6.0 * max(1.0, n)) + 0.5 * mod(n, 2.0);
        vec2 brick = vec2(fract(across), fract(rings));
        float border = min(min(brick.x, 1.0 - brick.x) * (ring * 6.5) / max(1.0, n) , min(brick.y, 1.0 - brick.y));
        stone = 0.95 + 0.22 * (hash(vec2(floor(across), n) + seed) - 0.5) + 0.12 * (grain - 0.45);
        crack = smoothstep(0.10, 0.02, border);
        stone += 0.18 * smoothstep(0.22, 0.08, border) * (brick.y < 0.5 ? 1.0 : -1.0) * sign(d.y + 0.001);
        base = vec3(0.415, 0.405, 0.395);
    }
    vec3 c = base * stone;
    c *= 1.0 - 0.55 * crack;

    if (kind == 1.0) { // Mine: gold in the cracks
        float vein = smoothstep(0.085, 0.02, edge) * smoothstep(0.30, 0.52, noise(d * 3.1 + seed * 70.0));
        float glitter = step(0.93, hash(floor(d * 34.0) + seed)) * step(0.5, noise(d * 5.0 + 2.0));
        vec3 ore = vec3(0.98, 0.74, 0.28) * (0.75 + 0.5 * grain);
        c = mix(c * vec3(1.08, 0.98, 0.82), ore, clamp(vein, 0.0, 1.0) * 0.95);
        c += vec3(0.95, 0.75, 0.32) * glitter * 0.6;
        c += vec3(0.30, 0.20, 0.04) * smoothstep(0.28, 0.0, edge) * 0.45;
    } else if (kind == 2.0) { // Forge: embers
        float heat = smoothstep(0.10, 0.015, edge);
        float glow = smoothstep(0.34, 0.0, edge);
        float pulse = 0.45 + 0.75 * noise(d * 4.0 + seed * 40.0);
        c *= vec3(0.70, 0.60, 0.58);
        c += vec3(0.62, 0.15, 0.03) * glow * pulse;
        c += vec3(1.0, 0.62, 0.22) * heat * pulse;
    } else if (kind == 4.0) { // Axis Mundi: light from below
        float far = length(d);
        float rays = 0.5 + 0.5 * sin(atan(d.y, d.x) * 12.0);
        float glow = exp(-far * 2.1);
        c = mix(c, vec3(0.66, 0.58, 0.42) * stone, 0.75);
        c += vec3(1.0, 0.88, 0.58) * (glow * 0.75 + 0.16 * rays * smoothstep(0.9, 0.2, far));
        c += vec3(1.0, 0.93, 0.72) * smoothstep(0.10, 0.015, edge) * (0.35 + 0.75 * glow);
        float halo = smoothstep(0.018, 0.006, abs(ring - 0.56)) + smoothstep(0.014, 0.005, abs(ring - 0.62));
        c += vec3(1.0, 0.9, 0.6) * halo * 0.55;
    }
    // the rim of the whole hex
    float away = inside; // distance to the face's border, in hex sizes
    vec2 a = abs(d);
    bool beside = a.x > a.x * 0.5 + a.y * 0.8660254;
    vec2 outward = beside ? vec2(sign(d.x), 0.0) : vec2(0.5 * sign(d.x), 0.8660254 * sign(d.y));
    float bevel = smoothstep(0.060, 0.0, away);
    c *= 1.0 + bevel * 1.05 * dot(outward, light) + bevel * 0.18;
    c *= 1.0 - 0.55 * smoothstep(0.012, 0.0, away);
    c *= 0.90 + 0.16 * smoothstep(0.0, 0.30, away);
    return c;
}

void main() {
    vec2 world = low + gl_FragCoord.xy * unit;
    vec2 p = vec2(world.x, world.y / SQUASH) / SIZE;
    float aa = unit / SIZE;
    float reach = 0.8660254 * (1.0 - gap);
    vec2 here = hex_at(p);
    vec2 t = tile(here);
    vec2 d = p - centre(here);
    float inside = reach - apothem(d);
    float cover = t.x > 0.0 ? smoothstep(-0.6 * aa, 0.6 * aa, inside) : 0.0;

    // what lies below the face: the chasm, its walls, the shadow on the mist
    vec4 under = vec4(0.0);
    float nearest = 9.0;
    float best = -1e9;
    vec3 spill = vec3(0.0);  // light that Forges, Mines and the Axis Mundi cast around them
    for (int i = 0; i < 7; i++) {
        vec2 h = here;
        if (i == 1) h += vec2(1, -1); else if (i == 2) h += vec2(0, -1); else if (i == 3) h += vec2(1, 0);
        else if (i == 4) h += vec2(-1, 0); else if (i == 5) h += vec2(-1, 1); else if (i == 6) h += vec2(0, 1);
        vec2 th = tile(h);
        if (th.x == 0.0) continue;
        vec2 e = p - centre(h);
        nearest = min(nearest, apothem(e) - reach);
        float out_of = max(0.0, apothem(e) - reach), fade = smoothstep(0.85, 0.0, out_of);
        if (i > 0 || cover < 1.0) {
            if (th.x == 3.0) spill += vec3(0.42, 0.12, 0.02) * fade * fade * 0.55;
            else if (th.x == 2.0) spill += vec3(0.30, 0.19, 0.04) * fade * fade * 0.32;
            else if (th.x == 5.0) spill += vec3(0.80, 0.62, 0.32) * fade * fade * 0.60;
        }
        float corner = reach / 0.8660254;
        if (abs(e.x) > reach) continue;
        float foot = -(corner - abs(e.x) / ROOT3);          // lower border of the face at this x
        float depth = (foot - e.y) * SIZE * SQUASH;          // world units below it
        if (depth < -1.0 || depth > wall) continue;
        if (-h.y > best - 1000.0 && centre(h).y < best && best > -1e8) continue;
        best = centre(h).y;
        float col = e.x * 9.0 + 0.35 * sin(e.x * 31.0 + th.y * 40.0);
        float c = 0.62 + 0.5 * (hash(vec2(floor(col), th.y * 99.0)) - 0.5);
        float seam = min(fract(col), 1.0 - fract(col));
        c *= 0.62 + 0.38 * smoothstep(0.0, 0.16, seam);
        c *= e.x < 0.0 ? 1.10 : 0.72;
        c *= 0.85 + 0.3 * noise(vec2(e.x * 30.0, depth * 0.12) + th.y * 20.0);
        float low_share = depth / wall;
        float ragged = wall * (0.62 + 0.38 * hash(vec2(floor(col), th.y * 31.0)));
        vec3 stone = vec3(0.250, 0.262, 0.300) * c;
        float kind = th.x - 1.0;
        if (kind == 2.0) stone += vec3(0.50, 0.13, 0.02) * smoothstep(0.20, 0.0, seam) * (1.0 - low_share);
        float ore = step(0.5, hash(vec2(floor(col), 2.0))) * (1.0 - low_share);
        if (kind == 1.0) stone += vec3(0.40, 0.28, 0.07) * smoothstep(0.10, 0.0, seam) * ore;
        if (kind == 4.0) stone += vec3(0.75, 0.60, 0.32) * (1.0 - low_share) * 0.7;
        stone += vec3(0.30) * smoothstep(2.5, 0.0, depth);
        stone = mix(stone, mist, 0.75 * smoothstep(0.25, 1.0, low_share));
        float a = smoothstep(ragged, ragged * 0.70, depth);
        if (a > under.a) under = vec4(stone, a);
    }
    float shade = 0.0;
    float halo = 0.0;
    if (nearest < 8.0) {
        shade = 0.86 * exp(-max(0.0, nearest) * 5.5);
        halo = 0.62 * smoothstep(0.0, 0.16, nearest) * pow(smoothstep(0.82, 0.0, nearest), 1.7);
    }
    vec4 result = vec4(vec3(0.010, 0.014, 0.022) + mist * 0.10, shade);
    result = vec4(mix(result.rgb, under.rgb, under.a), max(result.a, under.a));
    if (cover > 0.0) result = vec4(mix(result.rgb, face(d, here, t, max(0.0, inside)), cover), max(result.a, cover));
    result.rgb += spill * result.a * (0.35 + 1.4 * dot(result.rgb, vec3(0.33)));
    vec3 light = mist * 2.1 * halo * (1.0 - max(under.a, cover)) * (0.55 + 0.75 * fbm(p * 1.3));
    colour = vec4(result.rgb * result.a + light, result.a);
}
"""

_MIST_FRAGMENT_SHADER = """
#version 330
uniform float time;
uniform float aspect;
uniform vec2 drift;
uniform vec3 teal;
uniform vec3 violet;
uniform vec3 warm;
in vec2 uv;
out vec4 colour;
float hash(vec2 p) { p = fract(p * vec2(123.34, 345.45)); p += dot(p, p + 34.345); return fract(p.x * p.y); }
float noise(vec2 p) {
    vec2 i = floor(p), f = fract(p);
    f = f * f * (3.0 - 2.0 * f);
    return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float fbm(vec2 p) {
    float v = 0.0, a = 0.5;
    for (int i = 0; i < 4; i++) { v += a * noise(p); p = mat2(1.6, 1.2, -1.2, 1.6) * p + 11.3; a *= 0.5; }
    return v;
}
void main() {
    vec2 p = vec2(uv.x * aspect, uv.y) * 2.6 + drift;
    vec2 bend = vec2(fbm(p + time * vec2(0.020, 0.011)), fbm(p + 5.2 - time * vec2(0.013, 0.017)));
    float clouds = fbm(p + 1.9 * bend + time * vec2(0.010, -0.006));
    float wisps = fbm(p * 2.3 + 2.4 * bend - time * vec2(0.025, 0.0));
    vec3 c = vec3(0.012, 0.016, 0.026);
    c += teal * pow(smoothstep(0.38, 0.95, clouds + 0.30 * (bend.x - 0.45)), 1.4) * 0.95;
    c += violet * pow(smoothstep(0.36, 0.95, wisps * 0.7 + 0.55 * bend.y), 1.3) * 0.85;
    c += warm * pow(smoothstep(0.55, 0.95, bend.x * 0.6 + wisps * 0.55), 2.0) * 0.35;
    vec2 v = uv - 0.5;
    c *= 1.0 - 0.55 * dot(v, v) * 2.0;
    colour = vec4(c, 1.0);
}
"""

_COPY_FRAGMENT_SHADER = """
#version 330
uniform sampler2D picture;
in vec2 uv;
out vec4 colour;
void main() { colour = texture(picture, uv); }
"""

_PLACED_VERTEX_SHADER = """
#version 330
uniform vec4 box;   // left, bottom, right, top in clip space
in vec2 in_vert;
in vec2 in_uv;
out vec2 uv;
void main() { uv = in_uv; gl_Position = vec4(mix(box.xy, box.zw, in_uv), 0.0, 1.0); }
"""

AGE_MISTS = (
    ((0.060, 0.33, 0.34), (0.21, 0.10, 0.38), (0.30, 0.20, 0.06)),
    ((0.060, 0.19, 0.42), (0.30, 0.09, 0.38), (0.32, 0.12, 0.14)),
    ((0.100, 0.12, 0.30), (0.27, 0.07, 0.24), (0.62, 0.24, 0.07)),
)
"""Teal, violet and warm parts of the Roil's colour in the three ages.

The ages are The Fracture, The Drift and The Dissolution.
"""


def world_rect(hexes: Iterable[Hex]) -> Rect:
    """Return the rectangle of the world around these hexes, including the walls and some mist."""
    box = LAYOUT.bounds(hexes)
    return Rect(box.x - 12, box.y - WALL * 0.75, box.w + 24, box.h + WALL * 0.75 + 16)


MAX_CACHED_GROUNDS = 3
"""Number of cached grounds: one without Capitals, one with some, and one with all of them.

A replay alternates between them.
"""

_ground_cache: dict[tuple[object, ...], arcade.gl.Texture2D] = {}
"""The most recent grounds by context and content, shared by all boards.

A replay reuses the ground of the match that was shown before it.
"""


class Ground:
    """Ground of one board, baked into a texture; the most recent grounds of a window are cached."""

    def __init__(self, ctx: arcade.ArcadeContext) -> None:
        self.ctx = ctx
        self._quad = geometry.quad_2d_fs()
        self._program = ctx.program(vertex_shader=_GROUND_VERTEX_SHADER, fragment_shader=_GROUND_FRAGMENT_SHADER)
        self._place = ctx.program(vertex_shader=_PLACED_VERTEX_SHADER, fragment_shader=_COPY_FRAGMENT_SHADER)
        self._tiles = ctx.texture(
            (_TILE_TEXTURE_SIDE, _TILE_TEXTURE_SIDE), components=4, filter=(ctx.NEAREST, ctx.NEAREST)
        )
        self.texture: arcade.gl.Texture2D | None = None
        self.box = Rect(0, 0, 1, 1)
        """The part of the world that the texture shows."""

    def bake(self, kinds: Mapping[Hex, int], seed: int = 1, detail: float = 1.0) -> None:
        """Draw the ground of these hexes into the texture.

        `kinds` are PLAIN, MINE, FORGE, CAPITAL or AXIS.
        """
        ctx = self.ctx
        around = LAYOUT.bounds(kinds)
        self.box = Rect(
            around.x - MARGIN, around.y - WALL - MARGIN, around.w + 2 * MARGIN, around.h + WALL + 2 * MARGIN
        )
        key = (ctx, tuple(sorted(kinds.items())), seed, detail)
        self.texture = _ground_cache.pop(key, None)
        if self.texture is not None:
            _ground_cache[key] = self.texture
            return
        while len(_ground_cache) >= MAX_CACHED_GROUNDS:
            _ground_cache.pop(next(iter(_ground_cache)))  # another board may still show it
        size = round(self.box.w * detail), round(self.box.h * detail)
        self.texture = _ground_cache[key] = ctx.texture(size, components=4, filter=(ctx.LINEAR, ctx.LINEAR))
        data = bytearray(_TILE_TEXTURE_SIDE * _TILE_TEXTURE_SIDE * 4)
        for (q, r), kind in kinds.items():
            at = 4 * ((r + 8) * _TILE_TEXTURE_SIDE + q + 8)
            data[at] = kind + 1
            data[at + 1] = (q * 73 + r * 151 + seed * 37 + q * r * 29) % 251
        self._tiles.write(bytes(data))
        target = ctx.framebuffer(color_attachments=[self.texture])
        with target.activate():
            target.clear()
            ctx.disable(ctx.BLEND)  # type: ignore[no-untyped-call]
            self._tiles.use(0)
            program = self._program
            program["tiles"] = 0
            program["low"] = self.box.x, self.box.y
            program["unit"] = 1.0 / detail
            program["gap"] = GAP
            program["wall"] = WALL
            program["mist"] = 0.06, 0.14, 0.18
            self._quad.render(program)
            ctx.enable(ctx.BLEND)

    def draw(self, clip: tuple[float, float, float, float]) -> None:
        """Draw the texture at its place.

        `clip` is the left, bottom, right and top of that place in clip space.
        """
        if self.texture is None:
            return
        ctx = self.ctx
        ctx.enable(ctx.BLEND)
        ctx.blend_func = ctx.ONE, ctx.ONE_MINUS_SRC_ALPHA
        self.texture.use(0)
        self._place["picture"] = 0
        self._place["box"] = clip
        self._quad.render(self._place)
        ctx.blend_func = ctx.BLEND_DEFAULT


class Mist:
    """Picture of the Roil, behind everything in the whole window."""

    def __init__(self, ctx: arcade.ArcadeContext, share: int = 4) -> None:
        self.ctx = ctx
        self.share = share
        self._quad = geometry.quad_2d_fs()
        self._program = ctx.program(vertex_shader=_GROUND_VERTEX_SHADER, fragment_shader=_MIST_FRAGMENT_SHADER)
        self._copy = ctx.program(vertex_shader=_GROUND_VERTEX_SHADER, fragment_shader=_COPY_FRAGMENT_SHADER)
        self._texture: arcade.gl.Texture2D | None = None
        self._target: arcade.gl.Framebuffer | None = None

    def paint(self, size: tuple[int, int], time: float, age: int = 1, drift: tuple[float, float] = (0.0, 0.0)) -> None:
        """Draw the current mist into its small texture."""
        ctx = self.ctx
        small = max(1, size[0] // self.share), max(1, size[1] // self.share)
        if self._texture is None or self._texture.size != small:
            self._texture = ctx.texture(small, components=4, filter=(ctx.LINEAR, ctx.LINEAR))
            self._target = ctx.framebuffer(color_attachments=[self._texture])
        assert self._target is not None
        teal, violet, warm = AGE_MISTS[age - 1]
        with self._target.activate():
            ctx.disable(ctx.BLEND)  # type: ignore[no-untyped-call]
            program = self._program
            program["time"] = time
            program["aspect"] = size[0] / max(1, size[1])
            program["drift"] = drift
            program["teal"] = teal
            program["violet"] = violet
            program["warm"] = warm
            self._quad.render(program)
            ctx.enable(ctx.BLEND)

    def draw(self) -> None:
        """Fill the active target with the mist."""
        if self._texture is None:
            return
        self.ctx.disable(self.ctx.BLEND)  # type: ignore[no-untyped-call]
        self._texture.use(0)
        self._copy["picture"] = 0
        self._quad.render(self._copy)
        self.ctx.enable(self.ctx.BLEND)


class Layer:
    """Cached picture of the whole window, which is drawn again only after a change."""

    def __init__(self, ctx: arcade.ArcadeContext) -> None:
        self.ctx = ctx
        self._quad = geometry.quad_2d_fs()
        self._copy = ctx.program(vertex_shader=_GROUND_VERTEX_SHADER, fragment_shader=_COPY_FRAGMENT_SHADER)
        self._texture: arcade.gl.Texture2D | None = None
        self.target: arcade.gl.Framebuffer | None = None

    def resize(self, size: tuple[int, int]) -> bool:
        """Resize the layer to the window; return True if that changed anything."""
        if self._texture is not None and self._texture.size == size:
            return False
        self._texture = self.ctx.texture(size, components=4, filter=(self.ctx.NEAREST, self.ctx.NEAREST))
        self.target = self.ctx.framebuffer(color_attachments=[self._texture])
        return True

    def draw(self) -> None:
        """Copy the layer to the active target, without transparency."""
        assert self._texture is not None
        self.ctx.disable(self.ctx.BLEND)  # type: ignore[no-untyped-call]
        self._texture.use(0)
        self._copy["picture"] = 0
        self._quad.render(self._copy)
        self.ctx.enable(self.ctx.BLEND)
