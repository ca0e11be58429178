"""The options of a match, fixed and shown to all players before the first decision (rules part 16)."""

from __future__ import annotations

from core.engine.options import Option, Options, Value

VALUE_TEXTS: dict[str, tuple[tuple[Value, str, str], ...]] = {
    "mana_per_age": (
        (0, "none", "the same mana in every age"),
        (1, "1 more", "1 more mana in Age II, 2 more in Age III"),
    ),
    "vp_to_win": ((0, "all ten rounds", "nobody wins before the end of round 10"),),
    "champion_limit": ((0, "no limit", "as many Champions as you can pay for"),),
    "fourth_champion_price": (
        ("third", "as the third", "a fourth Champion costs as much as the third"),
        ("step", "one step more", "the price rises by the same step as from the second to the third"),
    ),
    "virtuous_steal": (
        ("off", "never", "a killed Champion pays its bounty and nothing else happens"),
        (
            "passive",
            "by any kill",
            "instead of a bounty the Virtuous Court rolls a die: on a 1 the Champion joins it with 1 HP",
        ),
        ("spell", "by their spell", "the same roll, only for a Champion under Marked for Coin"),
    ),
    "initiative_mode": (
        ("range", "random", "each copy has one number from its printed range"),
        ("choice", "your choice", "the player chooses the lower or higher number"),
        ("low", "all low", "the lower number counts"),
        ("high", "all high", "the higher number counts"),
    ),
    "seat_order": (
        ("lobby", "as in the room", "clockwise by seat number"),
        ("random", "random", "the order is random"),
    ),
    "gold_word": (
        ("Gold", "Gold", "the word is Gold"),
        ("Aurum", "Aurum", "the word is Aurum"),
    ),
    "victory_card_names": (
        ("permanence", "new names", "Victory cards have names that fit Permanence"),
        ("printed", "printed names", "Victory cards have the designer's names"),
    ),
    "board_size": (
        ("compact", "compact", "7 hexes across for two or three players, 9 for more"),
        ("wide", "wide", "9 hexes across for two or three players, 11 for more"),
    ),
    "home_mine_values": (
        ("independent", "separate", "each home Mine has its own value"),
        ("shared", "the same", "all home Mines have the same value"),
    ),
    "capital_draft": (
        ("ranking", "all at once", "everyone ranks the places in secret; the last seat gets its choice first"),
        ("sequential", "one by one", "players choose in turn, the last seat first"),
    ),
    "duplicate_factions": (
        ("off", "no", "each faction is played by at most one player"),
        ("on", "yes", "everyone gets their first choice"),
    ),
    "lead_rotation": (
        ("round", "each round", "the Lead passes clockwise at each Reset"),
        ("fixed", "never", "seat 1 keeps the Lead"),
        ("step", "each step", "the Lead passes clockwise after each action step"),
        ("random", "random", "the Lead goes to a random seat each round"),
    ),
    "preview": (
        ("table", "a few", "up to two cards of the next age, depending on the round"),
        ("formula", "more and more", "by a formula, up to almost the whole row"),
        ("off", "none", "only cards of the current age"),
    ),
    "refuse_card": (
        ("off", "must be taken", "a card that nobody buys goes to the lowest Pass"),
        ("on", "may be refused", "a card that all refuse goes to the bottom of its deck"),
    ),
    "market_mode": (
        ("sequential", "card by card", "everyone bids on one card after another"),
        ("sealed_row", "all at once", "one sealed bid on the whole row; faster with many players"),
    ),
    "power_deck": (
        ("listed", "as listed", "11, 8 and 11 cards, by age"),
        ("padded", "12 each", "filled up with second copies to 12 cards an age"),
    ),
    "two_player_trim": (
        ("on", "removed", "with two players Pulling Strings is left out"),
        ("off", "kept", "all cards stay in"),
    ),
    "act_at_zero_mana": (
        ("off", "sit out", "a player without mana does not choose"),
        ("on", "may still choose", "cards that cost no mana can be played until you choose Done"),
    ),
    "initiative_ties": (
        ("lead", "by the Lead", "clockwise from the Lead"),
        ("dice", "by dice", "the lowest die roll acts first"),
    ),
    "fizzle_scope": (
        ("part", "only that part", "the rest of the card still happens"),
        ("card", "the whole card", "one illegal target stops the whole card"),
    ),
    "blocked_path": (
        ("stop_short", "walks on", "the stack walks as far as it can"),
        ("fizzle", "stays", "the stack does not move"),
    ),
    "fizzled_burn": (
        ("discard", "discard pile", "the card goes to the discard pile"),
        ("burn", "Entropy", "the card is out of the match"),
    ),
    "two_stack_battles": (
        ("together", "after both", "both stacks walk before battles are fought"),
        ("separate", "after each", "the first stack fights before the second walks"),
    ),
    "link_users": (
        ("everyone", "everyone", "all players may use tunnels and wormholes"),
        ("owner", "the owner", "only the player who made them may use them"),
    ),
    "hit_control": (
        ("standing_order", "target order", "hits follow the target order that you set with the action"),
        ("prompt", "ask", "you are asked in each combat round"),
    ),
    "show_vp": (
        ("own", "only your own", "the lasting points of others stay hidden until the end"),
        ("all", "everyone's", "all lasting points are visible"),
    ),
    "final_tie": (
        ("shared", "shared", "players tied in everything share the victory"),
        ("dice", "by dice", "the lowest die roll wins"),
    ),
}
"""The words and meanings of option values that are not self-explanatory."""

