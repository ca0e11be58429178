"""One key on two computers in one room: the older program leaves and gives the reason."""

from __future__ import annotations

import asyncio

import pytest

from lobby.discovery.probe import RoomTrouble
from lobby.players.identity import new_identity
from lobby.room import inbound
from lobby.room.inbound import SETTLED_IN
from lobby.room.join import RoomClient
from lobby.room.join_plan import GuestPlan
from tests.lobby.room.test_join import HERE, Seen, hosting, port_of, sits
from tests.support.lobby.hall import Hall

HOUR = 3_600_000
ENDED = "You have joined from another computer (192.168.1.9); this one has left."


@pytest.mark.parametrize("ahead", [0, HOUR, -HOUR], ids=["same time", "clock ahead", "clock behind"])
@pytest.mark.parametrize("number", [1, 2])
def test_the_older_program_leaves_without_a_goodbye(ahead: int, number: int) -> None:
    hall = Hall(4, guests=2)
    hall.run(SETTLED_IN + 1.0)
    older, seat = hall.members[number], hall.members[number].seat
    newer = hall.twin(9, of=number, ahead=ahead)
    hall.run(6.0)
    assert (older.refusal, newer.refusal) == (ENDED, "")
    hall.leave(number)
    hall.run()
    assert newer.seat == seat and hall.table.taken_count == 3


@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
def test_a_restarted_program_with_the_same_key_stays_in_the_room(ahead: int) -> None:
    hall = Hall(4, guests=2)
    hall.run(SETTLED_IN + 1.0)
    hall.vanish(2)
    again = hall.twin(9, of=2, ahead=ahead)
    hall.run(2 * SETTLED_IN)
    assert not again.refusal and hall.table.taken_count == 3


def test_a_replayed_record_of_an_earlier_start_ends_no_program() -> None:
    hall = Hall(4, guests=2)
    early = hall.twin(9, of=2, ahead=HOUR)
    hall.vanish(9)
    old = []
    for _ in range(50):
        early._sender.queue_state()
        old += [data for _, data in early.take_data()]
    hall.run(SETTLED_IN + 1.0)
    for data in old:
        hall.members[2].receive(hall.members[1].identity, data, hall.where(1, 2))
        hall.run(0.1)
    assert not hall.members[2].refusal


def test_the_older_program_is_informed_over_its_old_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inbound, "SETTLED_IN", 0.0)
    asyncio.run(_join_twice())


async def _join_twice() -> None:
    host, seen = hosting(4)
    running = asyncio.create_task(host.run())
    port, key = await port_of(seen), new_identity()
    programs = []
    for number in (1, 2):
        own = Seen()
        programs.append(
            (RoomClient(GuestPlan((HERE, port), f"Ben{number}", "", bot="random", host=HERE), key, own), own)
        )
    older, newer = programs
    first = asyncio.create_task(older[0].run())
    await older[1].until(lambda view: sits("Ben1", view))
    second = asyncio.create_task(newer[0].run())
    with pytest.raises(RoomTrouble, match=r"^You have joined from another "):
        async with asyncio.timeout(20):
            await first
    await newer[1].until(lambda view: sits("Ben2", view))
    newer[0].leave()
    await second
    host.leave()
    await running
