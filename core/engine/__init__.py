"""The engine that every game is built on: encoding, state, agenda, questions and the game protocol.

It knows no game, reads no clock and draws no random numbers. A game is one `game.Game`. Its state is data that code can
clone, hash and compare (`state`). The work that is still to be done is also in the state (`agenda`).
"""

__all__ = [
    "agenda",
    "changed_game",
    "codec",
    "decoder",
    "events",
    "fork",
    "game",
    "local_match",
    "options",
    "question",
    "result",
    "ruleset",
    "state",
]
