"""The engine that every game stands on: encoding, state, agenda, questions and the protocol of a game.

It knows no game, reads no clock and draws no random numbers. A game is one `game.Game`; its state is data that can be
cloned, hashed and compared (`state`); what is still to be done stands in the state too (`agenda`).
"""

__all__ = [
    "agenda",
    "codec",
    "decoder",
    "events",
    "fork",
    "game",
    "local_match",
    "options",
    "question",
    "result",
    "state",
]
