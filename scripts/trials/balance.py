#!/usr/bin/env python3
"""Ask the lab all questions of balance in turn, and print the answers as rows for docs/data/balance.json.

    python3 scripts/trials/balance.py --into balance --list                 print the commands and their cost
    python3 scripts/trials/balance.py --into balance --minutes 15           limit each question, on two cores
    python3 scripts/trials/balance.py --into balance --game outposts --only play,mend
    python3 scripts/trials/balance.py --into balance --rows                 print the existing answers as Markdown

Each question is a command of `tether lab` with a number of matches, on the seed "balance", by two levels of bots. After
an interruption, the same command continues: answered questions are skipped, and a question that was begun continues
with its blocks in the store.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("scipy"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from core.games.registry import GAMES
from lab.studies.card_strength import HARMS, HELPS
from lab.studies.questions import questions

RUNGS = ("heuristic", "normal")
SEED = "balance"
COST = {
    ("bridgefront", 2): 0.065, ("bridgefront", 4): 0.16, ("midnight", 3): 0.035, ("midnight", 4): 0.05,
    ("cabinet", 2): 0.04, ("cabinet", 4): 0.07, ("outposts", 1): 0.03, ("outposts", 2): 0.05, ("outposts", 3): 0.09,
    ("outposts", 4): 0.11, ("ambition", 3): 0.15, ("ambition", 4): 0.2,
}  # fmt: skip
"""Seconds of a core that a match takes, about; by default these are the seats that are asked for."""
MENDED = (
    ("bridgefront", 4, "vapourborn", "--less"), ("bridgefront", 4, "leadbound", "--less"),
    ("bridgefront", 4, "virtuous", "--more"), ("bridgefront", 4, "refiner", "--more"),
    ("outposts", 3, "L4", "--less"), ("outposts", 3, "L1", "--more"),
)  # fmt: skip
CARDS = (
    ("bridgefront", 2), ("bridgefront", 4), ("midnight", 3), ("cabinet", 2), ("cabinet", 4), ("outposts", 3),
    ("ambition", 3),
)  # fmt: skip
"""Tables at which cards are asked for."""
KINDS = ("play", "ask", "mend", "cards")
ANSWERS = "answers.jsonl"


class Question(NamedTuple):
    """A question: a command of the lab without its budget, and its table."""

    kind: str
    game: str
    seats: int
    words: tuple[str, ...]


def balance_questions(rungs: Sequence[str]) -> Iterator[Question]:
    """Yield all questions, the cheapest and most informative ones first."""
    tables = list(COST)
    for game, seats in tables:
        for rung in rungs:
            yield Question("play", game, seats, ("play", *_table(game, seats, rung)))
    for game, seats in tables:
        for question in questions(GAMES[game], seats):
            for rung in rungs:
                words = ("ask", question.option, *_table(game, seats, rung), f"--margin={3 if seats > 2 else 2}")
                yield Question("ask", game, seats, words)
    for game, seats, kind, way in MENDED:
        for rung in rungs:
            yield Question("mend", game, seats, ("mend", kind, way, *_table(game, seats, rung), "--margin=3"))
    for game, seats in CARDS:
        for rung in rungs:
            yield Question("cards", game, seats, ("cards", *_table(game, seats, rung)))


def _table(game: str, seats: int, rung: str) -> tuple[str, ...]:
    return f"--game={game}", f"--seats={seats}", f"--bots={rung}", f"--seed={SEED}"


def match_budget(each: Question, minutes: float) -> int:
    """Return the number of matches that two cores play in `minutes`, rounded to hundreds."""
    return max(100, int(minutes * 120 / COST[each.game, each.seats]) // 100 * 100)


def lab_arguments(each: Question, minutes: float) -> tuple[str, ...]:
    """Return the arguments of `tether lab`."""
    return (*each.words, f"--budget={match_budget(each, minutes)}")


def ask_all(into: Path, wanted: Sequence[Question], minutes: float, workers: int) -> int:
    """Ask all questions that have no answer yet; return 130 after Ctrl-C, otherwise 0 or 1."""
    into.mkdir(parents=True, exist_ok=True)
    there = {tuple(item["command"]) for item in stored_answers(into)}
    remaining = [item for item in wanted if lab_arguments(item, minutes) not in there]
    wrong = 0
    for number, item in enumerate(remaining, 1):
        words = lab_arguments(item, minutes)
        print(f"{number} of {len(remaining)}: tether lab {shlex.join(words)}", file=sys.stderr, flush=True)
        started = time.monotonic()
        how = [sys.executable, "-P", "-m", "client", "lab", *words, f"--out={into}", f"--workers={workers}", "--json"]
        try:
            done = subprocess.run(how, cwd=environment.ROOT, stdout=subprocess.PIPE, text=True)
        except KeyboardInterrupt:
            return 130
        if done.returncode == 130:
            return 130
        if done.returncode:
            wrong = 1
            continue
        answer = {"kind": item.kind, "command": words, "seconds": round(time.monotonic() - started)}
        with (into / ANSWERS).open("a", encoding="ascii") as file:
            file.write(json.dumps(answer | {"said": json.loads(done.stdout)}) + "\n")
    return wrong


def stored_answers(into: Path) -> list[dict[str, Any]]:
    """Return the last stored answer to each command; an incomplete line is ignored."""
    result = {}
    path = into / ANSWERS
    for line in path.read_text("ascii").splitlines() if path.exists() else ():
        try:
            answer = json.loads(line)
        except ValueError:
            continue
        result[tuple(answer["command"])] = answer
    return list(result.values())


# Rows -----------------------------------------------------------------------------------------------------------------

HEADS = {
    "play": "| game | seats | by | matches | rounds | seats, factions, leagues | else |",
    "ask": "| game | option | value | seats | by | matches | known | equal | not known yet |",
    "mend": "| game | seats | by | matches | change | wins | more than usual | verdict |",
    "cards": f"| game | seats | by | matches | half a width | {HARMS} | {HELPS} | never played |",
}


def table_lines(found: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield Markdown tables, one for each kind of question; each row ends with the command that repeats it."""
    makers = {"play": _play, "ask": _ask, "mend": _mend, "cards": _cards}
    for kind in KINDS:
        of_kind = [answer for answer in found if answer["kind"] == kind]
        if of_kind:
            yield ""
            yield HEADS[kind].removesuffix("|") + "| command |"
            yield "|" + "---|" * (HEADS[kind].count("|"))
            for answer in of_kind:
                for cells in makers[kind](answer["said"]):
                    yield "| " + " | ".join([*cells, f"`tether lab {shlex.join(answer['command'])}`"]) + " |"


