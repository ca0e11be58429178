"""The editor of house rules: every value has its range, changed ones are marked, and the saved file is chosen."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.screens.host_form import HostScreen, HostSetup
from client.screens.rules_draft import RulesDraft, field_label
from client.screens.rules_editor import RulesEditor
from client.screens.solo import SoloScreen, SoloSetup
from core.engine.changed_game import ChangedGame, rulesets_of
from core.games.registry import GAMES
from net.cli.games.rules import read_game
from tests.client.screens.test_rooms import SETTINGS, look  # noqa: F401 - a fixture
from tests.support.client.driver import Driver

CHANGEABLE = [name for name, game in GAMES.items() if rulesets_of(game) is not None]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TETHER_HOME", str(tmp_path))
    return tmp_path


def editor(look: Driver, game: str = "midnight", path: str = "") -> tuple[RulesEditor, HostScreen]:  # noqa: F811
    """Open the editor from the form that hosts a game."""
    setup = HostSetup(seats=3, game=game, rules=path)
    look.show(form := HostScreen(SETTINGS, setup, print, print))
    look.click("Edit house rules")
    look.step()
    assert isinstance(look.screen, RulesEditor)
    return look.screen, form


# The draft ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", CHANGEABLE)
def test_every_value_of_every_game_has_a_name_a_range_and_its_printed_text(game: str) -> None:
    draft = RulesDraft(game)
    paths = [path for section in draft.sections for path in draft.paths(section)]
    assert paths == list(draft.rulesets.fields)
    for path in paths:
        assert field_label(path) and draft.range_of(path) and draft.value(path) == draft.printed_value(path)
        if draft.step(path, 1) and draft.is_changed(path):
            assert "{" not in draft.describe_change(path)
            draft.reset(path)
    assert not draft.changes.values


def test_a_value_stays_within_its_range() -> None:
    draft = RulesDraft("midnight")
    for _ in range(40):
        draft.step("numbers.hand_limit", 1)
    assert draft.value("numbers.hand_limit") == "12"
    with pytest.raises(ValueError, match="from 3 to 12"):
        draft.set("numbers.hand_limit", "13")
    draft.set("dials.might", "3/3/3/3/4")
    assert list(draft.paths("")) == ["numbers.hand_limit", "dials.might"]
    draft.set("dials.might", draft.printed_value("dials.might"))
    assert list(draft.paths("")) == ["numbers.hand_limit"]


def test_a_saved_file_reads_as_the_draft_and_keeps_options_and_new_cards(home: Path) -> None:
    path = home / "mine.toml"
    path.write_text('game = "bridgefront"\nname = "Mine"\n[options]\nvp_to_win = 9\n[numbers]\nrounds = 5\n')
    draft = RulesDraft("bridgefront", str(path))
    assert draft.name == "Mine" and draft.is_changed("numbers.rounds")
    draft.step("cards.zap.mana", 1)
    saved = draft.save(home / "rules")
    assert saved == home / "rules" / "mine.toml" and path.read_text().count("mana") == 0
    game = read_game(saved)
    assert isinstance(game, ChangedGame) and game.options.table["vp_to_win"].default == 9
    assert {"Zap costs 2 mana, not 1.", "The match has at most 5 rounds, not 10."} <= set(game.differences())
    draft.step("cards.zap.mana", 1)
    assert draft.save(home / "rules") == saved and "mana = 3" in saved.read_text()
    assert RulesDraft("bridgefront").save(home / "rules").name == "bridgefront_rules.toml"


# The window -----------------------------------------------------------------------------------------------------------


def test_numbers_are_changed_by_keys_and_saved_into_the_form(look: Driver, home: Path) -> None:  # noqa: F811
    screen, _ = editor(look)
    assert screen.sections.items[0] == "numbers" and screen.values.item == "numbers.start_worth"
    look.key("RIGHT")
    look.key("RIGHT")
    assert "14" in screen.value.text and "Each nation starts with 14 Worth, not 12." in screen.about.text
    assert screen.sections.text("numbers") == "Numbers (1)" and screen.sections.text("") == "Changed (1)"
    screen.name.set("Richer")
    look.click("Save")
    look.step()
    form = look.screen
    assert isinstance(form, HostScreen) and Path(form.setup.rules).name == "richer.toml"
    game = form.setup.changed_game()
    assert isinstance(game, ChangedGame) and game.differences() == ["Each nation starts with 14 Worth, not 12."]


def test_a_typed_value_out_of_range_is_refused_in_words(look: Driver, home: Path) -> None:  # noqa: F811
    screen, _ = editor(look)
    screen.value.set("999")
    screen.enter("999")
    assert "from 1 to 60" in screen.value.error and not screen.draft.changes.values
    look.click("Save")
    assert "999" not in str(list(home.rglob("*.toml"))) and isinstance(look.screen, RulesEditor)


def test_values_that_do_not_fit_together_are_named_and_not_saved(look: Driver, home: Path) -> None:  # noqa: F811
    screen, _ = editor(look)
    screen.draft.set("red_die.tick", "4")
    screen._fill()
    assert "the red die has 9 faces, not 6" in screen.trouble.text.lower()
    look.click("Save")
    assert isinstance(look.screen, RulesEditor) and not list(home.rglob("*.toml"))
    look.click("Reset all")
    assert not screen.draft.changes.values and not screen.trouble.text


def test_the_search_finds_values_by_their_words(look: Driver, home: Path) -> None:  # noqa: F811
    screen, _ = editor(look, "cabinet")
    screen.sections.select(screen.sections.items.index("milestones"))
    screen.search.set("trains cost")
    screen._fill()
    assert list(screen.values.items) == ["milestones.night_trains.cost"]
    look.click("More")
    assert screen.ui.focus is screen.value, "a cost is typed"
    screen.enter("W W V")
    assert "Night Trains costs W W V, not F W W." in screen.about.text


def test_a_solo_match_is_set_up_by_the_chosen_file(look: Driver, home: Path) -> None:  # noqa: F811
    saved = RulesDraft("outposts")
    saved.set("numbers.cards_kept", "5")
    path = str(saved.save(home / "rules"))
    started: list[SoloSetup] = []
    setup = SoloSetup(["easy"], ["", ""], game="outposts", rules=path)
    look.show(screen := SoloScreen(started.append, print, SETTINGS, setup))
    screen.start_match()
    assert isinstance(started[0].changed_game(), ChangedGame)
    Path(path).unlink()
    look.show(screen := SoloScreen(started.append, print, SETTINGS, setup))
    screen.start_match()
    assert len(started) == 1 and "cannot be read" in screen.before.text
