#!/usr/bin/env python3
"""Results of simple styles against the bots in Ambition, and statistics of matches between bots alone.

    python3 scripts/trials/ambition_styles.py --matches 400 --seed proof --into styles.jsonl
    python3 scripts/trials/ambition_styles.py --styles six truth --seats 4 --option bluffs=narrow --into styles.jsonl
    python3 scripts/trials/ambition_styles.py --into styles.jsonl --sum
    python3 scripts/trials/ambition_styles.py --survey --matches 300 --seed proof --into survey.jsonl
    python3 scripts/trials/ambition_styles.py --survey --usual --rules ambition/classic --into classic.jsonl

A style is the bots' plan with one answer replaced; "plan" replaces nothing. One player of this style sits among bots,
in each seat in turn. A shared first place counts as a part of a win. The share that the player wins is printed with its
95 % interval and the fair share. Each match is one line of JSON in the file. Matches already in the file are not played
again, and the same seed plays the same matches. `--survey` plays bots alone, once with the default options and once
with each option at its other value (not with `--usual`), and prints tables.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from core.bots.heuristic import HeuristicBot
from core.engine.local_match import LocalMatch
from core.engine.question import AnyQuestion
from core.games.ambition import alliances, claims, decisions, turn
from core.games.ambition import events as e
from core.games.ambition.bot import policy as plan
from core.games.ambition.bot.features import Ask, View
from core.games.ambition.cards import ARMAGEDDON, ELITES, INTRIGUES, NUCLEAR_ARMS, PACTS
from core.games.ambition.decisions import Accept, Challenge, Diplomacy, Launch, Play, Shelter
from core.games.ambition.game import GAME
from core.games.ambition.hands import DECKS, known_face
from net.cli.games.rules import read_game
from trials.teams import CERTAIN, stored_matches

# Styles ---------------------------------------------------------------------------------------------------------------


Style = Mapping[AnyQuestion, Callable[[Ask], Any]]
"""Answers of a style to some of the questions."""


def with_claims(claim: Callable[[View], Diplomacy | None]) -> Style:
    """Return a plan whose claims come from `claim`; if it returns None, the player chooses the other action."""

    def diplomacy(a: Ask) -> Diplomacy:
        planned = plan.choose_diplomacy(a)
        if planned.kind != turn.CLAIM:
            return planned
        claimed = claim(View(a)) or Diplomacy(a.detail[0][0])
        return claimed._replace(opens=planned.opens)

    return {turn.DIPLOMACY: diplomacy}


def truly(v: View) -> Diplomacy | None:
    """Claim any Elite truthfully."""
    may = [item for item in v.elites if item.face <= turn.highest_declarable(v.state, v.seat)]
    value, entry = may[v.a.dice.uniform(len(may))] if may else (0, 0)
    return Diplomacy(turn.CLAIM, entry, value) if may else None


def falsely(v: View) -> Diplomacy | None:
    """Claim that the worst Elite is any better one."""
    low, cap = v.elites[0], turn.highest_declarable(v.state, v.seat)
    return Diplomacy(turn.CLAIM, low.entry, low.face + 1 + v.a.dice.uniform(cap - low.face)) if low.face < cap else None


def half(v: View) -> Diplomacy | None:
    """Claim truthfully or falsely, with equal probability."""
    return truly(v) if v.roll_percent(50) else falsely(v) or truly(v)


def six(v: View) -> Diplomacy:
    """Claim that the worst Elite is the best one that may be declared."""
    return Diplomacy(turn.CLAIM, v.elites[0].entry, turn.highest_declarable(v.state, v.seat))


def keen(a: Ask) -> Diplomacy:
    """Claim whenever the plan would draw."""
    planned = plan.choose_diplomacy(a)
    return (
        plan.choose_claim(View(a))._replace(opens=planned.opens)
        if planned.kind == turn.DRAW and View(a).elites
        else planned
    )


def solitary(a: Ask) -> Diplomacy:
    """Claim or do nothing whenever the plan proposes an alliance."""
    planned = plan.choose_diplomacy(a)
    if planned.kind not in (turn.PROPOSE, turn.SEAL):
        return planned
    if turn.CLAIM in a.detail[0] and View(a).elites:
        return plan.choose_claim(View(a))._replace(opens=planned.opens)
    return Diplomacy(turn.PASS, opens=planned.opens)


def sociable(a: Ask) -> Diplomacy:
    """Propose the best alliance, whatever it is worth."""
    planned, v = plan.choose_diplomacy(a), View(a)
    result = plan.best_proposal(v) if turn.PROPOSE in a.detail[0] else None
    return planned if result is None else plan.make_proposal(v, *result[1:])._replace(opens=planned.opens)


def striking(a: Ask) -> Launch:
    """Launch as soon as possible, at the best target."""
    v = View(a)
    arms = v.entries_with_faces(NUCLEAR_ARMS)
    if not arms:
        return plan.choose_launch(a)
    best = max(a.state.others(a.seat), key=lambda other: (v.strike_value(other), other))
    return Launch(best, DECKS.named_card(a.state, a.secrets, arms[0]), v.choose_openings())


STYLES: Mapping[str, Style] = {
    "plan": {},
    "never_claims": with_claims(lambda v: None),
    "truth": with_claims(truly),
    "half_lies": with_claims(half),
    "six": with_claims(six),
    "claims_always": {turn.DIPLOMACY: keen},
    "never_challenges": {claims.CHALLENGE: lambda a: Challenge(False, View(a).choose_openings())},
    "always_challenges": {claims.CHALLENGE: lambda a: Challenge(True, View(a).choose_openings())},
    "never_allies": {turn.DIPLOMACY: solitary, alliances.ACCEPT: lambda a: Accept(False)},
    "always_allies": {turn.DIPLOMACY: sociable, alliances.ACCEPT: lambda a: Accept(True)},
    "strikes_early": {turn.LAUNCH: striking},
    "never_strikes": {turn.LAUNCH: lambda a: Launch(opens=View(a).choose_openings())},
}
"""Replaced answers of each style, by name."""
ALONE = "bots"
"""Style of a survey: there is no deviator."""


class Styled(HeuristicBot):
    """A bot that answers in its style, and counts its claims."""

    def __init__(self, seed: str, seat: int, style: str, counts: Counter[str]) -> None:
        super().__init__(seed, seat)
        self.answers, self.counts = STYLES.get(style, {}), counts

    def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
        """Decide by the style if the style has an answer, otherwise by the plan."""
        game.learn(state, seat, secrets)
        question, detail = game.pending_question(state, seat)
        if question in self.answers:
            answer, ask = self.answers[question], Ask(game, state, seat, secrets, detail, self.dice)
            decision = (answer if question is alliances.ACCEPT else plan.without_illegal_openings(answer))(ask)
        else:
            decision = super().decide(game, state, seat, secrets)
        if isinstance(decision, Diplomacy) and decision.kind == turn.CLAIM:
            held = ELITES[known_face(state, secrets, decision.card)].value
            self.counts["claims"] += 1
            self.counts[f"claims_of_{decision.value}"] += 1
            self.counts["true"] += held == decision.value
        self.counts["from_hand"] += isinstance(decision, Play) and bool(decision.card)
        self.counts["reactions"] += isinstance(decision, (decisions.Counter, Shelter)) and bool(decision.card)
        return decision


# Matches --------------------------------------------------------------------------------------------------------------

COUNTED = {
    e.ClaimChallenged: "challenged", e.Launched: "launched", e.Struck: "landed", e.Proposed: "proposed",
    e.Refused: "refused", e.ForgedInSecret: "sealed", e.AllianceBroken: "broken", e.Declared: "declared",
    e.Doubted: "doubted", e.ClaimCaught: "caught", e.IndustryOpened: "industries", e.TokenTaken: "tokens",
}  # fmt: skip
BY_PACT = {e.Forged: "forged", e.AllianceCompleted: "completed"}


class Setting(NamedTuple):
    """A setting of a match: the style, the number of players, the options with other values, and the ruleset file."""

    style: str
    seats: int
    options: str
    rules: str = ""


def play_match(setting: Setting, seed: str, number: int) -> dict[str, Any]:
    """Play one match to its end, and return its figures."""
    named = f"{seed} {setting.seats} {setting.options} {number}"
    place, counts = 1 + number % setting.seats, Counter[str]()
    bots = {
        seat: Styled(named, seat, setting.style if seat == place else "plan", counts)
        for seat in range(1, setting.seats + 1)
    }
    game = read_game(Path(setting.rules)) if setting.rules else GAME
    table: LocalMatch[Any] = LocalMatch(game, bots, named, dict(pair.split("=") for pair in setting.options.split()))

    ended: list[int] = []

    def watch(state: Any, decisions: Mapping[int, Any], events: list[Any]) -> None:
        for event in events:
            if type(event) in COUNTED:
                counts[COUNTED[type(event)]] += 1
            if type(event) in BY_PACT:
                counts[f"{BY_PACT[type(event)]}_{event.pact}"] += 1
            if isinstance(event, e.ClaimJudged):
                counts["exposed"] += not event.true
            if isinstance(event, e.AllianceEnded) and event.why == "knife":
                counts["knifed"] += 1
            if isinstance(event, e.IntriguePlayed):
                counts[f"kind_{state.face(event.copy)}"] += 1
            if isinstance(event, e.MatchEnded):
                ended.append(event.seat)
            if isinstance(event, e.CardsDiscarded) and event.why == "drawn":
                counts["doused"] += any(state.face(copy) == ARMAGEDDON for copy in event.copies)
                counts["wasted_arms"] += any(state.face(copy) == NUCLEAR_ARMS for copy in event.copies)

    state = table.play(watch)
    result = {
        "place": place,
        "won": [standing.seat for standing in GAME.standing(state) if standing.rank == 1],
        "rounds": state.round,
        "turns": state.turn,
        "ending": state.ending,
        "ended_by": ended[0],
        "points": state.points[1:],
        "convicted": sum(state.convicted),
    }
    return {**setting._asdict(), "seed": seed, "match": number, **result, "counts": dict(sorted(counts.items()))}


def setting_of(line: Mapping[str, Any]) -> Setting:
    """Return the setting of a stored match."""
    return Setting(line["style"], line["seats"], line["options"], line.get("rules", ""))


def _one(job: tuple[Setting, str, int]) -> dict[str, Any]:
    return play_match(*job)


def play_missing(chosen: list[Setting], matches: int, seed: str, path: Path, processes: int) -> None:
    """Play the missing matches, one for each setting in turn."""
    there = {(*setting_of(line), line["seed"], line["match"]) for line in stored_matches(path)}
    jobs = [
        (setting, seed, number)
        for number in range(matches)
        for setting in chosen
        if (*setting, seed, number) not in there
    ]
    with path.open("a", encoding="ascii", buffering=1) as file:
        if processes == 1:
            for job in jobs:
                file.write(json.dumps(_one(job)) + "\n")
            return
        with ProcessPoolExecutor(processes) as pool:
            for line in pool.map(_one, jobs, chunksize=8):
                file.write(json.dumps(line) + "\n")


# Figures --------------------------------------------------------------------------------------------------------------


def matches_by_setting(path: Path, seed: str) -> dict[Setting, list[dict[str, Any]]]:
    """Return the matches of a seed by setting."""
    result: dict[Setting, list[dict[str, Any]]] = defaultdict(list)
    for line in stored_matches(path):
        if line["seed"] == seed:
            result[setting_of(line)].append(line)
    return result


def share_won(matches: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the share of wins of the player with the style, and half the width of its 95 % interval, in percent."""
    parts = [(match["place"] in match["won"]) / max(1, len(match["won"])) for match in matches]
    mean = sum(parts) / len(parts)
    spread = sum((part - mean) ** 2 for part in parts) / max(1, len(parts) - 1)
    return 100 * mean, 100 * CERTAIN * math.sqrt(spread / len(parts))


