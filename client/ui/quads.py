"""Quads of one atlas, which the graphics card draws: the widgets of a screen take a few calls."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import groupby

import arcade
from arcade.gl import BufferDescription

from client.ui.damage import FLOATS_PER_QUAD, PaintedPart, PixelBox
from client.ui.textures import Textures

QUAD_VERTEX_SHADER = """#version 330
in vec4 place; in float angle; in vec4 uv; in vec4 color;
out vec4 v_place; out float v_angle; out vec4 v_uv; out vec4 v_color;
void main() { v_place = place; v_angle = angle; v_uv = uv; v_color = color; gl_Position = vec4(0.0); }"""
QUAD_GEOMETRY_SHADER = """#version 330
layout(points) in;
layout(triangle_strip, max_vertices = 4) out;
uniform vec2 window;
in vec4 v_place[]; in float v_angle[]; in vec4 v_uv[]; in vec4 v_color[];
out vec2 at; out vec4 tint; out vec2 inside; flat out vec2 border; flat out int turned;
void main() {
    vec4 place = v_place[0], uv = v_uv[0];
    float c = cos(v_angle[0]), s = sin(v_angle[0]);
    for (int i = 0; i < 4; i++) {
        vec2 corner = vec2(float(i & 1), float(i >> 1));
        vec2 p = (corner - 0.5) * place.zw;
        inside = p; border = place.zw * 0.5; turned = abs(v_angle[0]) > 1e-6 ? 1 : 0;
        p = vec2(p.x * c - p.y * s, p.x * s + p.y * c) + place.xy;
        gl_Position = vec4(p / window * 2.0 - 1.0, 0.0, 1.0);
        at = vec2(mix(uv.x, uv.z, corner.x), mix(uv.w, uv.y, corner.y));
        tint = v_color[0];
        EmitVertex();
    }
    EndPrimitive();
}"""
FRAGMENT_SHADER = """#version 330
uniform sampler2D atlas;
in vec2 at; in vec4 tint; in vec2 inside; flat in vec2 border; flat in int turned;
out vec4 shown;
void main() {
    shown = texture(atlas, at) * tint;
    if (turned == 1) {
        vec2 far = border - abs(inside);
        shown.a *= clamp(min(far.x, far.y), 0.0, 1.0);
    }
}"""
"""A fragment shader that softens the edges of turned quads, because there is no multisampling."""


class QuadBatch:
    """The quads of one atlas, drawn in the given order.

    One call draws each run of quads that are all smooth or all not. Turned and stretched quads are smooth. All other
    quads show their pixels unchanged. A processor that draws without a graphics card draws those a quarter faster.
    """

    def __init__(self, ctx: arcade.ArcadeContext, textures: Textures) -> None:
        self._ctx, self._textures = ctx, textures
        self._program = ctx.program(
            vertex_shader=QUAD_VERTEX_SHADER, geometry_shader=QUAD_GEOMETRY_SHADER, fragment_shader=FRAGMENT_SHADER
        )
        self._capacity = 1024
        self.count = 0
        self._buffer = ctx.buffer(reserve=self._capacity * FLOATS_PER_QUAD * 4)
        self._geometry = self._make_geometry()
        self._runs: list[tuple[bool, int, int]] = []
        self._loaded_parts: list[PaintedPart] = []

    def _make_geometry(self) -> arcade.gl.Geometry:
        layout = BufferDescription(self._buffer, "4f 1f 4f 4f", ["place", "angle", "uv", "color"])
        return self._ctx.geometry([layout], mode=self._ctx.POINTS)

    def load(self, parts: Sequence[PaintedPart], box: PixelBox) -> None:
        """Load the parts that are within this box, unless they are loaded already."""
        wanted = [part for part in parts if part.box.intersection(box).area]
        if len(wanted) != len(self._loaded_parts) or any(
            a is not b for a, b in zip(wanted, self._loaded_parts, strict=True)
        ):
            self._loaded_parts = wanted
            self._write(array("f", b"".join(part.quads.tobytes() for part in wanted)))

    def _write(self, quads: array[float]) -> None:
        self.count = len(quads) // FLOATS_PER_QUAD
        if self.count > self._capacity:
            while self._capacity < self.count:
                self._capacity *= 2
            self._buffer = self._ctx.buffer(reserve=self._capacity * FLOATS_PER_QUAD * 4)
            self._geometry = self._make_geometry()
        else:
            self._buffer.orphan()
        if self.count:
            self._buffer.write(quads.tobytes())
        self._runs, first = [], 0
        for smooth, run in groupby(quads[4::FLOATS_PER_QUAD], bool):
            count = len(list(run))
            self._runs.append((smooth, first, count))
            first += count

    def draw(self, size: tuple[int, int]) -> None:
        """Draw the quads on a target of this size in pixels."""
        if not self.count:
            return
        ctx, texture = self._ctx, self._textures.atlas.texture
        ctx.enable_only(ctx.BLEND)
        ctx.blend_func = ctx.BLEND_DEFAULT
        texture.use(0)
        self._program["window"] = size
        for smooth, first, count in self._runs:
            texture.filter = (ctx.LINEAR, ctx.LINEAR) if smooth else (ctx.NEAREST, ctx.NEAREST)
            self._geometry.render(self._program, first=first, vertices=count)
        texture.filter = ctx.LINEAR, ctx.LINEAR
