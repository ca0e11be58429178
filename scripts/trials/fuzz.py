#!/usr/bin/env python3
"""Feed inputs to decoders and the code behind them; print a line of JSON for each, and exit with 1 after any finding.

    python3 scripts/trials/fuzz.py --list
    python3 scripts/trials/fuzz.py --target room-record --inputs 100000
    python3 scripts/trials/fuzz.py --decoders --inputs 10000000 --jobs 2     rooms, tournaments, announcements, links
    python3 scripts/trials/fuzz.py --objects --minutes 60                objects with a state: acts of a guest who can
    sign
    python3 scripts/trials/fuzz.py --objects --memory --minutes 60        one guest at full speed: memory, time, answers
    python3 scripts/trials/fuzz.py --all --minutes 10 --keep 12              all targets, with inputs for the tests

Inputs are guided by the code that they reach if atheris is installed (`pip install '.[fuzz]'`: Linux on x86-64).
Otherwise, or with --plain, they are guided by the lines that a sample of them reaches. Half of the changes are made to
the values that an input encodes, and not to its bytes (`tests/support/targets.py`). Each target runs in a separate
process. An exception that escapes, an input that takes over 5 s (60 s for a sequence of acts), or more than 512 MiB is
a finding, which is stored in --findings. `missed` lists the lines of the code under test that no input has reached.
With --keep, the few inputs that together reach the most lines are stored in tests/data/corpus, which the tests replay.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import itertools
import json
import os
import pkgutil
import re
import resource
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack", "pytest"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

INSTRUMENTED = ["net", "lobby", "core.engine"]
SLOW_SECONDS, MEMORY_MB = 5, 512
SLOW_DEEDS = 60
"""Seconds for an input of many deeds, by the clock: other programs may have the machine meanwhile."""
LARGEST_KEPT = 2048
BY_VALUES = 0.5
"""Share of the changes that are made to values."""
TRACED = 16
"""Inputs of which one is traced, without atheris or where the reach depends on earlier inputs."""
MANY = 10**9
STATUS = re.compile(r"#(\d+)\s.*?cov: (\d+).*?corp: (\d+)/.*?rss: (\d+)Mb")


def targets_by_name() -> dict[str, Any]:
    """Return all targets by name."""
    from tests.support.fuzz_targets import TARGETS

    return TARGETS


# One target in a separate process -------------------------------------------------------------------------------------


def fuzz_guided(name: str, arguments: list[str]) -> None:
    """Fuzz one target with atheris until its time is up."""
    import atheris

    import core.engine

    importlib.import_module(
        "core.games.registry"
    )  # else the rules of all games are instrumented too, which takes a minute
    with atheris.instrument_imports(include=INSTRUMENTED):
        for module in pkgutil.walk_packages(core.engine.__path__, "core.engine."):
            importlib.import_module(module.name)
        target = targets_by_name()[name]
    from tests.support.targets import Mutator, Reached

    seed = next((int(item[6:]) for item in arguments if item.startswith("-seed=")), 1)
    chance = Random(seed)
    mutator = Mutator(target, chance)

    def mutate(data: bytes, longest: int, _seed: int) -> bytes:
        made = mutator.mutated(data, longest) if chance.random() < BY_VALUES else None
        return atheris.Mutate(data, longest) if made is None else made

    seen, done = Reached(target.reads), itertools.count()

    def run(data: bytes) -> None:
        looked, before = target.remembers and next(done) % TRACED == 0, len(seen.lines)
        try:
            sys.settrace(seen if looked else None)
            target.run(data)
        except BaseException:
            _write_finding(Path(os.environ["TETHER_FUZZ_TRAILS"]), name, data)
            raise
        finally:
            sys.settrace(None)
        if len(seen.lines) > before:
            Path(os.environ["TETHER_FUZZ_LINES"]).write_text(json.dumps(sorted(seen.lines)))

    target.run(target.seeds()[0])
    atheris.Setup([sys.argv[0], *arguments], run, custom_mutator=mutate)
    atheris.Fuzz()


def fuzz_plain(name: str, home: Path, inputs: int, seconds: float, seed: int, findings: Path) -> None:
    """Fuzz one target without atheris, and print its figures as JSON.

    Inputs that reached something new are stored in `home`.
    """
    from tests.support.targets import Mutator, Reached

    target, chance = targets_by_name()[name], Random(seed)
    mutator, reached = Mutator(target, chance), Reached(target.reads)
    pool = [path.read_bytes() for path in sorted(home.iterdir())]
    began, done, early = time.monotonic(), 0, 0
    while done < inputs and time.monotonic() - began < seconds:
        data = chance.choice(pool)
        made = mutator.mutated(data, target.longest) if chance.random() < BY_VALUES else None
        made = _scramble(data, target.longest, chance) if made is None else made
        traced, before = done % TRACED == 0, len(reached.lines)
        started = time.monotonic()
        try:
            sys.settrace(reached if traced else None)
            target.run(made)
        except BaseException:
            sys.settrace(None)
            _write_finding(findings, name, made)
            traceback.print_exc()
            sys.exit(1)
        finally:
            sys.settrace(None)
        if time.monotonic() - started > SLOW_SECONDS:
            (findings / f"{name}-slow-{hashlib.sha1(made).hexdigest()}").write_bytes(made)
        if len(reached.lines) > before or (traced and not target.reads and len(pool) < 64):
            pool.append(made)
            (home / f"new-{len(pool)}").write_bytes(made)
        done += 1
        early = early or (_peak_memory() if done >= 1000 else 0)
    print(json.dumps({"executions": done, "rss_early_mb": early or _peak_memory(), "rss_end_mb": _peak_memory()}))


def _write_finding(findings: Path, name: str, data: bytes) -> None:
    """Write an input that caused a finding to a file."""
    (findings / f"{name}-crash-{hashlib.sha1(data).hexdigest()}").write_bytes(data)


def _scramble(data: bytes, longest: int, chance: Random) -> bytes:
    """Return the input with some of its bytes changed."""
    made = bytearray(data or b"\x00")
    for _ in range(1 + chance.randrange(4)):
        i, kind = chance.randrange(len(made) or 1), chance.randrange(4)
        if kind == 0:
            made[i : i + 1 + chance.randrange(8)] = b""
        elif kind == 1:
            made[i:i] = chance.randbytes(1 + chance.randrange(8))
        elif kind == 2 and made:
            made[i] = chance.randrange(256)
        elif made:
            made[i] ^= 1 << chance.randrange(8)
    return bytes(made[:longest])


def _peak_memory() -> int:
    """Return the peak memory of this process in MiB."""
    maximum = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(maximum // 1024 if sys.platform != "darwin" else maximum // 1024**2)


# Figures of a target --------------------------------------------------------------------------------------------------


class CommandLine(argparse.Namespace):
    """The parsed command line."""

    inputs: int
    minutes: float
    seed: int
    keep: int
    findings: Path
    plain: bool
    memory: bool


def fuzz(name: str, asked: CommandLine) -> dict[str, Any]:
    """Fuzz one target in a separate process, and return its figures."""
    from tests.support.fuzz_targets import corpus

    target, findings, since = targets_by_name()[name], asked.findings, time.time()
    guided = not asked.plain and environment.can_import("atheris")
    with tempfile.TemporaryDirectory(prefix="tether-fuzz-") as home:
        for number, data in enumerate([*target.seeds(), *corpus(name)]):
            (Path(home) / f"seed-{number}").write_bytes(data)
        started = time.monotonic()
        command = [sys.executable, __file__, *_arguments(name, home, target, asked, guided)]
        noted = findings / f"{name}.lines"
        noted.unlink(missing_ok=True)
        env = {**os.environ, "TETHER_FUZZ_TRAILS": str(findings), "TETHER_FUZZ_LINES": str(noted)}
        code, said, log, processor = _run_process(command, env)
        seconds = time.monotonic() - started
        inputs = [path.read_bytes() for path in sorted(Path(home).iterdir())]
    seen = {(file, number) for file, number in json.loads(noted.read_text())} if noted.exists() else set()
    noted.unlink(missing_ok=True)
    figures = _fuzzer_figures(log) if guided else _last_json(said)
    figures |= _coverage(target, inputs, seen)
    results = sorted(path.name for path in findings.glob(f"{name}-*") if path.stat().st_mtime >= since)
    rate = round(figures.get("executions", 0) / max(seconds, 0.001))
    result: dict[str, object] = {"target": name, "guide": "atheris" if guided else "lines", "seconds": round(seconds)}
    result |= {"processor_seconds": round(processor), "a_second": rate, **figures, "findings": results}
    if code:
        result["error"] = _trouble(log + said)
    if asked.keep:
        result["kept"] = _keep_smallest(name, target, inputs, asked.keep)
    return result


def _run_process(command: list[str], env: dict[str, str]) -> tuple[int, str, str, float]:
    """Run a process to its end; return its exit code, output, log, and seconds of processor time."""
    with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as log:
        process = subprocess.Popen(command, stdout=said, stderr=log, env=env)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = [(file.seek(0), file.read().decode(errors="replace"))[1] for file in (said, log)]
    return process.returncode, texts[0], texts[1], used.ru_utime + used.ru_stime


def _arguments(name: str, home: str, target: Any, asked: CommandLine, guided: bool) -> list[str]:
    """Return the arguments of a target's process."""
    inputs, seconds = asked.inputs or MANY, max(1, round(asked.minutes * 60)) if asked.minutes else MANY
    if not guided:
        return ["--child-plain", name, home, str(inputs), str(seconds), str(asked.seed), str(asked.findings)]
    slow = SLOW_DEEDS if target.remembers else SLOW_SECONDS
    return [
        "--child",
        name,
        home,
        f"-runs={inputs}",
        f"-max_total_time={seconds}",
        f"-max_len={target.longest}",
        f"-seed={asked.seed}",
        f"-timeout={slow}",
        f"-report_slow_units={slow}",
        "-keep_seed=1",
        f"-rss_limit_mb={MEMORY_MB}",
        f"-artifact_prefix={asked.findings}/{name}-",
        "-print_final_stats=1",
    ]


