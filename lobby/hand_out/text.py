"""Lines about handing out, for a terminal."""

from __future__ import annotations

from lobby.hand_out.hand_out import Offer


def lines(offer: Offer) -> list[str]:
    """Return the state of handing out in lines."""
    if not offer.urls:
        return [offer.words]
    found = [f"A guest without Tether opens {offer.urls[0]}"]
    found += [f"or {url}" for url in offer.urls[1:]]
    for one in offer.files:
        found.append(f"File for {one.title}: number {one.number} (SHA-256 begins {one.digits})")
        found += one.notes
    return [*found, f"The guest compares the number before running it. {offer.words}"]
