"""A match stored by the lab, in the replay viewer."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.table.replay.frames import frames_of_lab_match
from client.table.replay.timeline import load_replay
from lab.run.design import Arm, Design
from lab.run.executor import Serial
from lab.run.replay import replay_match
from lab.run.run import Budget, play_run
from lab.run.simulation import read_detail
from lab.run.store import Store


@pytest.mark.parametrize(("game", "name"), [("outposts", "1.0.0.2"), ("midnight", "1.2.0.0")])
def test_a_lab_match_is_replayed_to_its_end(game: str, name: str, tmp_path: Path) -> None:
    design = Design("play", (Arm("usual", game, 3, bots=("random",)),), "viewer")
    with Store(tmp_path) as store:
        play_run(store, Serial(), design, Budget(3))
        [run] = store.runs()
        frames = frames_of_lab_match(replay_match(store, name))
        _, block, arm, rotation = map(int, name.split("."))
        kept = store.match(run, block, arm, rotation)
    assert kept is not None and frames.complete and frames.digests[-1].hex() == kept.digest
    assert ",".join(map(str, frames.outcome.winners)) == kept.winners
    timeline = load_replay(frames, lambda part, words: None)
    assert len(timeline.entries) > 50 and timeline.end.step == frames.steps == kept.steps - 1
    badges = [seat["faction"] for seat in read_detail(kept.detail)["seats"]]
    assert [frames.game.badge(frames.states[-1], seat)[1] for seat in (1, 2, 3)] == badges
    assert all(frames.faces[seat] for seat in (1, 2, 3)) and "passed" in frames.audit