def _trouble(log: str) -> str:
    """Return the error in the log of a failed process."""
    at = max(log.find("Uncaught Python exception"), log.find("Traceback (most"))
    return log[at : at + 2000] if at >= 0 else log[-2000:]


def _last_json(said: str) -> dict[str, int]:
    """Return the last line of a process's output as data, or {} if it is not JSON."""
    lines = said.strip().splitlines()
    return dict(json.loads(lines[-1])) if lines and lines[-1].startswith("{") else {}


def _fuzzer_figures(log: str) -> dict[str, int]:
    """Return the fuzzer's figures of its run: the memory after all seeds were read, and at the end."""
    rows = [tuple(map(int, item.groups())) for item in map(STATUS.match, log.splitlines()) if item]
    if not rows:
        return {}
    first = next((row for row in rows if row[0] >= 1000), rows[0])
    executions, edges, _, rss = rows[-1]
    done = re.search(r"stat::number_of_executed_units: (\d+)", log)
    peak = re.search(r"stat::peak_rss_mb:\s+(\d+)", log)
    return {
        "executions": int(done[1]) if done else executions,
        "edges": edges,
        "rss_early_mb": first[3],
        "rss_end_mb": max(rss, int(peak[1]) if peak else 0),
    }


def _coverage(target: Any, inputs: list[bytes], seen: set[tuple[str, int]]) -> dict[str, Any]:
    """Return the number of lines that the inputs of a target reach, and the missed lines.

    Lines in `seen` count as reached.
    """
    from tests.support.targets import lines

    wanted = lines(target)
    reached = ({line for data in inputs for line in _reached_lines(target, data)} | seen) & wanted
    missed = sorted((str(Path(file).relative_to(environment.ROOT)), number) for file, number in wanted - reached)
    return {"inputs": len(inputs), "lines": len(wanted), "missed": [f"{file}:{number}" for file, number in missed]}


