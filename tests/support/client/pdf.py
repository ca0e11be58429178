"""A reader for the PDF files that Tether makes: their pages, and what is drawn on them."""

from __future__ import annotations

import re
import zlib
from typing import NamedTuple

OBJECT = re.compile(rb"(\d+) 0 obj\n(.*?)endobj", re.S)


class Page(NamedTuple):
    """Page of a PDF file: width and height in points, and the operators that draw it."""

    size: tuple[float, float]
    drawn: str

    @property
    def stamps(self) -> list[str]:
        """Names of the parts that are drawn on the page, once for each occurrence."""
        return re.findall(r"/(?:Form)?([\w.]*stamp\d+) Do", self.drawn)


def pages_of(data: bytes) -> list[Page]:
    """Return the pages of a file in order."""
    objects = {int(number): body for number, body in OBJECT.findall(data)}
    results = []
    for body in objects.values():
        if re.search(rb"/Type /Page\b", body):
            box = re.search(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", body)
            content = re.search(rb"/Contents (\d+) 0 R", body)
            assert box and content
            drawn = _stream(objects[int(content[1])]).decode("latin-1")
            results.append(Page((float(box[1]), float(box[2])), drawn))
    return results


def fonts_of(data: bytes) -> set[str]:
    """Return the names of all fonts of a file."""
    return {name.decode() for name in re.findall(rb"/BaseFont /([\w+-]+)", data)}


def _stream(body: bytes) -> bytes:
    length = re.search(rb"/Length (\d+)", body)
    begin = re.search(rb"stream\r?\n", body)
    assert length and begin
    return zlib.decompress(body[begin.end() : begin.end() + int(length[1])])
