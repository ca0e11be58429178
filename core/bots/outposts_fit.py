from __future__ import annotations

Weights = tuple[int, ...]
FIT: dict[int, tuple[Weights, Weights]] = {
    n: (
        (525, 429, 862, 273, 178, 229, 331, 528, -175, 149, 70, 220, -86, -386, -413, 509, 299, 0),
        (86, 429, 28, -98, -11, -34, 526, 89, -18, 384, 101, 316, -2, -43, 10, -232, 258, 0),
    )
    for n in range(1, 6)
}
