"""Records as replays: every state, every opened face, and a message for parts that cannot be shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.games.bridgefront.replay import ReplayTimeline
from client.table.replay.frames import ReplayFrames, Unplayable, read_frames
from client.table.replay.loader import BackgroundLoad
from client.table.replay.timeline import Place, load_replay
from core.games.bridgefront import events as e
from net.records import record
from tests.support.client.replay.records import NAMES, played


def quiet(part: float, words: str) -> None:
    assert 0 <= part <= 1 and words


def film_of(folder: Path, feeds: int | None = None) -> ReplayFrames:
    """Return the replay of the match with only the first `feeds` entries of each feed."""
    kept = played()[0].record
    if feeds is not None:
        kept = kept._replace(feeds=tuple(feed[:feeds] for feed in kept.feeds))
    path = folder / "match.tether"
    record.write(path, kept)
    return read_frames(path, quiet)


def test_a_replay_contains_the_state_after_every_step(tmp_path: Path) -> None:
    frames, (match, digests) = film_of(tmp_path), played()
    assert frames.complete and not frames.trouble and frames.test and not frames.by_others
    assert frames.names == NAMES and frames.steps == match.steps == len(frames.states) - 1
    assert tuple(frames.digests[1:]) == digests
    assert [state.digest() for state in frames.states] == frames.digests


def test_every_card_of_a_whole_match_is_opened_by_the_end(tmp_path: Path) -> None:
    frames = film_of(tmp_path)
    for state in frames.states:
        for seat in state.seats:
            faces = frames.known_faces(seat).faces
            closed = [faces[slot] for slot in state.piles.closed_slots(seat)]
            assert all(closed) and not set(closed) - set(state.piles.closed[seat])


def test_the_replay_of_an_unfinished_match_ends_at_its_last_step(tmp_path: Path) -> None:
    frames, (_, digests) = film_of(tmp_path, 61), played()
    assert 10 < frames.steps < len(digests) and not frames.complete
    assert f"after step {frames.steps}" in frames.trouble
    assert tuple(frames.digests[1:]) == digests[: frames.steps]
    last, unknown = frames.states[-1], 0
    for seat in last.seats:
        faces = frames.known_faces(seat).faces
        unknown += sum(not faces[slot] for slot in last.piles.hand[seat])
    assert unknown, "a hand that nobody opened stays closed"


def test_the_replay_of_an_invalid_record_ends_at_the_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.games.bridgefront.game import GAME

    real, count = type(GAME).step, iter(range(1000))

    def other_rules(self, state, *rest):  # type: ignore[no-untyped-def]
        events = real(self, state, *rest)
        if next(count) == 20:
            state.gold[1] += 1
        return events

    path = tmp_path / "match.tether"
    record.write(path, played()[0].record)
    monkeypatch.setattr(type(GAME), "step", other_rules)
    frames = read_frames(path, quiet)
    assert frames.steps in (20, 21) and f"from step {frames.steps + 1} on" in frames.trouble


def broken() -> dict[str, bytes]:
    whole = record.pack(played()[0].record)
    return {
        "empty": b"",
        "a picture": b"\x89PNG\r\n\x1a\n" + bytes(500),
        "a text": b"TETHER is a game\n" * 20,
        "cut short": whole[: len(whole) // 2],
        "one bit": whole[:5000] + bytes([whole[5000] ^ 4]) + whole[5001:],
        "only its name": whole[:15],
    }


@pytest.mark.parametrize("kind", ["empty", "a picture", "a text", "cut short", "one bit", "only its name"])
def test_a_record_that_cannot_be_shown_gives_the_reason(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "broken.tether"
    path.write_bytes(broken()[kind])
    with pytest.raises(Unplayable, match=r"^[A-Z].*\.") as why:
        read_frames(path, quiet)
    assert "Error" not in str(why.value) and "Traceback" not in str(why.value)
    loading = BackgroundLoad(lambda watch: load_replay(path, watch))
    loading.run()
    assert loading.is_done and loading.result is None and loading.trouble == str(why.value)


def test_a_missing_file_a_folder_and_an_unknown_game_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in (tmp_path / "none.tether", tmp_path):
        with pytest.raises(Unplayable, match="cannot be read"):
            read_frames(path, quiet)
    path = tmp_path / "match.tether"
    record.write(path, played()[0].record)
    monkeypatch.setattr("client.table.replay.frames.GAMES", {})
    with pytest.raises(Unplayable, match="is not on this computer"):
        read_frames(path, quiet)


def test_loading_a_replay_shows_progress_and_can_be_cancelled(tmp_path: Path) -> None:
    path = tmp_path / "match.tether"
    record.write(path, played()[0].record)
    loading = BackgroundLoad(lambda watch: load_replay(path, watch))
    loading.start()
    assert loading.wait(60) and loading.result is not None and loading.part == 1.0
    given = BackgroundLoad(lambda watch: load_replay(path, watch))
    given.cancel()
    given.run()
    assert given.is_done and given.result is None and given.trouble

    def fails(watch: object) -> None:
        raise ZeroDivisionError("by nothing")

    failed = BackgroundLoad(fails)
    failed.run()
    assert failed.trouble == "The file cannot be shown (ZeroDivisionError: by nothing)."


def test_marks_and_log_lines_of_a_replay_are_at_the_right_steps(tmp_path: Path) -> None:
    replay_timeline = ReplayTimeline(film_of(tmp_path))
    replay_timeline.write_log()
    frames = replay_timeline.frames
    assert [entry.place for entry in replay_timeline.entries] == sorted(
        entry.place for entry in replay_timeline.entries
    )
    assert [mark.words for mark in replay_timeline.marks if mark.kind == "round"] == [
        f"Round {n}" for n in range(1, frames.states[-1].round + 1)
    ]
    for mark in replay_timeline.marks:
        begun = mark.kind == "round"
        event = frames.events[mark.place.step][mark.place.event - begun]
        assert isinstance(event, e.RoundBegan if begun else e.BattleBegan)
    for step in range(frames.steps + 1):
        assert replay_timeline.step_at(replay_timeline.position(Place(step))) == Place(step)
    assert replay_timeline.normalise(Place(3, 10_000)) == Place(4) and replay_timeline.normalise(Place(-5)) == Place(0)
    assert replay_timeline.normalise(Place(10_000, 3)) == replay_timeline.end