def styles_table(path: Path, seed: str) -> str:
    """Return a table with a row for each style with its options, and a column for each number of players."""
    by_row: dict[tuple[str, str, str], dict[int, list[dict[str, Any]]]] = defaultdict(dict)
    for setting, matches in matches_by_setting(path, seed).items():
        if setting.style != ALONE:
            by_row[setting.rules, setting.options, setting.style][setting.seats] = matches
    seats = sorted({count for row in by_row.values() for count in row})
    head = ["style", *(f"{count} (fair {100 / count:.1f})" for count in seats), "matches"]
    rows = []
    for (rules, options, style), row in sorted(by_row.items()):
        cells = ["{:.1f} +- {:.1f}".format(*share_won(row[count])) if count in row else "-" for count in seats]
        each = " / ".join(str(len(row.get(count, ()))) for count in seats)
        rows.append([" ".join(filter(None, (style, options, rules))), *cells, each])
    return as_table([head, *rows])


def survey_rows(matches: list[dict[str, Any]]) -> list[str]:
    """Return the figures of one setting."""
    n, total = len(matches), Counter[str]()
    for match in matches:
        total.update(match["counts"])

    def each(name: str) -> str:
        return f"{total[name] / n:.1f}"

    def percent(part: int, of: int) -> str:
        return f"{100 * part / of:.0f}" if of else "-"

    def pacts(name: str) -> str:
        return " / ".join(f"{total[f'{name}_{pact}'] / n:.2f}" for pact in range(len(PACTS)))

    rounds, turns = (sum(match[name] for match in matches) / n for name in ("rounds", "turns"))
    forged, completed = (sum(total[f"{name}_{pact}"] for pact in range(len(PACTS))) for name in BY_PACT.values())
    kinds = Counter({face: total[f"kind_{face}"] for face in range(len(INTRIGUES))})
    pressed = [match for match in matches if match["ended_by"]]
    won = sum((match["ended_by"] in match["won"]) / len(match["won"]) for match in pressed)
    seats = len(matches[0]["points"])
    points = sorted(point for match in matches for point in match["points"])
    return [
        str(n),
        f"{rounds:.1f}",
        f"{turns:.0f}",
        percent(sum(match["ending"] == "exhaustion" for match in matches), n),
        f"{points[len(points) // 2]} / {sum(max(match['points']) for match in matches) / n:.0f}",
        each("launched"),
        each("landed"),
        f"{forged / n:.1f} ({each('sealed')} sealed)",
        f"{completed / n:.1f}",
        pacts("forged"),
        pacts("completed"),
        each("knifed"),
        each("claims"),
        percent(total["true"], total["claims"]),
        percent(total["challenged"], total["claims"]),
        percent(total["exposed"], total["challenged"]),
        f"{each('declared')} / {each('doubted')} / {each('caught')}",
        f"{total['from_hand'] / n / seats:.2f} + {total['reactions'] / n / seats:.2f}",
        ", ".join(f"{INTRIGUES[face].name} {100 * count / n / turns:.1f}" for face, count in kinds.most_common(3)),
        f"{100 * won / max(1, len(pressed)):.0f}",
    ]


