"""Shapes of classes: parts instead of long chains of ancestors; and no circular imports between modules."""

from __future__ import annotations

import pytest

from tests.support.shapes import DEEPEST, MOST_METHODS, cycles, too_deep_or_wide

GAME = "the rules of a game: its texts, its agenda and its cards are one interface to the rest"
DECKS = "the chapter of shared decks, for any game"
LEVEL = "a level of the bots: values for the class above it"
CORE = {
    "core.bots.levels.EasyBot": LEVEL,
    "core.bots.levels.NormalBot": LEVEL,
    "core.engine.hidden.card_game.CardGame": GAME,
    "core.engine.hidden.shared_deck.chapter.SharedDecks": DECKS,
    "core.games.ambition.game.AmbitionGame": GAME,
    "core.games.ambition.hands.Decks": DECKS,
    "core.games.bridgefront.game.BridgefrontGame": GAME,
    "core.games.cabinet.game.CabinetGame": GAME,
    "core.games.midnight.game.MidnightGame": GAME,
    "core.games.outposts.game.OutpostsGame": GAME,
    "core.kit.game.KitGame": GAME,
    "core.kit.game.OwnGame": GAME,
}
"""Classes of core that are deeper or wider than a class may be, each with the reason."""
CLIENT: dict[str, tuple[int, int]] = {
    "client.games.ambition.animation.AmbitionFlights": (3, 36),
    "client.games.ambition.board.Board": (4, 37),
    "client.games.ambition.centre.Middle": (4, 32),
    "client.games.ambition.decor.ArmedSeats": (4, 25),
    "client.games.ambition.decor.EndConditions": (4, 25),
    "client.games.ambition.decor.Member": (4, 28),
    "client.games.ambition.decor.Part": (3, 25),
    "client.games.ambition.pacts.PactLines": (4, 30),
    "client.games.ambition.places.Deck": (4, 30),
    "client.games.ambition.places.IndustryPanel": (4, 29),
    "client.games.ambition.places.IndustryPlace": (4, 29),
    "client.games.ambition.places.Place": (3, 29),
    "client.games.ambition.places.Seat": (4, 31),
    "client.games.ambition.prompts.AmbitionPrompt": (3, 36),
    "client.games.bridgefront.fairness.TopBar": (4, 26),
    "client.games.bridgefront.panels.action.ActionPanel": (3, 27),
    "client.games.bridgefront.panels.action.Basic": (3, 26),
    "client.games.bridgefront.panels.dialogs.CardButton": (3, 27),
    "client.games.bridgefront.panels.dialogs.StackDialog": (3, 27),
    "client.games.bridgefront.panels.dialogs._ConfirmingStepper": (3, 25),
    "client.games.bridgefront.panels.dialogs._WrappedButton": (3, 26),
    "client.games.bridgefront.panels.market.BidAmount": (3, 25),
    "client.games.bridgefront.panels.market.BidDialog": (3, 29),
    "client.games.bridgefront.panels.powers.PowersPanel": (3, 28),
    "client.games.bridgefront.panels.resources.Resources": (3, 25),
    "client.games.bridgefront.panels.seats.Seats": (3, 24),
    "client.games.cabinet.animation.CabinetFlights": (3, 35),
    "client.games.cabinet.board.Board": (4, 32),
    "client.games.cabinet.places.Crisis": (4, 32),
    "client.games.cabinet.places.Deck": (4, 30),
    "client.games.cabinet.places.Desk": (4, 31),
    "client.games.cabinet.places.DeskCard": (4, 31),
    "client.games.cabinet.places.MilestoneDeck": (4, 30),
    "client.games.cabinet.places.Place": (3, 30),
    "client.games.cabinet.places.Plate": (4, 35),
    "client.games.cabinet.prompts.CabinetPrompt": (3, 30),
    "client.games.midnight.art.laws.LawsPanel": (3, 25),
    "client.games.midnight.art.plate.PlatePicture": (4, 32),
    "client.games.midnight.art.strike.DialStepButton": (3, 26),
    "client.games.midnight.art.tray.TrayPicture": (4, 48),
    "client.games.midnight.board.Board": (4, 38),
    "client.games.midnight.flight.MidnightFlights": (3, 37),
    "client.games.midnight.place.Place": (3, 29),
    "client.games.midnight.places.Dial": (4, 29),
    "client.games.midnight.places.HomePlace": (4, 30),
    "client.games.midnight.places.Plate": (5, 32),
    "client.games.midnight.prompts.MidnightPrompt": (3, 37),
    "client.games.midnight.strike.Strike": (3, 35),
    "client.games.midnight.trays.Tray": (5, 49),
    "client.games.outposts.animation.OutpostsFlights": (3, 37),
    "client.games.outposts.board.Board": (4, 38),
    "client.games.outposts.place.Place": (3, 31),
    "client.games.outposts.places.HoldSlot": (4, 33),
    "client.games.outposts.places.OpenCard": (4, 32),
    "client.games.outposts.places.OwnAsset": (4, 31),
    "client.games.outposts.places.Tile": (4, 35),
    "client.games.outposts.prompts.OutpostsPrompt": (3, 31),
    "client.games.outposts.seats.Plate": (4, 32),
    "client.games.outposts.seats.Warden": (4, 31),
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
    "client.table.log.Story": (3, 39),
    "client.table.match.fairness.FairnessPanel": (3, 25),
    "client.table.match.trouble.AbsencePanel": (3, 30),
    "client.table.match.trouble.StoppedPanel": (3, 31),
    "client.table.pick.board.PickBoard": (3, 32),
    "client.table.pick.chooser.Chooser": (3, 25),
    "client.table.pick.orders.OrdersForm": (3, 27),
    "client.table.plain.panel.ChoicePanel": (3, 30),
    "client.table.plain.seats.Seats": (3, 26),
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