OPTIONS = Options(
    option._replace(value_texts=VALUE_TEXTS.get(option.name, ()))
    for option in [
        Option("base_mana", (4, 5, 6), 5, "open", "mana at each Reset", "O1"),
        Option("mana_per_age", (0, 1), 0, "open", "additional mana for each age after the first", "O2"),
        Option(
            "vp_to_win",
            (0, *range(5, 16)),
            8,
            "open",
            "points that win at Scoring; 0 means all ten rounds are played",
            "O3",
        ),
        Option(
            "champion_limit",
            tuple(range(9)),
            4,
            "open",
            "maximum number of Champions a player may have; 0 means no limit",
            "O4",
        ),
        Option("fourth_champion_price", ("third", "step"), "third", "open", "price of a fourth Champion", "O4"),
        Option(
            "virtuous_steal",
            ("off", "passive", "spell"),
            "off",
            "open",
            "whether the Virtuous Court may win over a Champion",
            "O5",
        ),
        Option(
            "initiative_mode",
            ("range", "choice", "low", "high"),
            "range",
            "open",
            "initiative number of a card with two printed numbers",
            "O6",
        ),
        Option("seat_order", ("lobby", "random"), "lobby", "open", "order of the seats around the table", "O7"),
        Option("gold_word", ("Gold", "Aurum"), "Gold", "open", "the word for gold on screen", "O8"),
        Option("victory_card_names", ("permanence", "printed"), "permanence", "open", "names of Victory cards", "O8"),
        Option("board_size", ("compact", "wide"), "compact", "read", "width of the board", "B1"),
        Option("home_mine_values", ("independent", "shared"), "independent", "cure", "values of home Mines", "B6"),
        Option(
            "capital_draft",
            ("ranking", "sequential"),
            "ranking",
            "read",
            "how players choose the places for their Capitals",
            "B8",
        ),
        Option(
            "duplicate_factions",
            ("off", "on"),
            "off",
            "read",
            "whether several players may have the same faction",
            "B9",
        ),
        Option("lead_rotation", ("round", "fixed", "step", "random"), "round", "read", "when the Lead passes", "M1"),
        Option("preview", ("table", "formula", "off"), "table", "read", "cards of the next age in the row", "M2"),
        Option("refuse_card", ("off", "on"), "off", "cure", "whether all may refuse a card of the Archive", "M3"),
        Option(
            "market_mode", ("sequential", "sealed_row"), "sequential", "cure", "how players bid for the Archive", "M17"
        ),
        Option("market_copies", (1, 2), 1, "read", "copies of each card of the Archive", "M13"),
        Option("power_deck", ("listed", "padded"), "listed", "read", "size of the power decks", "M14"),
        Option(
            "two_player_trim",
            ("on", "off"),
            "on",
            "cure",
            "whether cards that cannot work with two players are removed",
            "M16",
        ),
        Option("act_at_zero_mana", ("off", "on"), "off", "read", "whether players without mana may still choose", "A1"),
        Option("max_action_steps", tuple(range(8, 61)), 20, "cure", "maximum number of action steps in a round", "A3"),
        Option("initiative_ties", ("lead", "dice"), "lead", "read", "who acts first at equal initiative numbers", "A4"),
        Option("fizzle_scope", ("part", "card"), "part", "read", "what an illegal target stops", "A7"),
        Option(
            "blocked_path",
            ("stop_short", "fizzle"),
            "stop_short",
            "read",
            "what a stack does when its path is broken",
            "A8",
        ),
        Option("fizzled_burn", ("discard", "burn"), "discard", "read", "where a fizzled Entropy card goes", "A9"),
        Option(
            "two_stack_battles",
            ("together", "separate"),
            "together",
            "read",
            "when two stacks moved by one card fight",
            "A11",
        ),
        Option("link_users", ("everyone", "owner"), "everyone", "read", "who may use tunnels and wormholes", "A19"),
        Option(
            "hit_control",
            ("standing_order", "prompt"),
            "standing_order",
            "read",
            "how players choose where hits go",
            "C10",
        ),
        Option("show_vp", ("own", "all"), "own", "read", "whose points are visible during the match", "L4"),
        Option("final_tie", ("shared", "dice"), "shared", "read", "who wins if players are tied in everything", "L7"),
        Option("propaganda_start", (0, 1, 2), 0, "cure", "starting counter of Propaganda Recruitment", "K4"),
    ]
)
