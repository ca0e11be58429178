"""Shapes of classes: objects that have parts, not one object cut into a row of ancestors; and no knots of imports."""

from __future__ import annotations

import pytest

from tests.support.shapes import DEEPEST, MOST_METHODS, cycles, too_deep_or_wide

GAME = "the rules of a game: its texts, its agenda and its cards are one interface to the rest"
DECKS = "the chapter of shared decks, for any game"
CORE = {
    "core.engine.hidden.card_game.CardGame": GAME,
    "core.engine.hidden.shared_deck.chapter.SharedDecks": DECKS,
    "core.games.ambition.game.AmbitionGame": GAME,
    "core.games.ambition.hands.Decks": DECKS,
    "core.games.bridgefront.game.BridgefrontGame": GAME,
    "core.games.cabinet.game.CabinetGame": GAME,
    "core.games.midnight.game.MidnightGame": GAME,
    "core.games.outposts.game.OutpostsGame": GAME,
}
"""Classes of core that are deeper or wider than a class may be, each with the reason."""
CLIENT: dict[str, tuple[int, int]] = {
    "client.art.board.BoardView": (3, 67),
    "client.games.ambition.animation.AmbitionFlights": (3, 51),
    "client.games.ambition.board.Board": (4, 52),
    "client.games.ambition.centre.Middle": (4, 48),
    "client.games.ambition.decor.ArmedSeats": (4, 41),
    "client.games.ambition.decor.EndConditions": (4, 41),
    "client.games.ambition.decor.Member": (4, 44),
    "client.games.ambition.decor.Part": (3, 41),
    "client.games.ambition.decor.Room": (4, 41),
    "client.games.ambition.evidence.Evidence": (2, 45),
    "client.games.ambition.hand.Hand": (5, 69),
    "client.games.ambition.hand.OpenHands": (3, 52),
    "client.games.ambition.lesson.spec.Coach": (4, 44),
    "client.games.ambition.pacts.PactLines": (4, 46),
    "client.games.ambition.places.Deck": (4, 46),
    "client.games.ambition.places.IndustryPanel": (4, 45),
    "client.games.ambition.places.IndustryPlace": (4, 45),
    "client.games.ambition.places.Place": (3, 45),
    "client.games.ambition.places.Seat": (4, 47),
    "client.games.ambition.prompts.AmbitionPrompt": (3, 36),
    "client.games.bridgefront.board.Board": (2, 56),
    "client.games.bridgefront.fairness.TopBar": (4, 42),
    "client.games.bridgefront.hand.Hand": (4, 67),
    "client.games.bridgefront.panels.action.ActionPanel": (3, 43),
    "client.games.bridgefront.panels.action.Basic": (3, 42),
    "client.games.bridgefront.panels.battle.BattlePanel": (2, 45),
    "client.games.bridgefront.panels.dialogs.CardButton": (3, 43),
    "client.games.bridgefront.panels.dialogs.FactionButton": (2, 41),
    "client.games.bridgefront.panels.dialogs.StackDialog": (3, 43),
    "client.games.bridgefront.panels.dialogs._ConfirmingStepper": (3, 41),
    "client.games.bridgefront.panels.dialogs._WrappedButton": (3, 42),
    "client.games.bridgefront.panels.market.BidAmount": (3, 41),
    "client.games.bridgefront.panels.market.BidDialog": (3, 45),
    "client.games.bridgefront.panels.match_history.Chart": (2, 46),
    "client.games.bridgefront.panels.powers.PowersPanel": (3, 44),
    "client.games.bridgefront.panels.preview.Preview": (2, 49),
    "client.games.bridgefront.panels.resources.Resources": (3, 41),
    "client.games.bridgefront.panels.seats.SeatPanel": (2, 42),
    "client.games.bridgefront.panels.seats.Seats": (4, 41),
    "client.games.bridgefront.panels.stage.BidsPanel": (2, 42),
    "client.games.bridgefront.panels.track.ResolveOrder": (2, 43),
    "client.games.bridgefront.replay.OpenHands": (3, 52),
    "client.games.cabinet.animation.CabinetFlights": (3, 50),
    "client.games.cabinet.board.Board": (4, 48),
    "client.games.cabinet.board.ChallengeClock": (4, 40),
    "client.games.cabinet.board.Ladder": (4, 40),
    "client.games.cabinet.board.Part": (3, 40),
    "client.games.cabinet.board.PaymentDisplay": (4, 43),
    "client.games.cabinet.board.Room": (4, 40),
    "client.games.cabinet.board.Wall": (4, 41),
    "client.games.cabinet.hand.Hand": (5, 67),
    "client.games.cabinet.lesson.spec.Coach": (4, 44),
    "client.games.cabinet.places.Crisis": (4, 48),
    "client.games.cabinet.places.Deck": (4, 46),
    "client.games.cabinet.places.Desk": (4, 47),
    "client.games.cabinet.places.DeskCard": (4, 47),
    "client.games.cabinet.places.MilestoneDeck": (4, 46),
    "client.games.cabinet.places.Place": (3, 46),
    "client.games.cabinet.places.Plate": (4, 51),
    "client.games.cabinet.prompts.CabinetPrompt": (3, 30),
    "client.games.midnight.art.clock.Clock": (2, 42),
    "client.games.midnight.art.clock.DicePlate": (2, 42),
    "client.games.midnight.art.front.DisputeDisplay": (2, 45),
    "client.games.midnight.art.front.Seal": (2, 44),
    "client.games.midnight.art.laws.LawsPanel": (3, 41),
    "client.games.midnight.art.plate.PlatePicture": (4, 48),
    "client.games.midnight.art.strike.DialStepButton": (3, 42),
    "client.games.midnight.art.strike.StrikePicture": (2, 48),
    "client.games.midnight.art.tray.TrayPicture": (4, 64),
    "client.games.midnight.board.Board": (4, 53),
    "client.games.midnight.flight.MidnightFlights": (3, 52),
    "client.games.midnight.hand.Hand": (5, 67),
    "client.games.midnight.hand.OpenHands": (3, 52),
    "client.games.midnight.lesson.spec.Coach": (4, 44),
    "client.games.midnight.place.Place": (3, 45),
    "client.games.midnight.places.Dial": (4, 45),
    "client.games.midnight.places.HomePlace": (4, 46),
    "client.games.midnight.places.Plate": (5, 48),
    "client.games.midnight.prompts.MidnightPrompt": (3, 37),
    "client.games.midnight.strike.Strike": (3, 51),
    "client.games.midnight.trays.Tray": (5, 65),
    "client.games.outposts.animation.OutpostsFlights": (3, 52),
    "client.games.outposts.board.Board": (4, 54),
    "client.games.outposts.board.GoodsPanel": (4, 40),
    "client.games.outposts.board.HoldPanel": (4, 40),
    "client.games.outposts.board.Seabed": (4, 40),
    "client.games.outposts.board.TableDecor": (3, 40),
    "client.games.outposts.hand.Hand": (5, 67),
    "client.games.outposts.hand.OpenHands": (3, 52),
    "client.games.outposts.lesson.spec.Coach": (4, 44),
    "client.games.outposts.place.Place": (3, 47),
    "client.games.outposts.places.HoldSlot": (4, 49),
    "client.games.outposts.places.OpenCard": (4, 48),
    "client.games.outposts.places.OwnAsset": (4, 47),
    "client.games.outposts.places.Tile": (4, 51),
    "client.games.outposts.prompts.OutpostsPrompt": (3, 31),
    "client.games.outposts.seats.Plate": (4, 48),
    "client.games.outposts.seats.Warden": (4, 47),
    "client.screens.cards.CardsScreen": (2, 50),
    "client.screens.file_report.ExplainedPanel": (4, 47),
    "client.screens.fork_dialog.ForkDialog": (4, 48),
    "client.screens.hand_out.HandOutDialog": (3, 43),
    "client.screens.host_form.FormScreen": (3, 47),
    "client.screens.host_form.HostScreen": (5, 52),
    "client.screens.host_form.OpeningFormScreen": (4, 50),
    "client.screens.lesson_menu.LearnScreen": (3, 40),
    "client.screens.live_loader.SpectateScreen": (3, 40),
    "client.screens.matches.MatchesScreen": (3, 54),
    "client.screens.menu.MenuEntry": (3, 42),
    "client.screens.menu.MenuScreen": (3, 40),
    "client.screens.people.ColourChoice": (2, 43),
    "client.screens.progress_dialog.ProgressDialog": (3, 47),
    "client.screens.replay_loader.LoadScreen": (3, 43),
    "client.screens.room.RoomScreen": (3, 62),
    "client.screens.rooms.JoinScreen": (4, 60),
    "client.screens.rules.RulesScreen": (2, 41),
    "client.screens.seat_row.SeatRow": (2, 43),
    "client.screens.settings.bindings.KeysPage": (4, 53),
    "client.screens.settings.profile.IdentityFileDialog": (3, 42),
    "client.screens.settings.profile.KeyCard": (4, 41),
    "client.screens.settings.profile.KnownPlayersDialog": (3, 43),
    "client.screens.settings.settings.ReleaseSlider": (3, 42),
    "client.screens.settings.settings.SettingsScreen": (2, 58),
    "client.screens.solo.SoloScreen": (3, 44),
    "client.screens.tournament.bracket.Bracket": (3, 54),
    "client.screens.tournament.tournament.TournamentScreen": (3, 58),
    "client.screens.tournament.tournaments.OpenScreen": (5, 52),
    "client.screens.tournament.tournaments.TournamentsScreen": (4, 53),
    "client.screens.variants.AdvancedButton": (3, 44),
    "client.screens.variants.OptionList": (4, 61),
    "client.screens.variants.OptionsPanel": (3, 42),
    "client.screens.welcome.WelcomeScreen": (3, 41),
    "client.session.room_session.RoomSession": (1, 46),
    "client.table.action_panel.ActionPanel": (3, 41),
    "client.table.action_panel.PlaceRow": (3, 42),
    "client.table.flight.Flights": (2, 49),
    "client.table.hand.GrowingHand": (4, 67),
    "client.table.hand.Hand": (3, 66),
    "client.table.lesson.coach.Coach": (3, 44),
    "client.table.log.Story": (3, 55),
    "client.table.match.fairness.FairTable": (2, 43),
    "client.table.match.fairness.FairnessPanel": (3, 41),
    "client.table.match.trouble.AbsencePanel": (3, 46),
    "client.table.match.trouble.StoppedPanel": (3, 47),
    "client.table.pick.board.PickBoard": (3, 48),
    "client.table.pick.board.PlaceBoard": (2, 45),
    "client.table.pick.chooser.Chooser": (3, 41),
    "client.table.pick.orders.OrdersForm": (4, 44),
    "client.table.pick.place.Place": (2, 44),
    "client.table.pick.preview.Preview": (2, 41),
    "client.table.plain.panel.ChoicePanel": (3, 46),
    "client.table.plain.seats.SeatPlate": (2, 42),
    "client.table.plain.seats.Seats": (4, 43),
    "client.table.plain.sheet.StateTable": (4, 59),
    "client.table.plain.standings.StandingTable": (2, 41),
    "client.table.prompt.Prompt": (2, 42),
    "client.table.replay.bar.ReplayBar": (3, 46),
    "client.table.replay.open_hands.OpenHands": (2, 52),
    "client.table.replay.scrub.ScrubBar": (2, 44),
    "client.table.standings.StandingsTable": (2, 43),
    "client.table.top.TopBar": (3, 41),
    "client.ui.controls.basic.Button": (2, 42),
    "client.ui.controls.basic.IconButton": (3, 42),
    "client.ui.controls.choice.Choice": (2, 41),
    "client.ui.controls.fields.TextField": (2, 50),
    "client.ui.controls.hand_fan.Fan": (2, 55),
    "client.ui.controls.layout.Anchored": (2, 41),
    "client.ui.controls.layout.BoxOptions": (3, 0),
    "client.ui.controls.layout.Column": (3, 40),
    "client.ui.controls.layout.Grid": (3, 41),
    "client.ui.controls.layout.Row": (3, 40),
    "client.ui.controls.lists.ScrollList": (3, 53),
    "client.ui.controls.log.Log": (3, 61),
    "client.ui.controls.numbers.Slider": (2, 42),
    "client.ui.controls.numbers.Stepper": (2, 41),
    "client.ui.controls.scroll.Scroller": (2, 46),
    "client.ui.controls.segments.Segments": (2, 44),
    "client.ui.controls.table.Table": (4, 56),
    "client.ui.controls.tabs.Tabs": (2, 42),
    "client.ui.controls.tooltip.Tooltip": (2, 43),
    "client.ui.ui.Ui": (3, 40),
}
"""Depth and methods that a class of the window may still have; make an entry smaller, or remove it, with the class.

`python -m tests.support.shapes` prints today's entries.
"""
KNOTS_OF_CLIENT = 12
"""Number of groups of modules of the window that still import each other."""


@pytest.mark.parametrize("layer", ["net", "lobby", "lab"])
def test_classes_are_neither_deep_nor_wide(layer: str) -> None:
    """At most two levels below a library's class or a protocol, and at most forty methods, those of ancestors too."""
    assert too_deep_or_wide([layer]) == {}, f"more than {DEEPEST} levels or {MOST_METHODS} methods"


def test_only_named_classes_of_core_are_deep_or_wide() -> None:
    assert too_deep_or_wide(["core"]).keys() == CORE.keys()


def test_no_class_of_the_window_grows_deeper_or_wider() -> None:
    found = too_deep_or_wide(["client"])
    assert found.keys() - CLIENT.keys() == set(), "a class that may not be so deep or wide"
    allowed = {name: CLIENT[name] for name in found}
    grown = {name for name, (depth, methods) in found.items() if depth > allowed[name][0] or methods > allowed[name][1]}
    assert grown == set()


def test_no_modules_of_net_lobby_and_lab_import_each_other() -> None:
    assert cycles(["net", "lobby", "lab"]) == []


def test_the_window_gets_no_new_knot_of_imports() -> None:
    assert len(cycles(["client"])) <= KNOTS_OF_CLIENT