def _reached_lines(target: Any, data: bytes) -> set[tuple[str, int]]:
    """Return the lines of the code under test that an input reaches."""
    from tests.support.targets import Reached

    reached = Reached(target.reads)
    sys.settrace(reached)
    try:
        target.run(data)
    except BaseException:
        traceback.print_exc()
    finally:
        sys.settrace(None)
    return reached.lines


def _keep_smallest(name: str, target: Any, inputs: list[bytes], most: int) -> int:
    """Store at most `most` inputs that together reach the most lines, small ones first; return their number."""
    from tests.support.fuzz_targets import CORPUS

    small = sorted({data for data in inputs if len(data) <= LARGEST_KEPT}, key=lambda data: (len(data), data))
    reached = {data: _reached_lines(target, data) for data in small}
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


# Guest at full speed --------------------------------------------------------------------------------------------------


def measure_guest(name: str, asked: CommandLine) -> dict[str, Any]:
    """Measure the cost of one guest at full speed for a member, in a separate process."""
    command = [sys.executable, __file__, "--child-memory", name, str(60 * (asked.minutes or 1)), str(asked.seed)]
    ran = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    result: dict[str, Any] = {"target": name, **_last_json(ran.stdout)}
    if ran.returncode:
        result["error"] = _trouble(ran.stderr)
    return result


