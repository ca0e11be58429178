"""Options of a match, agreed before the start and shown to all before the first decision."""

from __future__ import annotations

from core.engine.options import Option, Options

OPTIONS = Options(
    [
        Option("escalations", ("off", "on"), "off", "open", "a card that changes the rules at each sunrise"),
        Option("last_sunset", ("conflict", "none"), "conflict", "open", "whether all borders fight at the last sunset"),
        Option("pacts", ("off", "on"), "off", "open", "two nations may place a Pact on their border"),
    ]
)
