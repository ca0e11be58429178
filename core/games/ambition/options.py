"""Options of a match: agreed before the start and shown to all before the first decision (rules part 1)."""

from __future__ import annotations

from core.engine.options import Option, Options

ON, SEED = "on", "seed"
PURSE, FRESH, CORE, POOL, TOKENS, ACCIDENT, WIDE, NARROW = (
    "purse", "fresh", "core", "pool", "tokens", "accident", "wide", "narrow"
)  # fmt: skip
OPTIONS = Options(
    [
        Option(
            "claim_draw",
            (ON, SEED),
            ON,
            "open",
            "whether a claim is followed by drawing an Elite",
            "C6",
            ((ON, "draw", "after any claim the claimant draws an Elite"), (SEED, "no draw", "it does not")),
        ),
        Option(
            "declare_cap",
            (PURSE, SEED),
            PURSE,
            "open",
            "how high a value may be declared",
            "A33",
            (
                (PURSE, "own purse", "at most the own purse, and 2 at any time"),
                (SEED, "any", "1 to 6 at any time"),
            ),
        ),
        Option(
            "exchange_type",
            (FRESH, SEED),
            FRESH,
            "open",
            "which industry an Industrial Exchange may name",
            "AL4",
            (
                (FRESH, "not yet in play", "one that is in play in front of neither ally"),
                (SEED, "any", "one in play in front of an ally as well"),
            ),
        ),
        Option(
            "trade_fairs",
            (CORE, POOL),
            CORE,
            "open",
            "how many Trade Fairs are in the Intrigue deck",
            "IB1",
            (
                (CORE, "many", "one for each player for certain, in the place of cards of the pool"),
                (POOL, "few", "those of the pool that happen to be drawn"),
            ),
        ),
        Option(
            "exhaustion",
            (TOKENS, ACCIDENT, SEED),
            TOKENS,
            "open",
            "what happens when the Intrigue deck runs out",
            "A34",
            (
                (TOKENS, "arms everybody", "whoever has no token takes one; the third time ends the game"),
                (ACCIDENT, "accident", "the second time ends the game"),
                (SEED, "new deck", "the discards become the new deck; Armageddon alone ends the game"),
            ),
        ),
        Option(
            "bluffs",
            (WIDE, NARROW),
            WIDE,
            "open",
            "which Intrigue cards can be answered with a claim",
            "A35",
            (
                (WIDE, "many", "Inspection Regime and Blackmail too"),
                (NARROW, "few", "Disarmament Summit, Census, Defection and Ultimatum"),
            ),
        ),
    ]
)
