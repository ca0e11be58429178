"""Records of the games' rules, in the order in which tests go through them."""

from __future__ import annotations

from core.bots.lookahead import AnySearchConfig
from core.engine.text.catalogue import Catalogue
from core.games.registry import GAMES, record_of

_RECORDS = {name: record for name in GAMES if (record := record_of(name)) is not None}
CATALOGUES: dict[str, Catalogue] = {
    name: catalogue for name, record in _RECORDS.items() if (catalogue := record.catalogue) is not None
}
FORESIGHT: dict[str, AnySearchConfig] = {
    name: foresight for name, record in _RECORDS.items() if (foresight := record.foresight) is not None
}
