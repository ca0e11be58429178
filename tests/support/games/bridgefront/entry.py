"""Entry of Bridgefront in the tests."""

from tests.support.games.entry import GameTests, Playthrough, of

ENTRY = GameTests(
    playthroughs=(
        Playthrough("bridgefront_2_random", "bridgefront", 2, "first light", players="random"),
        Playthrough(
            "bridgefront_2_variants",
            "bridgefront",
            2,
            "other rules",
            options=(
                ("base_mana", 6),
                ("initiative_mode", "choice"),
                ("home_mine_values", "shared"),
                ("capital_draft", "sequential"),
                ("lead_rotation", "step"),
                ("preview", "formula"),
                ("refuse_card", "on"),
                ("fizzle_scope", "card"),
                ("final_tie", "dice"),
            ),
        ),
        Playthrough("bridgefront_3_sealed_row", "bridgefront", 3, "three", options=(("market_mode", "sealed_row"),)),
        Playthrough("bridgefront_4", "bridgefront", 4, "a table for four"),
        Playthrough(
            "bridgefront_6_wide",
            "bridgefront",
            6,
            "all of them",
            sealed=False,
            options=(
                ("board_size", "wide"),
                ("vp_to_win", 6),
                ("duplicate_factions", "on"),
                ("virtuous_steal", "passive"),
                ("hit_control", "prompt"),
                ("two_stack_battles", "separate"),
                ("initiative_ties", "dice"),
            ),
        ),
    ),
    option_words={
        "base_mana": lambda v: f"gets {v} mana",
        "mana_per_age": lambda v: "6 in Age II, 7 in Age III" if v else "gets 5 mana",
        "vp_to_win": lambda v: f"You win if you have {v} vp" if v else "The match ends after round 10",
        "champion_limit": lambda v: f"may have {v} at a time" if v else "as many as you can pay for",
        "fourth_champion_price": of(third="one costs as much as the third", step="one costs one step more"),
        "virtuous_steal": of(
            off="Killed Champions never change sides",
            passive="rolls a die for each",
            spell="For a Champion under Marked",
        ),
        "initiative_mode": of(
            range="one number from its printed range",
            choice="You choose one of the two printed numbers",
            low="The lower of the two printed numbers counts",
            high="The higher of the two printed numbers counts",
        ),
        "seat_order": of(lobby="in the order of the room", random="The seat order is random"),
        "gold_word": lambda v: f"+2 {v} with each bounty",
        "board_size": of(compact="7 hexes across", wide="11 for more"),
        "home_mine_values": of(independent="each have their own value", shared="all have the same value"),
        "capital_draft": of(ranking="ranks the places for a Capital", sequential="for their Capital in turn"),
        "duplicate_factions": of(off="played by at most one player", on="may have the same faction"),
        "lead_rotation": of(
            round="at each Reset", fixed="Seat 1 keeps", step="after every action step", random="goes to a random seat"
        ),
        "preview": of(table="Up to two cards", formula="More and more cards", off="are from the current age"),
        "refuse_card": of(off="The last player takes the last card", on="A card that all refuse goes"),
        "market_mode": of(
            sequential="The cards are auctioned one by one", sealed_row="bid in secret on every card at once"
        ),
        "market_copies": lambda v: {1: "one copy of each card", 2: "two copies of each card"}[v],
        "power_deck": of(listed="11, 8 and 11 power cards", padded="12 power cards for each age"),
        "two_player_trim": of(on="Pulling Strings is left out", off="With two players every card stays in"),
        "act_at_zero_mana": of(off="everyone with mana chooses", on="even without mana"),
        "max_action_steps": lambda v: f"at most {v} steps a round",
        "initiative_ties": of(lead="clockwise from the Lead", dice="the lowest die roll acts first"),
        "fizzle_scope": of(part="that part of the card fizzles", card="the whole card fizzles"),
        "blocked_path": of(stop_short="walks as far as it can", fizzle="stays where it is"),
        "fizzled_burn": of(discard="If one fizzles, it goes to the discard pile", burn="even if they fizzle"),
        "two_stack_battles": of(together="both walk before", separate="fights before the second one walks"),
        "link_users": of(everyone="All players may use tunnels", owner="the player who made them"),
        "hit_control": of(standing_order="Your target order decides", prompt="asked in each combat round"),
        "show_vp": of(own="stays hidden until the end", all="lasting Permanence is visible"),
        "final_tie": of(shared="share the victory", dice="the lowest die roll wins"),
        "propaganda_start": lambda v: f"Propaganda Recruitment starts at {v}.",
    },
    options_elsewhere={"victory_card_names": "names of cards, which stand on the cards alone"},
    stale_words={
        "gold_word": {"Gold": "Aurum", "Aurum": r"\bGold\b"},
        "market_mode": {"sequential": "for all of them", "sealed_row": "card by card"},
        "show_vp": {"own": "", "all": ""},
    },
)
