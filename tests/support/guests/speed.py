"""Measurement of what a guest at full speed costs a member."""

from __future__ import annotations

import gc
import os
import random
import time
from typing import Any

from tests.support.guests.base import KEYS, Diced, Guest, signer

CALM = 10.0
"""Seconds of simulated time during which the member is measured without the guest."""
TICK = 0.02
RATE = 5000
"""Maximum number of datagrams that the guest sends per second."""
TWICE = 2.0


def full_speed(kind: type[Guest[Any]], seconds: float, seed: int, most: int = 10**12) -> dict[str, Any]:
    """Run a guest for this number of seconds or datagrams, one at a time, and return its costs.

    `us_a_datagram` and `us_a_byte` are the processor microseconds spent on the guest's data. `answered` and `passed`
    are bytes sent to the guest and to others, for each byte from the guest.
    """
    guest, choices = kind(), Diced(random.Random(seed))
    for number in range(KEYS):
        signer(number)  # else they would count as memory of the member
    calm_end = guest.now + CALM
    calm_bytes = calm_own = 0
    calm_time = 0
    while guest.now < calm_end:
        began = time.process_time_ns()
        guest.tick(guest.now + TICK)
        calm_time += time.process_time_ns() - began
        own, other = guest.take()
        calm_bytes, calm_own = calm_bytes + other, calm_own + own
    gc.collect()
    calm = peak = _resident()
    marks = [calm]
    spent = ticked = sent = heard = answered = passed = 0
    virtual, since, due, ends = guest.now, time.monotonic(), guest.now, time.monotonic() + seconds
    start = guest.now
    while (now := time.monotonic()) < ends and sent < most:
        place, datagram = guest.deed(choices)
        began = time.process_time_ns()
        guest.give(place, datagram)
        elapsed = time.process_time_ns() - began
        spent, sent, heard = spent + elapsed, sent + 1, heard + len(datagram)
        virtual += max(elapsed / 1e9, 1 / RATE)
        guest.now = virtual
        if virtual >= due:
            due = virtual + TICK
            began = time.process_time_ns()
            guest.tick(virtual)
            ticked += time.process_time_ns() - began
            own, other = guest.take()
            answered, passed = answered + own, passed + other
            peak = max(peak, _resident())
        if now - since >= seconds / 8:
            since = now
            marks.append(_resident())
    lasted = max(guest.now - start, 1e-9)
    guest.check()
    whole = spent + max(0, ticked - calm_time * lasted / CALM)
    return {
        "seconds": round(seconds),
        "virtual_seconds": round(lasted, 1),
        "datagrams": sent,
        "bytes": heard,
        "us_a_datagram": round(whole / 1000 / max(sent, 1), 1),
        "us_a_byte": round(whole / 1000 / max(heard, 1), 3),
        "answered": round(max(0.0, answered - calm_own * lasted / CALM) / max(heard, 1), 3),
        "passed": round(max(0.0, passed - calm_bytes * lasted / CALM) / max(heard, 1), 3),
        "calm_mb": round(calm, 1),
        "peak_mb": round(peak, 1),
        "marks_mb": [round(mark, 1) for mark in marks],
        "bounded": peak < TWICE * calm or not calm,
    }


def _resident() -> float:
    """Return the memory of this process in MiB, or 0 if the system does not report it."""
    try:
        with open("/proc/self/statm") as file:  # noqa: PTH123 - many times a second
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 2**20
    except OSError:
        return 0.0
