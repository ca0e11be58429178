"""`tether identity`: who one is, who one has met, and the way of a key to another computer."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from lobby import known, transfer
from lobby.colours import COLOURS, NO_COLOUR
from lobby.confusables import cleaned, confusable
from lobby.identity import Identity, fingerprint, folder, in_words, own_identity, picture
from lobby.known import KnownPlayers, Met
from lobby.profile import Profile, login_name, read_profile, write_profile
from lobby.transfer import SHORTEST, SUFFIX, BadTransfer
from net.cli import setting
from net.names import A_NAME, is_name
from net.outlet import can_show, say, say_data, say_table
from net.reasons import blamed, reason

PASSPHRASE = "TETHER_PASSPHRASE"
"""The environment variable in which a passphrase may be given, for scripts."""
CELLS, LETTERS = ("  ", "▒▒", "██"), ("  ", "..", "##")
"""Of the picture of a key, and where the terminal has no such blocks."""
ANY_COLOUR = "any"
NAME_RULE = A_NAME
COLUMNS = ("Player", "Key", "In words", "Matches", "First", "Last", "Also called")


def named(text: str) -> str:
    """The name that was typed, or none; raises `UsageError`."""
    name = cleaned(text)
    if text and not is_name(name):
        raise click.UsageError(f"--name {text[:60]!r}: {NAME_RULE}")
    return name


def colour_named(word: str) -> int:
    """The colour of this name, or none."""
    return COLOURS.index(word) + 1 if word in COLOURS else NO_COLOUR


def colour_option() -> Callable[[Any], Any]:
    """The option by which a colour is picked."""
    return click.option(
        "--colour", "--color", default="", type=click.Choice([*COLOURS, ANY_COLOUR, ""]), show_choices=False,
        metavar="COLOUR", help=f"The colour that you would like: {', '.join(COLOURS)}.",
    )  # fmt: skip


def own() -> Identity:
    """The own identity; a usage error where it cannot be had."""
    try:
        identity = own_identity(folder())
    except (OSError, ValueError) as wrong:
        raise click.ClickException(blamed(wrong)) from None
    if identity.file is None:
        raise click.ClickException("Another Tether on this computer uses the identity: end it first.")
    return identity


@click.group(
    invoke_without_command=True,
    epilog="\b\nExamples:\n"
    "  tether identity                           name, colour, fingerprint\n"
    "  tether identity set --name Ada --colour green\n"
    f"  tether identity export ada{SUFFIX}   asks for a passphrase\n"
    "  tether identity known                     whom you have met\n",
)
@setting.json_option
@click.pass_context
def identity(context: click.Context, as_json: bool) -> None:
    """Who you are at a table: a key that is made at the first start and kept in your folder, a name and a colour."""
    if context.invoked_subcommand is None:
        context.invoke(show, as_json=as_json)


@identity.command()
@setting.json_option
def show(as_json: bool) -> int:
    """Shows name, colour and fingerprint: as letters, as words to be read aloud, as a picture."""
    me, profile = own(), read_profile(folder())
    if as_json:
        say_data({
            "name": profile.name or login_name(),
            "named": bool(profile.name),
            "colour": COLOURS[profile.colour - 1] if profile.colour else "",
            "fingerprint": fingerprint(me.key),
            "words": in_words(me.key),
            "key": me.key.hex(),
            "folder": str(folder()),
        })  # fmt: skip
        return 0
    cells = CELLS if can_show("".join(CELLS)) else LETTERS
    say(f"Name         {profile.name or f'{login_name()} (of your login; tether identity set --name NAME)'}")
    say(f"Colour       {COLOURS[profile.colour - 1] if profile.colour else 'that of your seat'}")
    say(f"Fingerprint  {fingerprint(me.key)}")
    say(f"In words     {in_words(me.key)}")
    say(f"Kept in      {folder()}")
    for row in picture(me.key).rows:
        say(f"             {''.join(cells[cell] for cell in row)}".rstrip())
    return 0


@identity.command("set")
@click.option("--name", default="", metavar="NAME", help="What you are called.")
@colour_option()
@setting.json_option
def set_command(name: str, colour: str, as_json: bool) -> int:
    """Sets name and colour."""
    before = read_profile(folder())
    profile = Profile(named(name) or before.name, colour_named(colour) if colour else before.colour)
    try:
        write_profile(folder(), profile)
    except OSError as wrong:
        raise click.ClickException(f"The profile cannot be kept: {reason(wrong)}") from None
    return int(click.get_current_context().invoke(show, as_json=as_json))


@identity.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.option(
    "--passphrase", envvar=PASSPHRASE, prompt=f"Passphrase ({SHORTEST} characters at least)", hide_input=True,
    confirmation_prompt=True, help=f"Better typed when asked for, or in {PASSPHRASE}.",
)  # fmt: skip
@setting.json_option
def export(file: Path, passphrase: str, as_json: bool) -> int:
    """Writes key, name, colour and known players to FILE, locked with a passphrase."""
    passport = transfer.passport_of(folder(), own())
    try:
        transfer.write(file, passport, passphrase)
    except (OSError, BadTransfer) as wrong:
        raise click.ClickException(blamed(wrong)) from None
    if as_json:
        say_data({"written": str(file), "fingerprint": fingerprint(Identity(passport.seed).key)})
        return 0
    say(f"Your identity is in {file}. Whoever has it and the passphrase is you: keep both apart.")
    return 0


@identity.command("import")
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--passphrase", envvar=PASSPHRASE, prompt="Passphrase", hide_input=True, help="As for export.")
@setting.json_option
def import_command(file: Path, passphrase: str, as_json: bool) -> int:
    """Takes the identity in FILE as your own; the one before is kept beside it."""
    try:
        transfer.take_in(folder(), transfer.read(file, passphrase))
    except (OSError, ValueError) as wrong:
        raise click.ClickException(blamed(wrong)) from None
    return int(click.get_current_context().invoke(show, as_json=as_json))


@identity.command("known")
@setting.json_option
def known_command(as_json: bool) -> int:
    """Lists the players whom you have met; exits with 1 if there is none."""
    players = _players()
    if as_json:
        say_data([_data(met) for met in players.players])
        return 0 if players.players else 1
    if not players.players:
        say("You have met nobody yet: players are known once a match with them has begun.")
        return 1
    say_table(COLUMNS, map(_row, players.players))
    return 0


def _row(met: Met) -> tuple[str, ...]:
    also = ", ".join(name for name in met.names if name != met.name)
    return met.name, fingerprint(met.identity), in_words(met.identity), str(met.matches), met.first, met.last, also


def _data(met: Met) -> dict[str, Any]:
    return {
        "name": met.name, "names": list(met.names), "fingerprint": fingerprint(met.identity),
        "words": in_words(met.identity), "key": met.identity.hex(),
        "matches": met.matches, "first": met.first, "last": met.last,
    }  # fmt: skip


@identity.command()
@click.argument("who")
@setting.json_option
def forget(who: str, as_json: bool) -> int:
    """Forgets the player WHO, a name or a fingerprint as `tether identity known` shows it."""
    players = _players()
    found = [met for met in players.players if _is(met, who)]
    if len(found) != 1:
        raise click.ClickException(f"{len(found) or 'No'} known players are {who[:60]!r}: give the fingerprint.")
    try:
        players.forget(found[0].identity)
    except OSError as wrong:
        raise click.ClickException(f"The known players cannot be kept: {reason(wrong)}") from None
    if as_json:
        say_data({"forgotten": _data(found[0])})
        return 0
    say(f"{found[0].name} ({fingerprint(found[0].identity)}) is forgotten.")
    return 0


def _players() -> KnownPlayers:
    players = KnownPlayers(folder() / known.FILE)
    if players.trouble:
        raise click.ClickException(players.trouble)
    return players


def _is(met: Met, who: str) -> bool:
    return fingerprint(met.identity) == who.strip().upper() or any(confusable(who, name) for name in met.names)