SURVEYED = [
    "matches", "rounds", "turns", "% end by exhaustion", "points: median / winner", "strikes launched",
    "strikes landed", "alliances forged", "completed",
    "forged: Defense / Unity / Technology / Exchange / Delay", "completed, likewise",
    "ended by a knife", "claims", "% of them true", "% challenged", "% of those exposed",
    "Intrigue claims: said / doubted / false",
    "cards from the hand, a player: played + against strikes", "% of turns of the most frequent Intrigue cards",
    "% won by the player of Armageddon",
]  # fmt: skip


def survey_tables(path: Path, seed: str) -> str:
    """Return a table for each setting of options.

    A table has a row for each figure, and a column for each number of players.
    """
    by_options: dict[tuple[str, str], dict[int, list[dict[str, Any]]]] = defaultdict(dict)
    for setting, matches in matches_by_setting(path, seed).items():
        if setting.style == ALONE:
            by_options[setting.rules, setting.options][setting.seats] = matches
    parts = []
    for (rules, options), row in sorted(by_options.items()):
        columns = [survey_rows(row[count]) for count in sorted(row)]
        table = [[f"{options} {rules}".strip() or "as usual", *(f"{count} players" for count in sorted(row))]]
        table += [[name, *(column[index] for column in columns)] for index, name in enumerate(SURVEYED)]
        parts.append(as_table(table))
    return "\n\n".join(parts)


