"""The command line: `tether match`, `peer`, `verify`, `show`, `games`, `cards`."""
