"""Records and seat cards of another protocol version: they are refused with a message that names it (PROTOCOL 3.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from core.engine.codec import Plain, dec, enc
from net.cli.app import run
from net.crypto import primitives
from net.crypto.match_keys import seat_seeds_from_text
from net.crypto.primitives import Signer
from net.match.genesis import BadCard, OtherProtocol, read_card
from net.records import record
from net.records.record import BadRecord, MatchRecord
from net.records.verification import verify
from net.session.runner import play_local
from net.version import PROTOCOL
from tests.support.net.toys import POT, First


def of_version(number: Plain) -> MatchRecord:
    """Return a record whose seat cards name this version and are correctly signed."""
    made = play_local(POT, 2, {"goal": 3}, "version", [First()] * 2).record  # type: ignore[arg-type, list-item]
    cards = []
    for seat, (card, _) in enumerate(made.cards, 1):
        fields: Any = dec(card)
        data = enc([number, *fields[1:]])
        cards.append((data, Signer(seat_seeds_from_text("version", seat).identity).sign(primitives.CARD, data)))
    return made._replace(cards=tuple(cards))


@pytest.mark.parametrize(("number", "words"), [(1, "an older"), (PROTOCOL + 1, "a newer")])
def test_the_refusal_of_a_record_names_its_other_protocol_version(number: int, words: str) -> None:
    kept = of_version(number)
    with pytest.raises(BadRecord) as refused:
        verify(kept, POT)  # type: ignore[arg-type]
    assert str(refused.value) == (
        f"the match was written by {words} Tether (protocol {number}), which this program cannot read"
    )
    assert refused.value.seat == 0, "nobody is to blame"
    with pytest.raises(OtherProtocol):
        read_card(kept.cards[0])


@pytest.mark.parametrize("number", [True, None, "2", 0, -1])
def test_a_card_with_an_invalid_protocol_version_is_refused(number: Plain) -> None:
    with pytest.raises(BadCard, match="of no version of the protocol that there is"):
        read_card(of_version(number).cards[0])


def test_verify_names_the_protocol_version_of_an_old_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An old record is neither called altered nor damaged."""
    path = tmp_path / "old.tether"
    record.write(path, of_version(1))
    assert run(["verify", str(path)]) == 1
    said = " ".join("".join(capsys.readouterr()).split())
    assert "written by an older Tether (protocol 1)" in said
    assert "altered" not in said and "damaged" not in said and "Traceback" not in said