def as_table(rows: Iterable[list[str]]) -> str:
    """Return the rows as a Markdown table."""
    head, *rest = rows
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ["---"] * len(head), *rest))


def option_variants() -> list[str]:
    """Return the default options, and each option at each of its other values."""
    table = GAME.options.table.values()
    return ["", *(f"{item.name}={value}" for item in table for value in item.values if value != item.default)]


def main() -> int:
    """Play the matches, or print the figures; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, required=True, help="the file of all matches, one line each")
    parser.add_argument("--sum", action="store_true", help="play nothing, print the figures")
    parser.add_argument("--survey", action="store_true", help="bots alone")
    parser.add_argument("--matches", type=int, default=200, help="of each setting (%(default)s)")
    parser.add_argument("--seed", default="proof", help="any text (%(default)s)")
    parser.add_argument("--seats", type=int, nargs="+", choices=GAME.seat_counts, default=GAME.seat_counts, help="all")
    parser.add_argument("--styles", nargs="+", choices=STYLES, default=list(STYLES), help="all")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="another value than usual")
    parser.add_argument("--usual", action="store_true", help="a survey of the default options alone")
    parser.add_argument("--rules", default="", metavar="FILE", help="a ruleset, or its name, such as ambition/classic")
    parser.add_argument("--processes", type=int, default=1, help="how many (%(default)s)")
    args = parser.parse_args()
    if not args.sum:
        options = " ".join(sorted(args.option))
        if args.survey:
            chosen = [
                Setting(ALONE, seats, item, args.rules)
                for item in ([options] if options or args.usual else option_variants())
                for seats in args.seats
            ]
        else:
            chosen = [Setting(style, seats, options, args.rules) for style in args.styles for seats in args.seats]
        play_missing(chosen, args.matches, args.seed, args.into, args.processes)
    print(survey_tables(args.into, args.seed) if args.survey else styles_table(args.into, args.seed))
    return 0


if __name__ == "__main__":
    sys.exit(main())
