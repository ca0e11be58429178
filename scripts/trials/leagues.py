#!/usr/bin/env python3
"""Results of bots in Outposts: matches at each number of seats and option, in rounds over all settings.

The figures can therefore be used at any time.

    python3 scripts/trials/leagues.py --matches 2000 --seed proof --into leagues.jsonl
    python3 scripts/trials/leagues.py --seats 4 --brisk on --matches 300 --seed proof --into leagues.jsonl
    python3 scripts/trials/leagues.py --into leagues.jsonl --sum
    python3 scripts/trials/leagues.py --league L4 "1 crew, 1 oil, 1 card" "1 crew" "1 card" --seed mend --into new.jsonl

Each match is one line of JSON; matches that are already in the file are not played again. The same seed plays the same
matches. `--sum` prints JSON for each setting: rounds, actions of a seat, VP, and each league's share of its matches won
with its 95 % interval (Wilson). It also prints the share won by the seat that built, dealt, planted or razed most at
its table. `--league` plays with another production and board action (its price and its gain) of one league, under a
separate seed. All seats are heuristic bots, which choose their leagues at random.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from core.bots.heuristic import HeuristicBot
from core.engine.changed_game import with_ruleset
from core.engine.game import Game, any_game
from core.engine.local_match import LocalMatch
from core.games.outposts import events as e
from core.games.outposts.board import LEAGUES
from core.games.outposts.changes import RULESETS
from core.games.outposts.cleanup import final_vp, warden_final_vp
from core.games.outposts.decisions import Act
from core.games.outposts.game import GAME
from trials.teams import stored_matches, wilson

DEEDS: dict[type, str] = {
    e.LocationBuilt: "built", e.DealMade: "dealt", e.OutpostBuilt: "planted", e.OutpostUpgraded: "planted",
    e.HandCardRazed: "razed", e.LocationRazed: "razed", e.OutpostRazed: "razed",
}  # fmt: skip
"""Actions of a seat, by the event that reports them."""
STYLES = ("built", "dealt", "planted", "razed")


class Setting(NamedTuple):
    """A setting of a match: the number of seats, and the options."""

    seats: int
    warden: str = "mild"
    level: str = "normal"
    brisk: str = "off"


def game_with_league(code: str, produces: str, pays: str, gives: str) -> Game:
    """Return the game with another production and board action of a league."""
    values = {"produces": produces, "pays": pays, "gives": gives}
    text = RULESETS.compose([(("factions", code, key), value) for key, value in values.items()])
    return with_ruleset(any_game(GAME), text)


def settings(seats: list[int], brisk: list[str]) -> list[Setting]:
    """Return all settings whose options have an effect at these numbers of seats."""
    alone = [Setting(1, warden, level) for level in ("normal", "hard") for warden in ("mild", "grim")]
    more = [Setting(count, brisk=each) for count in seats if count > 1 for each in brisk]
    return [*(alone if 1 in seats else []), *more]


def play_match(setting: Setting, seed: str, number: int, game: Game) -> dict[str, Any]:
    """Play one match to its end, and return its figures; lists are indexed by seat."""
    named = f"{seed} {' '.join(map(str, setting))} {number}"
    bots = {seat: HeuristicBot(named, seat) for seat in range(1, setting.seats + 1)}
    table = LocalMatch(game, bots, named, {"warden": setting.warden, "level": setting.level, "brisk": setting.brisk})
    deeds = {style: [0] * setting.seats for style in STYLES}
    actions = [0] * setting.seats

    def watch(state: Any, decisions: Mapping[int, Any], events: list[Any]) -> None:
        for seat, decision in decisions.items():
            actions[seat - 1] += isinstance(decision, Act) and decision.kind != "stop"
        for event in events:
            if type(event) in DEEDS and event.seat <= setting.seats:  # the Warden's number is higher
                deeds[DEEDS[type(event)]][event.seat - 1] += 1

    state: Any = table.play(watch)
    found = {
        "rounds": state.round,
        "actions": actions,
        "leagues": state.league[1:],
        "points": [final_vp(state, seat) for seat in state.seats],
        "warden_points": warden_final_vp(state),
        "won": [place.seat for place in GAME.standing(state) if place.rank == 1],
        "deeds": deeds,
    }
    return {**setting._asdict(), "seed": seed, "match": number, **found}


def play_missing(chosen: list[Setting], matches: int, seed: str, path: Path, game: Game) -> None:
    """Play the missing matches, one for each setting in turn."""
    there = {
        (*(line[field] for field in Setting._fields), line["seed"], line["match"]) for line in stored_matches(path)
    }
    with path.open("a", encoding="ascii", buffering=1) as file:
        for number in range(matches):
            for setting in chosen:
                if (*setting, seed, number) not in there:
                    file.write(json.dumps(play_match(setting, seed, number, game)) + "\n")


def summary(path: Path) -> list[dict[str, Any]]:
    """Return the figures of each setting."""
    by_setting: dict[Setting, list[dict[str, Any]]] = defaultdict(list)
    for line in stored_matches(path):
        by_setting[Setting(*(line[field] for field in Setting._fields))].append(line)
    return [{**setting._asdict(), **_figures(setting, found)} for setting, found in sorted(by_setting.items())]


def _figures(setting: Setting, found: list[dict[str, Any]]) -> dict[str, Any]:
    rounds = [match["rounds"] for match in found]
    figures: dict[str, Any] = {
        "matches": len(found),
        "rounds": {str(each): rounds.count(each) for each in sorted(set(rounds))},
        "actions": _mean([number for match in found for number in match["actions"]]),
        "points": _mean([points for match in found for points in match["points"]]),
        "points_of_winners": _mean([max(match["points"]) for match in found]),
    }
    if setting.seats == 1:
        won = sum(1 in match["won"] for match in found)
        figures |= {"warden_points": _mean([match["warden_points"] for match in found]), "won": won}
        figures |= {"share": round(won / len(found), 4), "interval": _interval(won, len(found))}
    figures["leagues"] = {league.code: _share(found, number) for number, league in enumerate(LEAGUES)}
    if setting.seats > 1:
        figures["most"] = {style: _most(found, style) for style in STYLES}
    return figures


def _share(found: list[dict[str, Any]], league: int) -> dict[str, Any]:
    """Return the share of its matches that a league has won; a shared first place counts as a part of a win."""
    of, won = 0, 0.0
    for match in found:
        for seat, each in enumerate(match["leagues"], 1):
            if each == league:
                of += 1
                won += (seat in match["won"]) / max(1, len(match["won"]))
    if not of:
        return {"matches": 0}
    return {"matches": of, "share": round(won / of, 4), "interval": _interval(round(won), of)}


def _most(found: list[dict[str, Any]], style: str) -> dict[str, Any]:
    """Return the share of wins of the seat that alone did most of something at its table."""
    of = won = 0
    for match in found:
        counts = match["deeds"][style]
        if counts.count(max(counts)) == 1:
            of += 1
            won += counts.index(max(counts)) + 1 in match["won"]
    return {"matches": of, "share": round(won / of, 4) if of else None}


def _interval(won: int, of: int) -> list[float]:
    return [round(end, 4) for end in wilson(won, of)]


def _mean(figures: list[int]) -> float:
    return round(sum(figures) / len(figures), 2)


def main() -> int:
    """Play the matches, or print the figures; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, required=True, help="the file of all matches, one line each")
    parser.add_argument("--sum", action="store_true", help="play nothing, print the figures")
    parser.add_argument("--matches", type=int, default=2000, help="of each setting (%(default)s)")
    parser.add_argument("--seed", default="proof", help="any text (%(default)s)")
    parser.add_argument("--seats", type=int, nargs="+", choices=GAME.seat_counts, default=GAME.seat_counts, help="all")
    parser.add_argument("--brisk", nargs="+", choices=("off", "on"), default=("off", "on"), help="both")
    parser.add_argument("--league", nargs=4, metavar=("CODE", "PRODUCES", "PAYS", "GIVES"), help="another league")
    args = parser.parse_args()
    game = any_game(GAME)
    if args.league:
        game = game_with_league(*args.league)
        args.seed = f"{args.seed}; {'; '.join(args.league)}"
    if args.sum:
        print(json.dumps(summary(args.into), indent=2))
    else:
        play_missing(settings(list(args.seats), list(args.brisk)), args.matches, args.seed, args.into, game)
    return 0


if __name__ == "__main__":
    sys.exit(main())
