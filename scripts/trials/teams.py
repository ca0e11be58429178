#!/usr/bin/env python3
"""Share of Cabinet matches that teams of bots win, at each number of seats and target.

Matches are played in rounds over all settings. The figures can therefore be used at any time.

    python3 scripts/trials/teams.py --matches 2000 --seed proof --into teams.jsonl
    python3 scripts/trials/teams.py --team sit --targets normal --matches 300 --seed proof --into teams.jsonl
    python3 scripts/trials/teams.py --into teams.jsonl --sum

Each match is one line of JSON; matches that are already in the file are not played again. The same seed plays the same
matches. `--sum` prints JSON for each setting: the share won with its 95 % interval (Wilson), turns, points, and the
causes of the end, the questions to a player in a match, and the shares of the Ministries that were played as actions.
The team `best` consists of heuristic bots. The team `sit` has the same bots, but they pay and clear no Challenge. The
team `ahead` has bots that look ahead before they act. In the team `click` all players draw Resources, attempt the first
Milestone, and accept what is proposed; in the team `one` only the first seat does so.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from core.bots.base import DecisionPosition
from core.bots.heuristic import HeuristicBot
from core.bots.lookahead import Search
from core.engine.game import Decision, Game
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.games.cabinet import cards
from core.games.cabinet.action import ACT, ATTEMPT
from core.games.cabinet.bot.policy import action_value
from core.games.cabinet.bot.search_config import BUDGET, SEARCH_CONFIG
from core.games.cabinet.bot.weights import USUAL
from core.games.cabinet.decisions import Accept, Act, Offer, Pledge, Settle
from core.games.cabinet.discards import OFFER
from core.games.cabinet.events import MinistryPlaced, MinistryPlayed
from core.games.cabinet.game import GAME
from core.games.cabinet.ministries import ACCEPT
from core.games.cabinet.payment import PLEDGE

CERTAIN = 1.959964
"""Standard deviations around the mean that cover 95 in 100."""


class Sitter(HeuristicBot):
    """Bot that ignores Challenges, and saves their cost for Milestones."""

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        decision = super().decide(game, state, seat, secrets)
        if isinstance(decision, Pledge) and cards.deck_of(state.at_stake) == cards.CHALLENGE:
            return Pledge(())
        if isinstance(decision, Settle) and cards.deck_of(state.at_stake) == cards.CHALLENGE:
            return Settle(False)
        if isinstance(decision, Act) and decision.pay:
            _, detail = GAME.pending_question(state, seat)
            others = [act for act in ACT.options(state, seat, secrets, *detail) if not act.pay]
            return max(others, key=lambda act: action_value(USUAL, state, seat, act))
        return decision


class Ahead(HeuristicBot):
    """Bot that looks ahead before each action, as the level master does in other games."""

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        question, detail = GAME.pending_question(state, seat)
        if question is not ACT:
            return super().decide(game, state, seat, secrets)
        asked = DecisionPosition(GAME, state, seat, secrets, detail, self.dice)
        ideas = SEARCH_CONFIG.ideas[ACT](asked, BUDGET.ideas)
        return ideas[0] if len(ideas) == 1 else Search(SEARCH_CONFIG, asked).best(ideas, BUDGET.rollouts)


class Clicker(HeuristicBot):
    """Player who draws Resources, attempts the first Milestone, accepts every proposal, and gives the first cards."""

    def decide(self, game: Game, state: Any, seat: int, secrets: Secrets) -> Decision:
        question, detail = GAME.pending_question(state, seat)
        options = question.options(state, seat, secrets, *detail)
        if question is ACT:
            acts = list(options)
            return next((act for act in acts if act.kind == ATTEMPT), acts[0])
        if question is PLEDGE:
            return question.stand_in(state, seat, self.dice, *detail)
        if question is OFFER:
            return Offer(state.hand[seat][: detail[0]])
        return Accept(True) if question is ACCEPT else next(options)


TEAMS: dict[str, type[HeuristicBot]] = {
    "best": HeuristicBot, "sit": Sitter, "ahead": Ahead, "click": Clicker, "one": HeuristicBot
}  # fmt: skip


def make_team(team: str, seats: int, seed: str) -> dict[int, HeuristicBot]:
    """Return the bots of a team by seat."""
    bots = {seat: TEAMS[team](seed, seat) for seat in range(1, seats + 1)}
    return {**bots, 1: Clicker(seed, 1)} if team == "one" else bots


class Setting(NamedTuple):
    """A setting of a match: the team's bots, their number, and the option `target`."""

    team: str
    seats: int
    target: str


