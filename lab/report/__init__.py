"""A store as one page: HTML without network or script, light and dark; charts are SVG in it."""
