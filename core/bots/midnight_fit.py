FIT = dict.fromkeys((3, 4, 5), ((0,) * 14, (0,) * 14))
