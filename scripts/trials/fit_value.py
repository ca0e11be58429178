#!/usr/bin/env python3
"""Fit the evaluation of positions to simulated matches.

Usage: `python3 scripts/trials/fit_value.py --game bridgefront --seats 2 --games 1500 --seed fit`.

Heuristic bots play. Some of them decide at random now and then, so that games differ. At the end of each round (in
Cabinet, of each turn), the features of all seats are stored with the winner. For a team, these are the features of all
members together, next to a row of zeros. For a lone player of Outposts, those of the Warden are added.

The weights are those that make the winners most likely (multinomial logit, Newton's method, slight shrinkage). Games of
the seed `SEED proof` measure the fit: the mean surprise in bits for each position, compared with equal chances. The fit
is therefore never judged on its own data. The script prints the entries of `core/games/GAME/bot/fitted.json`. It needs
numpy.
"""

from __future__ import annotations

import argparse
import sys
from json import dumps
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import environment

sys.path.insert(0, str(environment.ROOT))

from importlib import import_module
from typing import Any

import numpy as np

from core.bots.heuristic import HeuristicBot
from core.engine.local_match import LocalMatch
from core.engine.result import outcome
from core.games.registry import NAMES, find_game

SCALE = 64 * 256
"""Weight in the file that doubles the odds for each unit of a feature."""


class DealtBot(HeuristicBot):
    """Heuristic bot with random slips and a random faction, so that the weights are fitted to all factions."""

    def decide(self, game: Any, state: Any, seat: int, secrets: Any) -> Any:
        """Choose a faction at random, and decide everything else as the bot does."""
        if game.name == "bridgefront" and state.faction[seat] < 0:
            return game.sample(state, seat, secrets, self.dice)
        return super().decide(game, state, seat, secrets)


class SlippingBot(DealtBot):
    """Bot that slips in one of twelve decisions."""

    name = "loose"
    slips = 8


class SteadyBot(DealtBot):
    """Bot that never slips."""

    name = "straight"
    slips = 0


def evaluation_module(name: str) -> Any:
    """Return the evaluation module of a game's bot."""
    return import_module(f"core.games.{name}.bot.evaluation")


def rollout_end(name: str, state: Any, last: int) -> int:
    """Return a number greater than `last` if a rollout ends in this position."""
    if name == "ambition":
        return state.turn if state.turn >= last + state.seat_count - 1 else last
    if name == "midnight":
        return state.turn if state.turn >= last + len(state.worth) - 1 and not state.actions else last
    if name in ("outposts", "cabinet"):
        return int(state.round if name == "outposts" else state.turn) - 1
    return state.round if state.phase == "cleanup" else last


def feature_rows(name: str, state: Any) -> Any:
    """Return the features of each side that can win."""
    module = evaluation_module(name)
    if hasattr(module, "feature_rows"):
        return module.feature_rows(state)
    return [module.features(state, s) for s in state.seats]


def winner_rows(name: str, state: Any) -> Any:
    """Return the row numbers of the winners."""
    module = evaluation_module(name)
    if name == "ambition":
        game = find_game(name)
        return [seat - 1 for seat in outcome(game, game.standing(state)).winners]
    return module.winners(state) if hasattr(module, "winners") else [seat - 1 for seat in state.winners]


def positions(name: str, seats: int, games: int, seed: str) -> tuple[Any, Any, Any]:
    """Return the features by position and row, the ages, and the winner's rows, at the ends of rounds."""
    x, rounds, won = [], [], []
    game: Any = find_game(name)
    clock = (
        evaluation_module(name).age if name == "ambition" else getattr(evaluation_module(name), "clock", game.rounds)
    )
    for number in range(games):
        kinds = (SlippingBot, SteadyBot) if number % 2 else (SteadyBot, SlippingBot)
        players = {s: kinds[(s + number // 2) % 2](f"{seed} {number}", s) for s in range(1, seats + 1)}
        table = LocalMatch(game, players, f"{seed} {number}")
        seen, found = 0, []
        while not table.state.over:
            table.step()
            state = table.state
            now = rollout_end(name, state, seen)
            if now > seen and not state.over:
                seen = now
                found.append((feature_rows(name, state), clock(state)))
        for winner in winner_rows(name, table.state)[:1]:
            x += [f for f, _ in found]
            rounds += [r for _, r in found]
            won += [winner] * len(found)
    return np.array(x, float), np.array(rounds, float), np.array(won)


def with_rounds(x: Any, rounds: Any) -> Any:
    """Return each feature both unchanged and multiplied by the round."""
    return np.concatenate([x, x * rounds[:, None, None]], axis=2)


def mean_surprise(weights: Any, x: Any, won: Any) -> float:
    """Return the mean surprise about the winner in bits."""
    scores = x @ weights
    scores -= scores.max(axis=1, keepdims=True)
    logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
    return float(-logs[np.arange(len(won)), won].mean() / np.log(2))


def fit_weights(x: Any, won: Any, shrink: float = 10.0) -> Any:
    """Return the weights in natural logarithms, found by Newton's method."""
    scale = x.reshape(-1, x.shape[2]).std(axis=0) + 1e-9
    z, weights = x / scale, np.zeros(x.shape[2])
    for _ in range(30):
        scores = z @ weights
        p = np.exp(scores - scores.max(axis=1, keepdims=True))
        p /= p.sum(axis=1, keepdims=True)
        mean = np.einsum("ns,nsf->nf", p, z)
        gradient = (z[np.arange(len(won)), won] - mean).sum(axis=0) - shrink * weights
        spread = np.einsum("ns,nsf,nsg->fg", p, z, z) - mean.T @ mean + shrink * np.eye(len(weights))
        step = np.linalg.solve(spread, gradient)
        weights += step
        if abs(step).max() < 1e-6:
            break
    return weights / scale


def main() -> None:
    """Play the games, fit the weights, and print them with the measured fit."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--game", default="bridgefront", choices=NAMES)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--seed", default="fit")
    chosen = parser.parse_args()
    x, rounds, won = positions(chosen.game, chosen.seats, chosen.games, chosen.seed)
    weights = fit_weights(with_rounds(x, rounds), won)
    whole = np.rint(weights / np.log(2) * SCALE).astype(int)
    fresh = max(1, chosen.games // 8)
    y, later, proof = positions(chosen.game, chosen.seats, fresh, f"{chosen.seed} proof")
    bits = mean_surprise(whole * np.log(2) / SCALE, with_rounds(y, later), proof)
    n = x.shape[2]
    text = (
        f"seed {chosen.seed}: {chosen.games} games, {len(won)} positions; on {len(proof)} of {fresh} fresh games"
        f" {bits:.3f} bits of surprise, {surprise_without_features(chosen.game, chosen.seats, won, proof)}"
    )
    print(f'"weights": {{"{chosen.seats}": [{whole[:n].tolist()}, {whole[n:].tolist()}]}}')
    print(f'"fitted_on": {{"{chosen.seats}": {dumps(text)}}}')


def surprise_without_features(name: str, seats: int, won: Any, proof: Any) -> str:
    """Return the surprise of a guess that ignores positions."""
    if name != "cabinet" and seats > 1:
        return f"{np.log2(seats):.3f} at equal chances"
    shares = np.bincount(won, minlength=2) / len(won)
    return f"{-np.log2(shares[proof]).mean():.3f} by how often who wins"


if __name__ == "__main__":
    main()