def main() -> int:
    """Fuzz the requested targets, and return the exit code."""
    kind, rest = sys.argv[1:2], sys.argv[2:]
    if kind == ["--child"]:
        fuzz_guided(rest[0], rest[1:])
        return 0
    if kind == ["--child-plain"]:
        name, home, inputs, seconds, seed, findings = rest
        fuzz_plain(name, Path(home), int(inputs), float(seconds), int(seed), Path(findings))
        return 0
    if kind == ["--child-memory"]:
        from tests.support.guests import full_speed

        print(json.dumps(full_speed(rest[0], float(rest[1]), int(rest[2]))))
        return 0
    names, asked = _read_command_line()
    asked.findings.mkdir(parents=True, exist_ok=True)
    one: Callable[[str], dict[str, Any]] = lambda name: (measure_guest if asked.memory else fuzz)(name, asked)  # noqa: E731
    found = False
    for result in _in_parallel(one, names, asked.jobs):
        found = found or bool(result.get("findings")) or "error" in result or not result.get("bounded", True)
        print(json.dumps(result), flush=True)
    return 1 if found else 0


def _in_parallel(one: Callable[[str], dict[str, Any]], names: list[str], jobs: int) -> Iterator[dict[str, Any]]:
    """Yield the results in the order of the names; `jobs` of them are computed at a time."""
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(one, names)


def _read_command_line() -> tuple[list[str], Any]:
    """Return the requested targets, and the parsed command line."""
    from tests.support.decoders import DECODERS
    from tests.support.guests import OBJECTS

    targets = targets_by_name()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    which = parser.add_mutually_exclusive_group(required=True)
    which.add_argument("--target", action="append", choices=sorted(targets), help="one of them; may be repeated")
    which.add_argument("--decoders", action="store_true", help="rooms, tournaments, announcements and links: no state")
    which.add_argument("--objects", action="store_true", help="rooms, gossip, links and discovery: with a state")
    which.add_argument("--all", action="store_true", help="every target")
    which.add_argument("--list", action="store_true", help="the names of the targets")
    parser.add_argument("--inputs", type=int, default=0, metavar="N", help="so many for each target")
    parser.add_argument("--minutes", type=float, default=0.0, help="for each target; 10 unless --inputs is given")
    parser.add_argument("--memory", action="store_true", help="objects: memory, time and answers of one at full speed")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="so many targets at a time")
    parser.add_argument("--plain", action="store_true", help="without atheris")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=int, default=0, metavar="N", help="keep up to N inputs for the tests")
    parser.add_argument("--findings", type=Path, default=Path(tempfile.gettempdir()) / "tether-fuzz-findings")
    asked = parser.parse_args()
    if asked.list:
        print("\n".join(sorted(targets)))
        sys.exit(0)
    asked.minutes = asked.minutes or (0.0 if asked.inputs else 10.0)
    names = asked.target or [*(DECODERS if asked.decoders else OBJECTS if asked.objects else sorted(targets))]
    if asked.memory and not set(names) <= set(OBJECTS):
        parser.error("--memory is for --objects")
    return names, asked


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
