#!/usr/bin/env python3
"""Throws bytes at a decoder, guided by what they reach in it; prints JSON, exit code 1 if anything was found.

    python3 scripts/fuzz.py --list
    python3 scripts/fuzz.py --target entry --minutes 10
    python3 scripts/fuzz.py --all --minutes 10 --keep 12    # all of them, three hours

It needs atheris (`pip install atheris`: Linux and macOS). Each target runs in a process of its own: an exception that
escapes, an input that takes over 5 s, or more than 512 MiB is a finding and left in --findings. With --keep the few
inputs that together reach the most lines go to tests/data/corpus, which the tests replay.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import environment

if not environment.has("msgpack", "pytest"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

INSTRUMENTED = ["net", "lobby", "core.kernel", "tests.fuzzing"]
SLOW_SECONDS, MEMORY_MB = 5, 512
LARGEST_KEPT = 2048
STATUS = re.compile(r"#(\d+)\s.*?cov: (\d+).*?corp: (\d+)/.*?rss: (\d+)Mb")


def child(name: str, arguments: list[str]) -> None:
    """Fuzzes one target in this process until its time is up."""
    import atheris

    import core.kernel

    with atheris.instrument_imports(include=INSTRUMENTED):
        for module in pkgutil.iter_modules(core.kernel.__path__, "core.kernel."):
            importlib.import_module(module.name)
    importlib.import_module("core.games")  # else the rules of all games are instrumented too, which takes a minute
    with atheris.instrument_imports(include=INSTRUMENTED):
        from tests.fuzzing import TARGETS
    target = TARGETS[name]
    target.run(target.seeds()[0])
    atheris.Setup([sys.argv[0], *arguments], target.run)
    atheris.Fuzz()


def fuzz(name: str, minutes: float, seed: int, findings: Path, keep: int) -> dict[str, Any]:
    """Fuzzes one target in a process of its own; the figures."""
    from tests.fuzzing import TARGETS, corpus

    findings.mkdir(parents=True, exist_ok=True)
    before = set(findings.iterdir())
    with tempfile.TemporaryDirectory(prefix="tether-fuzz-") as home:
        for number, data in enumerate([*TARGETS[name].seeds(), *corpus(name)]):
            (Path(home) / f"seed-{number}").write_bytes(data)
        arguments = [
            home,
            f"-max_total_time={max(1, round(minutes * 60))}",
            f"-max_len={TARGETS[name].longest}",
            f"-seed={seed}",
            f"-timeout={SLOW_SECONDS}",
            f"-rss_limit_mb={MEMORY_MB}",
            f"-artifact_prefix={findings}/{name}-",
            "-print_final_stats=1",
        ]
        began = time.monotonic()
        command = [sys.executable, __file__, "--child", name, *arguments]
        ran = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        inputs = [path.read_bytes() for path in sorted(Path(home).iterdir())]
    figures = _figures(ran.stderr)
    found = sorted(path.name for path in set(findings.iterdir()) - before)
    result = {"target": name, "seconds": round(time.monotonic() - began), **figures, "findings": found}
    if ran.returncode and not found:
        result["error"] = ran.stderr[-2000:]
    if keep:
        result["kept"] = _keep(name, TARGETS[name].run, inputs, keep)
    return result


def _figures(log: str) -> dict[str, int]:
    """What the fuzzer says of its run: memory once all seeds were read, and at the end."""
    rows = [tuple(map(int, found.groups())) for found in map(STATUS.match, log.splitlines()) if found]
    if not rows:
        return {}
    first = next((row for row in rows if row[0] >= 1000), rows[0])
    executions, edges, inputs, rss = rows[-1]
    done = re.search(r"stat::number_of_executed_units: (\d+)", log)
    peak = re.search(r"stat::peak_rss_mb:\s+(\d+)", log)
    return {
        "executions": int(done[1]) if done else executions,
        "edges": edges,
        "inputs": inputs,
        "rss_early_mb": first[3],
        "rss_end_mb": max(rss, int(peak[1]) if peak else 0),
    }


def _keep(name: str, run: Callable[[bytes], None], inputs: list[bytes], most: int) -> int:
    """Keeps the inputs that together reach the most lines, small ones first."""
    from tests.fuzzing import CORPUS

    small = sorted({data for data in inputs if len(data) <= LARGEST_KEPT}, key=lambda data: (len(data), data))
    reached = {data: _lines(run, data) for data in small}
    home = CORPUS / name
    home.mkdir(parents=True, exist_ok=True)
    for path in home.iterdir():
        path.unlink()
    kept, seen = 0, set[tuple[str, int]]()
    while kept < most and reached:
        best = max(reached, key=lambda data: (len(reached[data] - seen), -len(data)))
        if not reached[best] - seen:
            break
        seen |= reached.pop(best)
        (home / hashlib.blake2b(best, digest_size=8).hexdigest()).write_bytes(best)
        kept += 1
    return kept


def _lines(run: Callable[[bytes], None], data: bytes) -> set[tuple[str, int]]:
    """The lines of the project that an input reaches."""
    reached: set[tuple[str, int]] = set()
    roots = tuple(str(environment.ROOT / part) for part in ("net", "lobby", "core/kernel"))

    def trace(frame: Any, event: str, argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(roots):
            return None
        reached.add((frame.f_code.co_filename, frame.f_lineno))
        return trace

    sys.settrace(trace)
    try:
        run(data)
    finally:
        sys.settrace(None)
    return reached


def main() -> int:
    """Fuzzes what was asked for."""
    if sys.argv[1:2] == ["--child"]:
        child(sys.argv[2], sys.argv[3:])
        return 0
    from tests.fuzzing import TARGETS

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--target", action="append", choices=sorted(TARGETS), help="one decoder; may be repeated")
    which.add_argument("--all", action="store_true", help="every decoder, one after the other")
    which.add_argument("--list", action="store_true", help="the names of the decoders")
    parser.add_argument("--minutes", type=float, default=10.0, help="for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=int, default=0, metavar="N", help="keep up to N inputs for the tests")
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "tether-fuzz-findings")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(sorted(TARGETS)))
        return 0
    if not environment.has("atheris"):
        sys.exit("fuzz: atheris is not installed here: pip install atheris (Linux and macOS)")
    found = False
    for name in sorted(TARGETS) if asked.all else asked.target:
        result = fuzz(name, asked.minutes, asked.seed, asked.findings, asked.keep)
        found = found or bool(result["findings"]) or "error" in result
        print(json.dumps(result), flush=True)
    return 1 if found else 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
