"""The options of a match (rules part 1).

The players agree on them before the start, and all see them before the first decision.
"""

from __future__ import annotations

from core.engine.options import Option, Options

ON, SEED = "on", "seed"
PURSE, FRESH, CORE, POOL, TOKENS, ACCIDENT, WIDE, NARROW, SHARE, NEAREST, LATER, EITHER = (
    "purse", "fresh", "core", "pool", "tokens", "accident", "wide", "narrow", "share", "nearest", "later", "either"
)  # fmt: skip
OPTIONS = Options(
    [
        Option(
            "claim_draw",
            (ON, SEED),
            ON,
            "open",
            "draw an Elite after a claim",
            "C6",
            (
                (ON, "draw", "after any claim the claimant draws an Elite"),
                (SEED, "no draw", "the claimant draws nothing"),
            ),
        ),
        Option(
            "declare_cap",
            (PURSE, SEED),
            PURSE,
            "open",
            "highest value that can be declared",
            "A33",
            (
                (PURSE, "own purse", "at most your purse, but always up to 2"),
                (SEED, "any", "always 1 to 6"),
            ),
        ),
        Option(
            "exchange_type",
            (FRESH, SEED),
            FRESH,
            "open",
            "industries that an Industrial Exchange can name",
            "AL4",
            (
                (FRESH, "not yet in play", "one that is in play in front of neither ally"),
                (SEED, "any", "also one in play in front of an ally"),
            ),
        ),
        Option(
            "trade_fairs",
            (POOL, CORE),
            POOL,
            "open",
            "Trade Fairs in the Intrigue deck",
            "IB1",
            (
                (POOL, "few", "only those drawn from the pool"),
                (CORE, "many", "always one per player, in place of cards from the pool"),
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
                (TOKENS, "arms everyone", "each player without a token takes one; the third time ends the game"),
                (ACCIDENT, "accident", "the second time ends the game"),
                (SEED, "new deck", "the discards become the new deck; only Armageddon ends the game"),
            ),
        ),
        Option(
            "bluffs",
            (WIDE, NARROW),
            WIDE,
            "open",
            "Intrigue cards that can be answered with a claim",
            "A35",
            (
                (WIDE, "many", "Inspection Regime and Blackmail too"),
                (NARROW, "few", "Disarmament Summit, Census, Defection and Ultimatum"),
            ),
        ),
        Option(
            "challengers",
            (SHARE, NEAREST),
            SHARE,
            "open",
            "several challengers of one claim",
            "A59",
            (
                (SHARE, "share", "they share what a challenge gains or costs"),
                (NEAREST, "nearest", "only the closest one clockwise counts"),
            ),
        ),
        Option(
            "hold_cards",
            (LATER, EITHER),
            LATER,
            "open",
            "when a drawn hold card can be played",
            "A60",
            (
                (LATER, "in a later turn", "it is always kept first"),
                (EITHER, "at once too", "it is played at once, or kept"),
            ),
        ),
    ]
)
