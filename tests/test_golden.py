"""Golden playthroughs, replayed line by line.

After an intended change, run `python3 scripts/build/golden.py`.
"""

from __future__ import annotations

from itertools import zip_longest

import pytest

from core.engine.chance.beacon import Stream
from tests.support.all_games import GAMES
from tests.support.games.entry import GOLDEN, Playthrough
from tests.support.playthroughs import PLAYTHROUGHS, played

LARGEST = 300_000


def first_difference(golden: str, now: str) -> str:
    """Return the first difference of two playthroughs with the lines before it, or "" if they are equal."""
    before: list[str] = []
    for number, (old, new) in enumerate(zip_longest(golden.split("\n"), now.split("\n")), 1):
        if old != new:
            return "\n".join([f"line {number}:", *before[-6:], f"was {old!r}", f"now {new!r}"])
        before.append(old)
    return ""


@pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda p: p.name)
def test_each_playthrough_matches_its_golden_file(playthrough: Playthrough) -> None:
    golden = playthrough.path.read_text(encoding="utf-8")
    forked = first_difference(golden, played(playthrough))
    assert not forked, f"{forked}\nif that is meant: python3 scripts/build/golden.py"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_playthrough_and_one_with_real_commitments(name: str) -> None:
    mine = [playthrough for playthrough in PLAYTHROUGHS if playthrough.game == name]
    assert mine, f"{name} has no playthrough in the entry.py of its folder in tests/support/games"
    assert any(playthrough.sealed for playthrough in mine)


def test_the_playthrough_files_match_their_list() -> None:
    assert {path.name for path in GOLDEN.glob("*.txt")} == {playthrough.path.name for playthrough in PLAYTHROUGHS}
    for playthrough in PLAYTHROUGHS:
        assert playthrough.path.stat().st_size < LARGEST, f"{playthrough.path.name} is too long to be read"


def test_a_changed_line_of_a_playthrough_is_named() -> None:
    text = PLAYTHROUGHS[0].path.read_text(encoding="utf-8")
    lines = text.split("\n")
    at = len(lines) // 2
    changed = [*lines[:at], lines[at] + "!", *lines[at + 1 :]]
    assert first_difference(text, "\n".join(changed)).startswith(f"line {at + 1}:")
    assert first_difference(text, "\n".join(lines[:-3])).startswith(f"line {len(lines) - 2}:")
    assert not first_difference(text, text)


def test_a_playthrough_with_other_dice_differs_from_its_golden_file(monkeypatch: pytest.MonkeyPatch) -> None:
    uniform = Stream.uniform
    monkeypatch.setattr(Stream, "uniform", lambda stream, n: n - 1 - uniform(stream, n))
    playthrough = PLAYTHROUGHS[0]
    assert first_difference(playthrough.path.read_text(encoding="utf-8"), played(playthrough))
