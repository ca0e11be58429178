"""The options of a match (rules part 16), fixed and shown to all before the first decision."""

from __future__ import annotations

from core.kernel.options import Option, Options

OPTIONS = Options(
    [
        Option("base_mana", (4, 5, 6), 5, "open", "mana at each Reset", "O1"),
        Option("mana_per_age", (0, 1), 0, "open", "mana more for each age after the first", "O2"),
        Option("vp_to_win", (0, *range(5, 16)), 8, "open", "VP that win at Scoring; 0 plays all ten rounds", "O3"),
        Option("champion_limit", tuple(range(9)), 4, "open", "Champions a player may have; 0 is no limit", "O4"),
        Option("fourth_champion_price", ("third", "step"), "third", "open", "gold for a fourth Champion", "O4"),
        Option("virtuous_steal", ("off", "passive", "spell"), "off", "open", "Virtuous may win over a Champion", "O5"),
        Option(
            "initiative_mode",
            ("range", "choice", "low", "high"),
            "range",
            "open",
            "where a copy's initiative number comes from",
            "O6",
        ),
        Option("seat_order", ("lobby", "random"), "lobby", "open", "how seats follow each other clockwise", "O7"),
        Option("gold_word", ("Gold", "Aurum"), "Gold", "open", "the word for gold on screen", "O8"),
        Option("victory_card_names", ("permanence", "printed"), "permanence", "open", "names of Victory cards", "O8"),
        Option("board_size", ("compact", "wide"), "compact", "read", "hexes across: 7 / 9 or 9 / 11", "B1"),
        Option("home_mine_values", ("independent", "shared"), "independent", "cure", "values of home Mines", "B6"),
        Option("capital_draft", ("ranking", "sequential"), "ranking", "read", "how Capital slots are taken", "B8"),
        Option("duplicate_factions", ("off", "on"), "off", "read", "whether two players may have one faction", "B9"),
        Option("lead_rotation", ("round", "fixed", "step", "random"), "round", "read", "when Lead passes", "M1"),
        Option("preview", ("table", "formula", "off"), "table", "read", "cards of the next age in the row", "M2"),
        Option("refuse_card", ("off", "on"), "off", "cure", "a card nobody wants may be refused", "M3"),
        Option("market_mode", ("sequential", "sealed_row"), "sequential", "cure", "bid card by card or at once", "M17"),
        Option("market_copies", (1, 2), 1, "read", "copies of each market card", "M13"),
        Option("power_deck", ("listed", "padded"), "listed", "read", "power decks as listed or of 12 cards", "M14"),
        Option("two_player_trim", ("on", "off"), "on", "cure", "takes out what cannot work with two players", "M16"),
        Option("act_at_zero_mana", ("off", "on"), "off", "read", "players at 0 mana may still choose", "A1"),
        Option("max_action_steps", tuple(range(8, 61)), 20, "cure", "action steps in a round at most", "A3"),
        Option("initiative_ties", ("lead", "dice"), "lead", "read", "who goes first at equal numbers", "A4"),
        Option("fizzle_scope", ("part", "card"), "part", "read", "what an illegal target stops", "A7"),
        Option("blocked_path", ("stop_short", "fizzle"), "stop_short", "read", "a walk whose path is broken", "A8"),
        Option("fizzled_burn", ("discard", "burn"), "discard", "read", "where a fizzled Burn card goes", "A9"),
        Option("two_stack_battles", ("together", "separate"), "together", "read", "battles of two stacks", "A11"),
        Option("link_users", ("everyone", "owner"), "everyone", "read", "who may walk a link", "A19"),
        Option("hit_control", ("standing_order", "prompt"), "standing_order", "read", "how hits are chosen", "C10"),
        Option("show_vp", ("own", "all"), "own", "read", "whose VP are shown while playing", "L4"),
        Option("final_tie", ("shared", "dice"), "shared", "read", "a complete tie at the end", "L7"),
        Option("propaganda_start", (0, 1, 2), 0, "cure", "first counter of Propaganda Recruitment", "K4"),
    ]
)
