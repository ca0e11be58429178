"""Entry of Ambition in the tests."""

from tests.support.games.entry import GameTests, Playthrough, of

ENTRY = GameTests(
    playthroughs=(
        Playthrough("ambition_3", "ambition", 3, "three houses", players="heuristic"),
        Playthrough(
            "ambition_5_seed",
            "ambition",
            5,
            "five houses",
            players="mixed",
            options=(
                ("claim_draw", "seed"),
                ("declare_cap", "seed"),
                ("exchange_type", "seed"),
                ("trade_fairs", "core"),
                ("exhaustion", "accident"),
                ("bluffs", "narrow"),
                ("challengers", "nearest"),
                ("hold_cards", "either"),
            ),
        ),
    ),
    option_words={
        "claim_draw": of(on="After any claim you draw an Elite", seed="After a claim you draw nothing"),
        "declare_cap": of(purse="You cannot declare more than you have", seed="no matter what is in your purse"),
        "exchange_type": of(fresh="in play in front of neither ally", seed="may name any industry"),
        "trade_fairs": of(core="always has one Trade Fair per player", pool="Trade Fairs are drawn from the pool"),
        "exhaustion": of(
            tokens="every player without a token takes one; the third time",
            accident="The second time the Intrigue deck runs out",
            seed="its discards become the new deck",
        ),
        "bluffs": of(
            wide="Ultimatum, Inspection Regime and Blackmail", narrow="Census of Notables, Defection and Ulti"
        ),
        "challengers": of(share="Several challengers share", nearest="only the challenger closest to you"),
        "hold_cards": of(later="Others are kept, and can", either="Others can be played at once"),
    },
    stale_words={"exhaustion": {"seed": r"ran out: \d+ of", "accident": r"ran out: \d+ of 3", "tokens": "out: . of 2"}},
)
