"""Shapes of classes: parts instead of long chains of ancestors; and no circular imports between modules."""

from __future__ import annotations

import pytest

from tests.support.shapes import DEEPEST, MOST_METHODS, cycles, too_deep_or_wide

GAME = "the rules of a game: its texts, its agenda and its cards are one interface to the rest"
DECKS = "the rules of shared decks, for any game"
LEVEL = "a level of the bots: values for the class above it"
CORE = {
    "core.bots.levels.EasyBot": LEVEL,
    "core.bots.levels.NormalBot": LEVEL,
    "core.engine.hidden.card_game.CardGame": GAME,
    "core.engine.hidden.shared_deck.shared_decks.SharedDecks": DECKS,
    "core.kit.game.KitGame": GAME,
    "core.kit.game.OwnGame": GAME,
}
"""Classes of core that are deeper or wider than a class may be, each with the reason."""
CLIENT: dict[str, tuple[int, int]] = {
    "client.games.midnight.places.Plate": (3, 8),
    "client.games.midnight.trays.Tray": (3, 28),
    "client.screens.game_card.GameCard": (3, 28),
    "client.screens.game_card.GameTile": (3, 28),
    "client.screens.hand_out.HandOutDialog": (3, 27),
    "client.screens.menu.MenuEntry": (3, 26),
    "client.screens.settings.bindings.KeysPage": (3, 36),
    "client.screens.settings.profile.IdentityFileDialog": (3, 26),
    "client.screens.settings.profile.KeyCard": (3, 24),
    "client.screens.settings.profile.KnownPlayersDialog": (3, 27),
    "client.screens.settings.settings.ReleaseSlider": (3, 26),
    "client.screens.variants.AdvancedButton": (3, 28),
    "client.screens.variants.OptionList": (3, 40),
    "client.screens.variants.OptionsPanel": (3, 26),
    "client.table.prompt.action_panel.ActionPanel": (3, 25),
    "client.table.prompt.action_panel.PlaceRow": (3, 26),
    "client.table.hand.Hand": (3, 44),
    "client.table.kit.animation.KitFlights": (3, 35),
    "client.table.kit.board.KitBoard": (4, 37),
    "client.table.kit.places.CardPlace": (3, 28),
    "client.table.kit.places.Plate": (3, 32),
    "client.table.kit.prompts.KitPrompt": (3, 28),
    "client.table.lesson.coach.Coach": (3, 28),
    "client.table.log.StoryPanel": (3, 39),
    "client.table.match.fairness.FairnessPanel": (3, 25),
    "client.table.match.trouble.AbsencePanel": (3, 30),
    "client.table.match.trouble.StoppedPanel": (3, 31),
    "client.table.pick.board.PickBoard": (3, 32),
    "client.table.pick.chooser.Chooser": (3, 25),
    "client.table.pick.orders.OrdersForm": (3, 27),
    "client.table.plain.panel.ChoicePanel": (3, 30),
    "client.table.plain.seats.SeatColumn": (3, 26),
    "client.table.plain.sheet.StateTable": (3, 38),
    "client.table.replay.bar.ReplayBar": (3, 30),
    "client.table.top.TopBar": (3, 25),
    "client.ui.controls.basic.IconButton": (3, 26),
    "client.ui.controls.table.Table": (3, 35),
    "client.ui.ui.Ui": (3, 40),
}
"""Depth and methods that a class of the window may still have; make an entry smaller, or remove it, with the class."""
KNOTS_OF_CLIENT = 5
"""Number of groups of modules of the window that still import each other."""


@pytest.mark.parametrize("layer", ["net", "lobby", "lab"])
def test_classes_are_neither_deep_nor_wide(layer: str) -> None:
    """A class is at most two levels below a library's class or a protocol, and has at most forty methods in all."""
    assert too_deep_or_wide([layer]) == {}, f"more than {DEEPEST} levels or {MOST_METHODS} methods"


def test_only_named_classes_of_core_are_deep_or_wide() -> None:
    assert too_deep_or_wide(["core"]).keys() == CORE.keys()


def test_no_class_of_the_window_grows_deeper_or_wider() -> None:
    found = too_deep_or_wide(["client"])
    assert found.keys() - CLIENT.keys() == set(), "a class that may not be so deep or wide"
    assert CLIENT.keys() - found.keys() == set(), "a class that no longer needs its entry"
    grown = {
        name: shape for name, shape in found.items() if shape.depth > CLIENT[name][0] or shape.methods > CLIENT[name][1]
    }
    assert grown == {}


def test_no_modules_of_net_lobby_and_lab_import_each_other_in_a_circle() -> None:
    assert cycles(["net", "lobby", "lab"]) == []


def test_the_window_gets_no_new_import_cycle() -> None:
    assert len(cycles(["client"])) <= KNOTS_OF_CLIENT
