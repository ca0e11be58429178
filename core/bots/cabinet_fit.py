from __future__ import annotations

Weights = tuple[int, ...]
FIT: dict[int, tuple[Weights, Weights]] = {
    n: (
        (-518, -1748, 412, -4633, 3519, -200, 1743, 2029, 545, 507, -7, 58, 1272, 574),
        (23, -102, -173, 171, 961, -59, -24, -56, 14, -2, -8, -18, -36, 53),
    )
    for n in range(1, 6)
}
