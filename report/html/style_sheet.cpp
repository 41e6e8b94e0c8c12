// SPDX-License-Identifier: MIT
// Colors are those of Okabe and Ito, which color-blind readers tell apart, a
// little darker on white and lighter on black; no meaning is in a color alone.
#include "report/html/assets.hpp"

namespace vicinal::report::inline html {

namespace {

constexpr std::string_view style_text = R"css(
:root {
  color-scheme: light dark;
  --bg: #ffffff; --fg: #1b1f24; --soft: #57606a; --line: #d8dee4;
  --panel: #f6f8fa; --now: #fff1c9; --now-line: #b25e00; --link: #0064a6;
  --good: #00704f; --bad: #b34700; --open: #7a5600;
  --c0: #0072b2; --c1: #e69f00; --c2: #009e73; --c3: #cc79a7;
  --c4: #d55e00; --c5: #56b4e9; --c6: #6b6b6b; --c7: #a39a00;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "DejaVu Sans Mono",
    Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #14171b; --fg: #e3e7ec; --soft: #9aa4af; --line: #343b44;
    --panel: #1c2127; --now: #44350f; --now-line: #ffb454; --link: #6cb6ff;
    --good: #4fd1a5; --bad: #ff9457; --open: #f0c24b;
    --c0: #4ba7e0; --c1: #f0b340; --c2: #35c79b; --c3: #e09cc4;
    --c4: #f08a4b; --c5: #86cdf5; --c6: #a8b0b8; --c7: #f0e442;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem 1.5rem 4rem; max-width: 1240px;
  background: var(--bg); color: var(--fg);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", "DejaVu Sans",
    sans-serif;
}
h1 { font-size: 1.55rem; line-height: 1.25; margin: 0 0 .15rem;
  overflow-wrap: anywhere; }
h2 {
  font-size: 1.1rem; margin: 2.4rem 0 .7rem; padding-bottom: .3rem;
  border-bottom: 1px solid var(--line);
}
h3 { font-size: .95rem; margin: 0 0 .5rem; }
p { margin: .3rem 0; }
a { color: var(--link); }
header .subject { color: var(--soft); font-size: 1.02rem; }
header code {
  display: inline-block; margin-top: .6rem; padding: .25rem .6rem;
  background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  overflow-wrap: anywhere;
}
code, pre, .code, .chart, .state { font-family: var(--mono); font-size: 12.5px; }
pre {
  margin: 0; padding: .8rem 1rem; overflow: auto; background: var(--panel);
  border: 1px solid var(--line); border-radius: 8px; line-height: 1.5;
}
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .5rem .9rem .5rem 0; }
th { color: var(--soft); font-weight: 600; font-size: .82rem; }
tr + tr td, thead + tbody td { border-top: 1px solid var(--line); }
td.number, th.number { text-align: right; }
.verdict { font-weight: 650; white-space: nowrap; }
.verdict.proved { color: var(--good); }
.verdict.violated, b.violated { color: var(--bad); }
.verdict.unknown { color: var(--open); }
.verdict.not-asked { color: var(--soft); font-weight: 400; }
.name { font-weight: 600; overflow-wrap: anywhere; min-width: 10.5em; }
.formula {
  display: block; margin-top: .3rem; color: var(--soft);
  white-space: pre-wrap; overflow-wrap: anywhere;
}
.soft { color: var(--soft); }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; color: var(--soft);
  font-size: .85rem; margin: .5rem 0 0; padding: 0; list-style: none; }
.chip { display: inline-block; width: .85em; height: .85em; border-radius: 50%;
  border: 2px solid currentColor; margin-right: .4em; vertical-align: -.1em; }
