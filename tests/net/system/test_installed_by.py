"""Installation commands in messages: they add a part of Tether and never ask a package index for its name."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from net.system.installation import install_command
from tests.support.sources import LAYERS, ROOT, modules


@pytest.mark.parametrize(
    ("file", "wanted"),
    [
        ("pipx_metadata.json", "pipx install --force '{source}[client]'"),
        ("uv-receipt.toml", "uv tool install --force '{source}[client]'"),
        ("", "{python} -m pip install '{source}[client]'"),
    ],
)
def test_the_install_command_follows_the_kind_of_installation(tmp_path: Path, file: str, wanted: str) -> None:
    if file:
        (tmp_path / file).touch()
    source = tmp_path / "tether"
    said = install_command("client", str(tmp_path), tmp_path / "site-packages", source)
    assert said == wanted.format(source=source, python=sys.executable)


@pytest.mark.parametrize(("extra", "words"), [("client", ""), ("lab", " lab")])
def test_the_install_command_in_a_checkout_names_the_script(tmp_path: Path, extra: str, words: str) -> None:
    (tmp_path / "scripts").mkdir()
    (tmp_path / "scripts" / "play.py").touch()
    said = install_command(extra, str(tmp_path / ".venv"), tmp_path, tmp_path)
    assert said == f"python3 {tmp_path}/scripts/play.py{words}"
    assert "-m pip install" in install_command("lab,dask", str(tmp_path / ".venv"), tmp_path, tmp_path)


def test_no_text_suggests_installing_tether_from_an_index() -> None:
    texts = [ROOT / path for path in (*modules(*LAYERS), *modules("scripts"))]
    texts += list(ROOT.glob("docs/**/*.md"))
    told = re.compile(r"install\W+(-\S+ )*['\"]?tether\b")
    assert [str(path) for path in texts if told.search(path.read_text(encoding="utf-8"))] == []