def _play(said: Mapping[str, Any]) -> Iterator[list[str]]:
    measures = {item["measure"]: item for item in said["measures"]}
    sides = [item for name, item in measures.items() if name.endswith(" wins") and not name.startswith("who ")]
    other = [item for name, item in measures.items() if item not in sides and name != "rounds"]
    yield [
        said["game"], str(said["seats"]), _by(said), str(said["matches"]), _mean(measures["rounds"], 1, 2),
        "; ".join(f"{item['measure'].removesuffix(' wins')} {_mean(item)}" for item in sides),
        "; ".join(f"{item['measure']} {_mean(item) if _share(item) else _mean(item, 1, 2)}" for item in other),
    ]  # fmt: skip


def _share(each: Mapping[str, Any]) -> bool:
    return "in a match" not in each["measure"]


def _mean(each: Mapping[str, Any], scale: int = 100, digits: int = 1) -> str:
    half = "?" if each["half"] is None else f"{scale * each['half']:.{digits}f}"
    return f"{scale * each['mean']:.{digits}f} ± {half}"


def _by(said: Mapping[str, Any]) -> str:
    return ", ".join(said["bots"])


def _ask(said: Mapping[str, Any]) -> Iterator[list[str]]:
    for contrast in said["contrasts"]:
        known: list[str] = []
        equal: list[Any] = []
        unknown: list[Any] = []
        for item in contrast["measures"]:
            if item["verdict"] in ("higher", "lower"):
                known.append(_moved(item))
            else:
                (unknown if item["verdict"] == "not known yet" else equal).append(item)
        option, _, value = contrast["second"].partition("=")
        widest = [100 * item["half"] for item in unknown if item["kind"] == "share" and item["half"] is not None]
        few = ", ".join(_moved(item) for item in unknown) if len(unknown) <= 2 else f"{len(unknown)} measures"
        if len(unknown) > 2 and widest:
            few += f", to ± {max(widest):.1f}"
        yield [
            said["game"], f"`{option}`", value, str(said["seats"]), _by(said), str(said["matches"]),
            "; ".join(known) or "-", ", ".join(item["measure"] for item in equal) or "-", few if unknown else "-",
        ]  # fmt: skip


