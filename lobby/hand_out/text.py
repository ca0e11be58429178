"""Lines on handing out, for a terminal."""

from __future__ import annotations

from lobby.hand_out.hand_out import HandOutStatus


def status_lines(status: HandOutStatus) -> list[str]:
    """Return the status of handing out as lines of text."""
    if not status.urls:
        return [status.words]
    found = [f"A guest without Tether opens {status.urls[0]}"]
    found += [f"or {url}" for url in status.urls[1:]]
    for one in status.files:
        found.append(f"File for {one.title}: number {one.number} (SHA-256 begins {one.hex_digits})")
        found += one.notes
    return [*found, f"The guest compares the number before running it. {status.words}"]
