"""The style sheet of the page, for light and dark mode."""

from __future__ import annotations

STYLE = """
:root{color-scheme:light dark;
--ground:#fbfaf7;--sheet:#fff;--ink:#1d1f23;--soft:#5b6068;--rule:#dcd9d1;--accent:#1f6f78;
--good:#2c6e3f;--bad:#a3352a;--open:#8a6a12;--hot:#b4472f;--cold:#ece8df;
--p0:#1f6f78;--p1:#c27a1a;--p2:#6a58a6;--p3:#a3352a;--p4:#4d7f36;--p5:#97537f;--p6:#3b6ba5;--p7:#8a8578}
@media (prefers-color-scheme:dark){:root{--ground:#14161a;--sheet:#1c1f24;--ink:#e9e7e2;--soft:#a3a8b0;--rule:#343840;
--accent:#5fb8c2;--good:#7cc492;--bad:#ee8c80;--open:#dcb75a;--hot:#e08163;--cold:#2a2e35;
--p0:#5fb8c2;--p1:#e3a656;--p2:#a897e0;--p3:#ee8c80;--p4:#94c77c;--p5:#d694bd;--p6:#7fadde;--p7:#a9a498}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:74rem;margin:0 auto;padding:1rem}
h1{font-size:1.6rem;line-height:1.2;margin:.5rem 0}
h2{font-size:1.2rem;margin:2.2rem 0 .4rem;border-top:1px solid var(--rule);padding-top:1rem}
h3{font-size:1rem;margin:0 0 .4rem}
p{max-width:46rem;margin:.4rem 0}
.by{color:var(--soft);font-size:.9rem}
.verdicts{list-style:none;padding:0;margin:.6rem 0;max-width:52rem}
.verdicts li{padding:.3rem 0 .3rem .8rem;border-left:3px solid var(--rule);margin:.35rem 0}
.verdicts .moved{border-color:var(--bad)}
.verdicts .equal,.verdicts .helps{border-color:var(--good)}.verdicts .open{border-color:var(--open)}
.warn{border-left:3px solid var(--open);padding-left:.8rem}
.charts{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,21rem),1fr));gap:1rem;margin:.8rem 0;
align-items:start}
figure{margin:0;background:var(--sheet);border:1px solid var(--rule);border-radius:6px;padding:.7rem .8rem}
svg{display:block;width:100%;max-width:30rem;height:auto;margin:0 auto}
svg text{font:12px system-ui,sans-serif;fill:var(--ink)}
svg .axis{fill:var(--soft);font-size:11px}svg .number{font-size:11px;font-variant-numeric:tabular-nums}
svg .hot{fill:var(--ground)}svg .cool{fill:var(--ink)}
.fair{stroke:var(--soft);stroke-dasharray:3 3}.whisker{stroke:var(--accent);stroke-width:2}.dot{fill:var(--accent)}
.whisker.rung2{stroke:var(--p1)}.dot.rung2{fill:var(--p1)}
.base{stroke:var(--soft)}.grid{stroke:var(--rule)}.bar{fill:var(--accent)}
.curve{fill:none;stroke:var(--accent);stroke-width:2}.place{stroke:var(--ground);stroke-width:1.5}
.part0{fill:var(--p0)}.part1{fill:var(--p1)}.part2{fill:var(--p2)}.part3{fill:var(--p3)}
.part4{fill:var(--p4)}.part5{fill:var(--p5)}.part6{fill:var(--p6)}.part7{fill:var(--p7)}
.wide{overflow-x:auto}.wide table{min-width:28rem}.wide .matrix{min-width:52rem}
table{border-collapse:collapse;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{text-align:left;padding:.25rem .7rem .25rem 0;border-bottom:1px solid var(--rule);vertical-align:top}
th{font-weight:600}td.n,th.n{text-align:right}
.moved b{color:var(--bad)}.equal b,.helps b{color:var(--good)}.open b{color:var(--open)}
@media (max-width:45rem){.matrix,.matrix tr,.matrix td{display:block}.wide .matrix{min-width:0}.matrix th{display:none}
.matrix tr{border-bottom:1px solid var(--rule);padding:.5rem 0}.matrix td{border:0;padding:.1rem 0}
.matrix td::before{content:attr(data-head) ": ";color:var(--soft)}.matrix td.none{display:none}}
code{font-size:.88em;background:var(--cold);padding:.1em .3em;border-radius:3px;overflow-wrap:anywhere}
"""
