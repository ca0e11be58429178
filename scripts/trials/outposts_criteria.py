#!/usr/bin/env python3
"""Measure whether Outposts is a good game between hard bots: seats, leagues, actions, passing, and the Warden.

    python3 scripts/trials/outposts_criteria.py --matches 400
    python3 scripts/trials/outposts_criteria.py --seats 4 --rules core/games/outposts/rulesets/classic.toml
    python3 scripts/trials/outposts_criteria.py --matches 400 --seats 3 --early

For each number of seats it prints in percent: the wins of each seat and of each league (all leagues are drawn at
random), the share of each kind of action in the choices of all seats, and the wins of the seats that passed first in
most rounds. `--early` gives one seat a bot that passes each round after `--acts` actions, and prints its wins. Alone it
prints the wins at both levels of the Warden, and the share of matches that end without an Outpost of the player.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

if not environment.can_import("msgpack"):
    environment.enter("test")
sys.path.insert(0, str(environment.ROOT))

from core.bots.heuristic import HeuristicBot
from core.engine.changed_game import rulesets_of, with_ruleset
from core.engine.game import Decision, Game, State, any_game
from core.engine.hidden.secrets import Secrets
from core.engine.local_match import LocalMatch
from core.engine.text.rules_file import read_rules_file, ruleset_text
from core.games.outposts import events as e
from core.games.outposts.action import PASS, STOP
from core.games.outposts.board import LEAGUES
from core.games.outposts.cleanup import final_vp, warden_final_vp
from core.games.outposts.decisions import Act
from core.games.outposts.game import GAME
from core.games.outposts.maps import ACTION_KINDS


class EarlyBot(HeuristicBot):
    """A hard bot that passes in each round after a fixed number of actions."""

    acts = 6

    def __init__(self, seed: str, seat: int) -> None:
        super().__init__(seed, seat)
        self.round, self.done = 0, 0

    def decide(self, game: Game, state: State, seat: int, secrets: Secrets) -> Decision:
        """Return the hard bot's decision, or pass after enough actions."""
        decision = super().decide(game, state, seat, secrets)
        if isinstance(decision, Act) and decision.kind != STOP:
            number = getattr(state, "round", 0)
            self.done = self.done + 1 if number == self.round else 1
            self.round = number
            if self.done > self.acts:
                return Act(PASS)
        return decision