.pictures { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
.pictures figure { flex: 1 1 320px; margin: 0; min-width: 0; }
figcaption { font-weight: 600; font-size: .92rem; margin-bottom: .3rem; }
figcaption span { color: var(--soft); font-weight: 400; }
svg.net { overflow: visible; display: block; width: 100%; height: auto; margin: 0 auto;
  max-height: 640px; }
svg text { font-family: var(--mono); font-size: 12px; fill: var(--fg); }
.node rect, .node circle { fill: var(--bg); stroke-width: 2; }
.node text { font-weight: 600; }
.edge path { fill: none; stroke: var(--soft); stroke-width: 1.3; }
.edge .head { fill: var(--soft); stroke: none; }
.edge .hub { fill: var(--bg); stroke-width: 1.5; }
svg .ename { fill: var(--soft); font-size: 10.5px; paint-order: stroke;
  stroke: var(--bg); stroke-width: 4px; stroke-linejoin: round; }
svg .vals { font-size: 11px; fill: var(--soft); font-weight: 400;
  paint-order: stroke; stroke: var(--bg); stroke-width: 4px;
  stroke-linejoin: round; }
svg .vals .changed, svg .ename.changed { fill: var(--now-line);
  font-weight: 700; }
.node.actor rect, .node.actor circle { fill: var(--now); stroke-width: 4; }
.node.actor circle { r: 11px; }
.node.changed rect, .node.changed circle { stroke-dasharray: 5 3;
  stroke-width: 3; }
.node.actor.changed rect, .node.actor.changed circle { stroke-dasharray: none; }
.node.wrong rect, .node.wrong circle { stroke: var(--bad); stroke-width: 5;
  stroke-dasharray: none; }
.edge.wrong path { stroke: var(--bad); stroke-width: 4; }
.edge.changed path { stroke: var(--now-line); stroke-width: 3; }
.edge.changed .head { fill: var(--now-line); stroke: none; }
.edge.changed .hub { fill: var(--now); stroke-width: 2.5; }
.c0 { color: var(--c0); } .c1 { color: var(--c1); } .c2 { color: var(--c2); }
.c3 { color: var(--c3); } .c4 { color: var(--c4); } .c5 { color: var(--c5); }
.c6 { color: var(--c6); } .c7 { color: var(--c7); }
.node rect, .node circle { stroke: currentColor; }
#viewer { display: none; }
.script #viewer { display: block; }
.tabs, .controls { display: flex; flex-wrap: wrap; gap: .5rem;
  align-items: center; margin-bottom: .7rem; }
button, select {
  font: inherit; color: inherit; background: var(--panel);
  border: 1px solid var(--line); border-radius: 7px; padding: .25rem .7rem;
  cursor: pointer;
}
button:hover, button:focus-visible { border-color: var(--link); }
button[aria-selected="true"] { background: var(--fg); color: var(--bg); }
.controls input { flex: 1 1 180px; accent-color: var(--link); }
.controls .where { min-width: 9.5em; font-variant-numeric: tabular-nums; }
.still .controls, .still .chart { display: none; }
.what { min-height: 4.8em; margin-bottom: .6rem; }
.what b { font-family: var(--mono); font-size: 13px; }
.what .code { display: block; color: var(--soft); white-space: pre-wrap;
  overflow-wrap: anywhere; }
.split { display: grid; grid-template-columns: minmax(0, 1.15fr) minmax(0, 1fr);
  gap: 1.4rem; align-items: start; }
@media (max-width: 860px) { .split { grid-template-columns: minmax(0, 1fr); } }
@media (min-width: 861px) {
  .wide .split > div:last-child { display: contents; }
  .wide .state { margin-top: 0; }
  .wide #net { order: 1; grid-column: 1 / -1; }
}
@media (max-width: 600px) {
  body { padding: 1rem 1rem 3rem; }
  #verdicts thead { display: none; }
  #verdicts tr, #verdicts td { display: block; }
  #verdicts td { padding: .1rem 0; border: 0; }
  #verdicts tr { padding: .5rem 0; }
  #verdicts tr + tr { border-top: 1px solid var(--line); }
}
.chart { max-height: 620px; overflow: auto; border: 1px solid var(--line);
  border-radius: 8px; position: relative; outline-offset: 2px; }
.chart svg { display: block; }
.chart .heads { position: sticky; top: 0; z-index: 1; background: var(--panel);
  border-bottom: 1px solid var(--line); width: max-content; min-width: 100%; }
.chart .body { position: relative; width: max-content; min-width: 100%; }
.chart .body svg { position: absolute; left: 0; }
.chart text { font-size: 11.5px; }
.chart .lane { stroke: var(--line); }
.chart .row { fill: transparent; cursor: pointer; }
.chart .row:hover { fill: var(--panel); }
.chart .row.now { fill: var(--now); }
.chart .count { fill: var(--soft); }
.chart .act { fill: var(--bg); stroke: currentColor; stroke-width: 1.6; }
.chart .act-text { font-weight: 600; }
.chart .arrow { stroke: var(--soft); stroke-width: 1.2; fill: none; }
.chart .arrow-head { fill: var(--soft); }
.chart .note { fill: var(--soft); }
.chart .loop { stroke: var(--good); stroke-width: 2; fill: none; }
.chart .loop-text { fill: var(--good); font-weight: 600; }
.chart g { pointer-events: none; }
.state { position: relative; max-height: max(320px, 60vh); overflow: auto;
  border: 1px solid var(--line);
  border-radius: 8px; margin-top: 1rem; }
.state td { padding: .12rem .8rem; border: 0; overflow-wrap: anywhere; }
.state tr.first td { border-top: 1px solid var(--line); }
.state td:first-child { color: var(--soft); width: 46%; }
.state tr.changed td { background: var(--now); }
.state tr.changed td + td { font-weight: 700; }
.state tr.changed td.parts { font-weight: 400; }
.state td .same { color: var(--soft); }
.code ol { margin: 0; padding: 0; list-style: none; }
#model { overflow: auto; border: 1px solid var(--line); border-radius: 8px;
  background: var(--panel); padding: .6rem 0; }
#model .l { display: block; white-space: pre; min-height: 1.5em;
  line-height: 1.5; padding-right: 1rem; width: max-content; min-width: 100%; }
#model .l::before { content: attr(data-l); display: inline-block; width: 3.6em;
  padding-right: 1.2em; text-align: right; color: var(--soft); opacity: .7;
  user-select: none; }
#model mark { background: none; color: inherit;
  border-bottom: 2px solid var(--c1); }
#model mark.now { background: var(--now); outline: 2px solid var(--now-line);
  border-radius: 2px; }
details > summary { cursor: pointer; margin: .6rem 0; font-weight: 600; }
kbd { font: 11px var(--mono); border: 1px solid var(--line);
  border-radius: 4px; padding: 0 .35em; background: var(--panel); }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
@media print {
  :root { color-scheme: light; --bg: #fff; --fg: #000; --soft: #444;
    --line: #bbb; --panel: #fff; --now: #eee; --now-line: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .controls, .tabs { display: none; }
  .chart, .state { max-height: none; overflow: visible; }
  .chart .heads { position: static; }
  pre, #model .l { white-space: pre-wrap; }
  h2 { break-after: avoid; }
  figure, tr { break-inside: avoid; }
}
)css";

}  // namespace

std::string_view style_sheet() {
  return style_text;
}

}  // namespace vicinal::report::inline html
