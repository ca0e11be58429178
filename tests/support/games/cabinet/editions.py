"""The first edition of Cabinet, as its shipped ruleset gives it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import core.games.cabinet
from core.engine.changed_game import ChangedGame, rulesets_of
from core.engine.game import any_game
from core.engine.text.rules_file import read_rules_file, ruleset_text
from core.games.cabinet.changes import RULESETS
from core.games.cabinet.game import GAME


@lru_cache
def shipped_text(name: str) -> str:
    """Return the text of a shipped ruleset."""
    path = Path(core.games.cabinet.__file__).parent / "rulesets" / f"{name}.toml"
    rulesets = rulesets_of(any_game(GAME))
    assert rulesets is not None
    return ruleset_text(rulesets, read_rules_file(path.read_bytes()))


@lru_cache
def shipped_game(name: str) -> ChangedGame:
    """Return Cabinet by a shipped ruleset."""
    return ChangedGame(any_game(GAME), shipped_text(name))


CLASSIC_RULES = RULESETS.of(shipped_text("classic"))
"""Rules of the first edition."""