class Tally:
    """The results of all matches of one setting."""

    def __init__(self, seats: int) -> None:
        self.seats, self.matches, self.rounds, self.acts = seats, 0, 0, 0
        self.seat_wins, self.league_wins, self.leagues = Counter[int](), Counter[int](), Counter[int]()
        self.kinds: Counter[str] = Counter()
        self.first_passes, self.first_wins = 0.0, 0.0
        self.early_wins = 0.0
        self.bare, self.won = 0, 0
        self.points: list[int] = []
        self.best: list[int] = []
        self.warden: list[int] = []

    def play(self, game: Game, seed: str, number: int, options: Mapping[str, str], early: int) -> None:
        """Play one match and count its results."""
        named = f"{seed} {self.seats} {sorted(options.items())} {number}"
        seats = range(1, self.seats + 1)
        stubborn = 1 + number % self.seats if early else 0
        bots = {seat: (EarlyBot if seat == stubborn else HeuristicBot)(named, seat) for seat in seats}
        first: Counter[int] = Counter()
        waiting = [True]

        def watch(state: Any, decisions: Mapping[int, Any], events: list[Any]) -> None:
            for decision in decisions.values():
                if isinstance(decision, Act) and decision.kind != STOP:
                    self.kinds[decision.kind] += 1
            for event in events:
                if isinstance(event, e.RoundBegan):
                    waiting[0] = True
                elif isinstance(event, e.Passed) and waiting[0]:
                    first[event.seat] += 1
                    waiting[0] = False

        state: Any = LocalMatch(game, bots, named, dict(options)).play(watch)
        winners = [place.seat for place in GAME.standing(state) if place.rank == 1]
        self.matches += 1
        self.rounds += state.round
        self.points += [final_vp(state, seat) for seat in seats]
        self.best.append(max(final_vp(state, seat) for seat in seats))
        if self.seats == 1:
            self.won += bool(winners)
            self.bare += not state.outposts_of(1)
            self.warden.append(warden_final_vp(state))
        most = [seat for seat, count in first.items() if count == max(first.values())]
        for seat in seats:
            self.leagues[state.league[seat]] += 1
            if seat in winners:
                self.seat_wins[seat] += 1 / len(winners)  # type: ignore[assignment]
                self.league_wins[state.league[seat]] += 1 / len(winners)  # type: ignore[assignment]
                self.early_wins += (seat == stubborn) / len(winners)
        if len(most) == 1:
            self.first_passes += 1
            self.first_wins += (most[0] in winners) / max(1, len(winners))

    def lines(self) -> list[str]:
        """Return the results in words."""
        total = sum(self.kinds.values())
        kinds = [PASS, *ACTION_KINDS]
        shares = ", ".join(f"{kind} {100 * self.kinds[kind] / total:.1f}" for kind in kinds)
        found = [
            f"  rounds {self.rounds / self.matches:.2f}, actions a seat {total / self.matches / self.seats:.1f}, "
            f"VP {sum(self.points) / len(self.points):.1f}, best {sum(self.best) / len(self.best):.1f}",
            f"  actions: {shares}",
        ]
        leagues = ", ".join(
            f"{each.code} {100 * self.league_wins[number] / max(1, self.leagues[number]):.1f}"
            for number, each in enumerate(LEAGUES)
        )
        if self.seats == 1:
            wardens = sum(self.warden) / len(self.warden)
            won, bare = 100 * self.won / self.matches, 100 * self.bare / self.matches
            return [f"  won {won:.1f}, without Outposts {bare:.1f}, Warden {wardens:.1f} VP; {leagues}", *found]
        seats = ", ".join(f"{100 * self.seat_wins[seat] / self.matches:.1f}" for seat in range(1, self.seats + 1))
        first = f"{100 * self.first_wins / self.first_passes:.1f}" if self.first_passes else "-"
        early = f"; passes early {100 * self.early_wins / self.matches:.1f}" if self.early_wins else ""
        return [f"  seats {seats}; {leagues}; passed first mostly {first} of {self.first_passes:.0f}{early}", *found]


def main() -> int:
    """Play the matches and print the figures; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=400, help="of each setting (%(default)s)")
    parser.add_argument("--seed", default="criteria", help="any text (%(default)s)")
    parser.add_argument("--seats", type=int, nargs="+", choices=GAME.seat_counts, default=GAME.seat_counts, help="all")
    parser.add_argument("--rules", type=Path, help="a ruleset file")
    parser.add_argument("--brisk", choices=("off", "on"), default="off", help="the option (%(default)s)")
    parser.add_argument("--early", action="store_true", help="one seat passes early")
    parser.add_argument("--acts", type=int, default=6, help="actions of that seat in a round (%(default)s)")
    args = parser.parse_args()
    EarlyBot.acts = args.acts
    game = any_game(GAME)
    if args.rules:
        rulesets = rulesets_of(game)
        assert rulesets is not None
        game = with_ruleset(game, ruleset_text(rulesets, read_rules_file(args.rules.read_bytes())))
    for seats in args.seats:
        levels = ({"level": "normal"}, {"level": "hard"}) if seats == 1 else ({"brisk": args.brisk},)
        for options in levels:
            tally = Tally(seats)
            for number in range(args.matches):
                tally.play(game, args.seed, number, options, args.early)
            print(f"{seats} seats, {options}, {args.matches} matches")
            print("\n".join(tally.lines()), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