def _moved(each: Mapping[str, Any]) -> str:
    scale, digits, unit = (100, 1, " %") if each["kind"] == "share" else (1, 2, "")
    half = "?" if each["half"] is None else f"{scale * each['half']:.{digits}f}"
    first, second = (f"{scale * (each[name] or 0):.{digits}f}" for name in ("first", "second"))
    return f"{each['measure']} {first} -> {second}{unit} ({scale * each['difference']:+.{digits}f} ± {half})"


def _mend(said: Mapping[str, Any]) -> Iterator[list[str]]:
    for item in said["changes"]:
        more = {"mean": item["more"], "half": item["more_half"]}
        yield [
            said["game"], str(said["seats"]), _by(said), str(said["matches"]), f"`{item['change']}`",
            f"{said['kind']} {_mean({'mean': item['share'], 'half': item['half']})} %",
            "-" if item["change"] == "usual" else _mean(more), item["verdict"],
        ]  # fmt: skip


def _cards(said: Mapping[str, Any]) -> Iterator[list[str]]:
    halves = sorted(100 * item["half"] for item in said["cards"] if item["played"])
    named = {verdict: ", ".join(item["name"] for item in said["cards"] if item["verdict"] == verdict) or "-"
             for verdict in (HARMS, HELPS)}  # fmt: skip
    never = ", ".join(item["name"] for item in said["cards"] if not item["played"]) or "-"
    yield [
        said["game"], str(said["seats"]), " and ".join(said["rungs"]), str(said["matches"]),
        f"{halves[len(halves) // 2]:.1f}" if halves else "?", *named.values(), never,
    ]  # fmt: skip


def main() -> int:
    """Ask the questions, or print the answers; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, required=True, help="the folder of the store and the answers")
    parser.add_argument("--minutes", type=float, default=15.0, help="for each question at most, on two cores")
    parser.add_argument("--workers", type=int, default=0, help="processes; 0 is one for each core")
    parser.add_argument("--game", default="", help="these games alone, with commas")
    parser.add_argument("--only", default="", help=f"these kinds of questions alone, of {', '.join(KINDS)}")
    parser.add_argument("--rungs", default=",".join(RUNGS), help="who plays")
    parser.add_argument("--list", action="store_true", help="tells the commands, and asks nothing")
    parser.add_argument("--rows", action="store_true", help="tells the answers that are there")
    given = parser.parse_args()
    into = given.into.absolute()
    if given.rows:
        print("\n".join(table_lines(stored_answers(into))))
        return 0
    games, kinds = [[word for word in text.split(",") if word] for text in (given.game, given.only)]
    unknown = [word for word in games if word not in GAMES] + [word for word in kinds if word not in KINDS]
    if unknown or given.minutes <= 0:
        parser.error(f"no {unknown[0]!r}" if unknown else "minutes are more than none")
    wanted = [
        item
        for item in balance_questions(given.rungs.split(","))
        if (not games or item.game in games) and (not kinds or item.kind in kinds)
    ]
    if given.list:
        for item in wanted:
            print(f"tether lab {shlex.join(lab_arguments(item, given.minutes))}")
        print(f"{len(wanted)} questions, {len(wanted) * given.minutes / 60:.1f} hours at most on two cores.")
        return 0
    return ask_all(into, wanted, given.minutes, given.workers)


if __name__ == "__main__":
    raise SystemExit(main())