def wilson(won: int, of: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, of which `won` in `of` were observed."""
    share, z = won / of, CERTAIN * CERTAIN / of
    middle, half = share + z / 2, CERTAIN * math.sqrt(share * (1 - share) / of + z / of / 4)
    return (middle - half) / (1 + z), (middle + half) / (1 + z)


def play_match(setting: Setting, seed: str, number: int) -> dict[str, Any]:
    """Play one match to its end, and return its figures."""
    named = f"{seed} {setting.team} {setting.seats} {setting.target} {number}"
    table = LocalMatch(GAME, make_team(setting.team, setting.seats, named), named, {"target": setting.target})
    state, asked, played = table.state, 0, Counter[str]()
    while not state.over:
        asked += sum(GAME.automatic_decision(state, seat, table.secrets[seat]) is None for seat in table.secrets
                     if seat in GAME.pending_asks(state))  # fmt: skip
        for event in table.step()[1]:
            if isinstance(event, (MinistryPlayed, MinistryPlaced)):
                played[cards.name_of(event.copy)] += 1
    result = {"won": state.won, "ending": state.ending, "turns": state.turn, "points": state.score}
    counts = {"challenges": len(state.challenges), "questions": asked, "ministries": dict(played)}
    return {**setting._asdict(), "seed": seed, "match": number, **result, **counts}


def stored_matches(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the matches that have already been played."""
    if path.exists():
        yield from map(json.loads, path.read_text("ascii").splitlines())


def play_missing(settings: list[Setting], matches: int, seed: str, path: Path) -> None:
    """Play the missing matches, one for each setting in turn."""
    there = {
        (line["team"], line["seats"], line["target"], line["seed"], line["match"]) for line in stored_matches(path)
    }
    with path.open("a", encoding="ascii", buffering=1) as file:
        for number in range(matches):
            for setting in settings:
                if (*setting, seed, number) not in there:
                    file.write(json.dumps(play_match(setting, seed, number)) + "\n")


def summary(path: Path) -> list[dict[str, Any]]:
    """Return the figures of each setting."""
    by_setting: dict[Setting, list[dict[str, Any]]] = defaultdict(list)
    for line in stored_matches(path):
        by_setting[Setting(line["team"], line["seats"], line["target"])].append(line)
    results = []
    for setting, matches in sorted(by_setting.items()):
        of, won = len(matches), sum(match["won"] for match in matches)
        turns = [match["turns"] for match in matches if match["won"]]
        figures = {
            "matches": of,
            "won": won,
            "share": round(won / of, 4),
            "interval": [round(end, 4) for end in wilson(won, of)],
            "turns": round(sum(match["turns"] for match in matches) / of, 2),
            "turns_when_won": round(sum(turns) / len(turns), 2) if turns else None,
            "endings": dict(sorted(Counter(match["ending"] for match in matches).items())),
            "points_when_lost": _mean([match["points"] for match in matches if not match["won"]]),
            "questions": _mean([match["questions"] for match in matches if "questions" in match]),
            "ministries": _shares(matches),
        }
        results.append({**setting._asdict(), **figures})
    return results


def _shares(matches: list[dict[str, Any]]) -> dict[str, float]:
    """Return the percentage of each Ministry among all that were played as actions."""
    played = sum((Counter(match.get("ministries", {})) for match in matches), Counter[str]())
    return {name: round(100 * count / played.total(), 1) for name, count in played.most_common()}


def _mean(figures: list[int]) -> float | None:
    return round(sum(figures) / len(figures), 2) if figures else None


def main() -> int:
    """Play the matches, or print the figures; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path, required=True, help="the file of all matches, one line each")
    parser.add_argument("--sum", action="store_true", help="play nothing, print the figures")
    parser.add_argument("--matches", type=int, default=2000, help="of each setting (%(default)s)")
    parser.add_argument("--seed", default="proof", help="any text (%(default)s)")
    parser.add_argument("--team", choices=TEAMS, default="best", help="which bots (%(default)s)")
    parser.add_argument("--seats", type=int, nargs="+", default=GAME.seat_counts, help="all")
    parser.add_argument("--targets", nargs="+", choices=cards.LEVELS, default=cards.LEVELS, help="all")
    args = parser.parse_args()
    if args.sum:
        print(json.dumps(summary(args.into), indent=2))
    else:
        settings = [Setting(args.team, seats, target) for seats in args.seats for target in args.targets]
        play_missing(settings, args.matches, args.seed, args.into)
    return 0


if __name__ == "__main__":
    sys.exit(main())
