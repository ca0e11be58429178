"""Stored findings of the fuzzer, which every decoder must accept or reject without another error."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from core.engine.codec import BadEncodingError, dec
from net.match.feed_reader import AdjournRequest, ChatLine, EndDeclaration, FeedPosition, read_next
from net.replication.entries import Kind
from net.replication.entries import read as read_entry
from tests.support.decoders import DECODERS
from tests.support.fuzz_targets import CORPUS, TARGETS, corpus, entry_genesis
from tests.support.guests import OBJECTS, full_speed
from tests.support.targets import Mutator, Reached, lines


def _script(name: str) -> Any:
    """Return a script as a module."""
    home = Path(__file__).parents[2] / "scripts"
    sys.path.insert(0, str(home))
    try:
        spec = importlib.util.spec_from_file_location(name, home / "trials" / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(home))
    return module


fuzz = _script("fuzz")


@pytest.mark.parametrize("name", TARGETS)
def test_every_saved_fuzz_input_is_read_or_refused_cleanly(name: str) -> None:
    target = TARGETS[name]
    kept = corpus(name)
    assert all(len(data) <= target.longest for data in kept)
    for data in [*kept, *target.seeds(), b"", b"\x00"]:
        target.run(data)


def test_the_fuzz_inputs_include_every_kind_of_entry() -> None:
    """Entries of every kind, including new kinds, are fuzzed from valid ones.

    Among them are end entries and private chat lines.
    """
    seeds = [read_entry(seed) for seed in TARGETS["entry"].seeds()]
    assert {entry.kind for entry in seeds} == set(Kind)
    taken = []
    for entry in seeds:
        if entry.kind in (Kind.CHAT, Kind.ADJOURN, Kind.END, Kind.PRIVATE):
            taken.append(type(read_next(entry_genesis(), FeedPosition(seated=True), entry)))
    assert [taken.count(item) for item in (ChatLine, AdjournRequest, EndDeclaration)] == [2, 1, 2]


def test_the_fuzz_inputs_include_chat_private_lines_and_end_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chat, a private line and both end messages reach a running table, which reads them."""
    read = []
    monkeypatch.setattr(
        "net.match.state_machine.read_next", lambda *args: read.append(args[2].kind) or read_next(*args)
    )
    for seed in TARGETS["driver"].seeds():
        TARGETS["driver"].run(seed)
    assert {Kind.CHAT, Kind.PRIVATE, Kind.END} <= set(read)


def test_every_saved_fuzz_input_belongs_to_a_target() -> None:
    assert {path.name for path in CORPUS.iterdir()} <= set(TARGETS)


@pytest.mark.parametrize("name", DECODERS)
def test_saved_fuzz_inputs_reach_every_line_of_a_decoder(name: str) -> None:
    """Stored inputs reach every line of a decoder.

    An unreached line is untested. `scripts/trials/fuzz.py --keep` finds an input for it.
    """
    target = DECODERS[name]
    reached, before = Reached(target.reads), sys.gettrace()
    sys.settrace(reached)
    try:
        for data in [*corpus(name), *target.seeds()]:
            target.run(data)
    finally:
        sys.settrace(before)
    assert not lines(target) - reached.lines


@pytest.mark.parametrize("name", OBJECTS)
def test_the_lines_listed_as_unreachable_by_the_fuzzer_still_exist(name: str) -> None:
    target = OBJECTS[name]
    whole = lines(target._replace(never={}))
    assert len(whole - lines(target)) == len(target.never), "one line each"


def test_half_of_the_fuzz_mutations_stay_readable() -> None:
    """In half of the mutations a value is replaced by another canonical value."""
    target = DECODERS["room-record"]
    mutator, seed = Mutator(target, Random(1)), target.seeds()[0]
    made = [mutator.mutated(seed, target.longest) for _ in range(300)]
    read = [data for data in made if data is not None and _reads(data)]
    assert len(read) > 200 and len({data for data in read if data != seed}) > 150


def _reads(data: bytes) -> bool:
    try:
        dec(data)
    except BadEncodingError:
        return False
    return True


@pytest.mark.parametrize("name", OBJECTS)
def test_a_guest_at_full_speed_costs_a_member_bounded_resources(name: str) -> None:
    """A guest at full speed costs a member bounded resources.

    Memory stays below twice the idle amount. No peer receives more than three times the guest's bytes.
    """
    told = full_speed(name, 600.0, 1, most=4000)
    assert told["datagrams"] == 4000 and told["bounded"]
    assert told["answered"] + told["passed"] < 3


def test_the_plain_fuzz_loop_finds_inputs_for_new_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The `--plain` loop finds inputs that reach a new line, and counts its executions."""
    (tmp_path / "seed").write_bytes(DECODERS["room-bench"].seeds()[-1])
    fuzz.fuzz_plain("room-bench", tmp_path, 400, 600.0, 1, tmp_path)
    assert json.loads(capsys.readouterr().out)["executions"] == 400
    assert len(list(tmp_path.iterdir())) > 1
