// SPDX-License-Identifier: MIT
// The script of a page steps through its runs: a chart with a lane for each
// node, the drawn network, and a table of the state. Rows of the chart are made
// while they are seen. All texts are set as text, never as markup.
#include "report/html/assets.hpp"

namespace vicinal::report::inline html {

namespace {

constexpr std::string_view script_text = R"js(
(function () {
'use strict';
var data = JSON.parse(document.getElementById('data').textContent);
if (data.runs.length === 0) return;
document.documentElement.classList.add('script');

var rowHeight = 30, overscan = 12, numbersWidth = 46;
var byId = function (id) { return document.getElementById(id); };
var text = function (i) { return i < 0 ? '' : data.texts[i]; };
var run, at, before, now, lanes, laneOf, laneWidth, notesAt, chartWidth;
var picture, nodeGroups, edgeGroups, rows, shownFrom, shownTo;
var printing = false;

function element(name, attributes, content) {
  var e = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (var key in attributes) e.setAttribute(key, attributes[key]);
  if (content !== undefined) e.textContent = content;
  return e;
}
function html(name, className, content) {
  var e = document.createElement(name);
  if (className) e.className = className;
  if (content !== undefined) e.textContent = content;
  return e;
}
function cut(s, width) {
  var most = Math.max(1, Math.floor(width / 7));
  return s.length > most ? s.slice(0, most - 1) + '…' : s;
}

// ---- states ----------------------------------------------------------------

function stateAt(k) {
  var values = run.initial.slice();
  for (var i = 0; i < k; ++i) {
    var c = run.steps[i][5];
    for (var j = 0; j < c.length; j += 2) values[c[j]] = c[j + 1];
  }
  return values;
}
function changesOf(step) {
  var list = [];
  for (var j = 0; j < step[5].length; j += 2) {
    list.push([step[5][j], step[5][j + 1]]);
  }
  return list;
}

// The fields of a struct, each with its value; null of other values.
function fieldsOf(s) {
  if (s.charAt(0) !== '{' || s.indexOf(': ') < 0) return null;
  var out = [], depth = 0, from = 1;
  for (var i = 1; i < s.length; ++i) {
    var c = s.charAt(i);
    if (depth === 0 && (c === ',' || c === '}')) {
      var colon = s.indexOf(': ', from);
      if (colon < 0 || colon > i) return null;
      out.push([s.slice(from, colon).trim(), s.slice(colon + 2, i)]);
      from = i + 1;
    }
    if ('{[<('.indexOf(c) >= 0) ++depth;
    if ('}]>)'.indexOf(c) >= 0) --depth;
  }
  return out;
}
// What of a value is another one: its name and the new value.
function partsOf(name, old, value) {
  var was = fieldsOf(old), is = fieldsOf(value), out = [];
  if (!was || !is || was.length !== is.length) return [[name, value]];
  is.forEach(function (f, i) {
    if (was[i][1] === f[1]) return;
    out = out.concat(partsOf(name + '.' + f[0], was[i][1], f[1]));
  });
  return out;
}
// Behind each step, what it changes, in words.
function describe() {
  var values = run.initial.slice();
  run.steps.forEach(function (step) {
    var parts = [];
    changesOf(step).forEach(function (c) {
      parts = parts.concat(partsOf(text(run.vars[c[0]][0]),
        text(values[c[0]]), text(c[1])));
      values[c[0]] = c[1];
    });
    step[6] = parts.map(function (p) { return p.join(' = '); }).join(', ');
  });
}

// ---- the chart -------------------------------------------------------------

// A lane for each node that acts, is changed, or reads an edge that is. Where
// these are many, only the first two kinds.
function chooseLanes() {
  var ends = data.drawings[run.drawing].ends, seen = {}, readers = {};
  var rules = false;
  run.steps.forEach(function (step) {
    if (step[0] >= 0) seen[step[0]] = true; else rules = true;
    changesOf(step).forEach(function (c) {
      var v = run.vars[c[0]];
      if (v[2] === 0) seen[v[3]] = true;
      if (v[2] !== 1) return;
      var e = ends[v[3]] || [];
      for (var i = 0; i < e.length; i += 2) if (e[i + 1]) readers[e[i]] = true;
    });
  });
  var number = function (a, b) { return a - b; };
  var all = Object.keys(Object.assign({}, seen, readers)).map(Number);
  lanes = (all.length > 40 ? Object.keys(seen).map(Number) : all).sort(number);
  if (rules) lanes.unshift(-1);
  laneOf = {};
  lanes.forEach(function (n, i) { laneOf[n] = i; });
  var n = lanes.length;
  var label = run.steps.slice(0, 2000).reduce(function (most, step) {
    return Math.max(most, text(step[1]).length);
  }, 0);
  laneWidth = n <= 4 ? Math.min(170, Math.max(116, 7 * label + 26))
    : n <= 7 ? 92 : n <= 12 ? 68 : n <= 30 ? 34 : 18;
  notesAt = numbersWidth + n * laneWidth + 26;
  chartWidth = Math.max(notesAt + 150, byId('chart').clientWidth);
}
function laneX(n) {
  return numbersWidth + laneOf[n] * laneWidth + laneWidth / 2;
}
function nodeName(n) {
  return n < 0 ? 'rules' : text(data.drawings[run.drawing].nodes[n]);
}
function colorClass(n) {
  var g = n < 0 ? null : nodeGroups[n];
  if (!g) return 'c6';
  return (/\bc\d\b/.exec(g.getAttribute('class')) || ['c6'])[0];
}
function drawHeads() {
  var tall = laneWidth < 60, height = tall ? 84 : 30;
  var svg = element('svg', {width: chartWidth, height: height});
  lanes.forEach(function (n) {
    var x = laneX(n), t;
    if (tall) {
      t = element('text', {x: x + 4, y: height - 8, 'class': 'head-text',
        transform: 'rotate(-60 ' + (x + 4) + ' ' + (height - 8) + ')'},
        cut(nodeName(n), 84));
    } else {
      t = element('text', {x: x, y: 20, 'text-anchor': 'middle',
        'font-weight': 600}, cut(nodeName(n), laneWidth - 6));
    }
    t.appendChild(element('title', {}, nodeName(n)));
    svg.appendChild(t);
  });
  svg.appendChild(element('text', {x: notesAt, y: height - 10,
    'class': 'note'}, 'changes'));
  byId('heads').replaceChildren(svg);
}
// Who is reached by a change: its owner, or who reads the edge.
function targets(step) {
  var list = {}, ends = data.drawings[run.drawing].ends;
  changesOf(step).forEach(function (c) {
    var v = run.vars[c[0]];
    if (v[2] === 0) list[v[3]] = 2;
    if (v[2] !== 1) return;
    var e = ends[v[3]] || [];
    for (var i = 0; i < e.length; i += 2) {
      if (e[i + 1] && !list[e[i]]) list[e[i]] = 1;
    }
  });
  delete list[step[0]];
  return Object.keys(list).map(Number).filter(function (n) {
    return laneOf[n] !== undefined;
  });
}
function wordsOf(step) {
  var words = text(step[4]) || changesText(step) || 'nothing changes';
  return laneWidth < 60 ? text(step[2]) + ': ' + words : words;
}
function changesText(step) {
  return step[6];
}
function drawArrow(g, from, to, y) {
  var way = to > from ? 1 : -1;
  g.appendChild(element('path', {'class': 'arrow',
    d: 'M' + from + ' ' + y + 'H' + (to - way * 5)}));
  g.appendChild(element('path', {'class': 'arrow-head',
    d: 'M' + to + ' ' + y + 'l' + (-way * 7) + ' -4v8z'}));
}
function drawRow(g, k) {
  var y = k * rowHeight, middle = y + rowHeight / 2;
  g.appendChild(element('text', {x: numbersWidth - 14, y: middle + 4,
    'text-anchor': 'end', 'class': 'count'}, k));
  if (k === 0) {
    g.appendChild(element('text', {x: numbersWidth + 8, y: middle + 4,
      'class': 'note'}, run.blocking ? 'before' : 'start'));
    return;
  }
  var step = run.steps[k - 1];
  if (laneOf[step[0]] !== undefined) {
    var x = laneX(step[0]), half = laneWidth >= 60 ? laneWidth / 2 - 6 : 8;
    targets(step).forEach(function (n) {
      drawArrow(g, x + (laneX(n) > x ? half : -half), laneX(n), middle);
    });
    var box = element('g', {'class': colorClass(step[0])});
    box.appendChild(element('rect', {x: x - half, y: middle - 10,
      width: 2 * half, height: 20, rx: 6, 'class': 'act'}));
    if (laneWidth >= 60) {
      box.appendChild(element('text', {x: x, y: middle + 4,
        'text-anchor': 'middle', 'class': 'act-text'},
        cut(text(step[1]), 2 * half - 6)));
    }
    g.appendChild(box);
  }
  g.appendChild(element('text', {x: notesAt, y: middle + 4, 'class': 'note'},
    cut(wordsOf(step), (printing ? 700 : chartWidth - 8) - notesAt)));
}
function drawLoop(g) {
  if (run.loop < 0) return;
  var x = notesAt - 14, top = (run.loop + 1) * rowHeight + 6;
  var bottom = (run.steps.length + 1) * rowHeight - 6;
  g.appendChild(element('path', {'class': 'loop', d: 'M' + (x - 7) + ' ' +
    bottom + 'H' + x + 'V' + top + 'H' + (x - 7)}));
  g.appendChild(element('path', {'class': 'loop', d: 'M' + (x - 3) + ' ' +
    (top - 4) + 'l-5 4l5 4'}));
}
// Rows that are in sight, and some around.
function drawRows(force) {
  var chart = byId('chart'), count = run.steps.length + 1;
  var from = Math.max(0, Math.floor(chart.scrollTop / rowHeight) - overscan);
  var to = Math.min(count, Math.ceil((chart.scrollTop + chart.clientHeight) /
    rowHeight) + overscan);
  if (printing) { from = 0; to = count; }
  if (!force && from >= shownFrom && to <= shownTo) return;
  shownFrom = from = Math.max(0, from - overscan);
  shownTo = to = Math.min(count, to + overscan);
  var svg = element('svg', {width: chartWidth, height: (to - from) * rowHeight,
    viewBox: '0 ' + from * rowHeight + ' ' + chartWidth + ' ' +
    (to - from) * rowHeight});
  svg.style.top = from * rowHeight + 'px';
  for (var k = from; k < to; ++k) {
    var row = element('rect', {x: 0, y: k * rowHeight, width: chartWidth,
      height: rowHeight, 'class': k === at ? 'row now' : 'row', 'data-k': k});
    svg.appendChild(row);
  }
  var g = element('g', {});
  lanes.forEach(function (n) {
    g.appendChild(element('path', {'class': 'lane', d: 'M' + laneX(n) + ' ' +
      from * rowHeight + 'V' + to * rowHeight}));
  });
  for (k = from; k < to; ++k) drawRow(g, k);
  drawLoop(g);
  svg.appendChild(g);
  byId('rows').style.height = count * rowHeight + 'px';
  byId('rows').style.width = chartWidth + 'px';
  byId('rows').replaceChildren(svg);
}
function markRow() {
  byId('rows').querySelectorAll('.row').forEach(function (r) {
    r.setAttribute('class',
      Number(r.getAttribute('data-k')) === at ? 'row now' : 'row');
  });
}
function bringIntoSight() {
  var chart = byId('chart'), head = byId('heads').offsetHeight;
  var top = at * rowHeight, bottom = top + rowHeight + head;
  if (top < chart.scrollTop) chart.scrollTop = top;
  if (bottom > chart.scrollTop + chart.clientHeight) {
    chart.scrollTop = bottom - chart.clientHeight;
  }
  var actor = at > 0 ? run.steps[at - 1][0] : -2;
  if (laneOf[actor] === undefined) return;
  var x = laneX(actor), left = chart.scrollLeft;
  if (x - laneWidth < left || x + laneWidth > left + chart.clientWidth) {
    chart.scrollLeft = Math.max(0, x - chart.clientWidth / 2);
  }
}

// ---- the network -----------------------------------------------------------

function copyPicture() {
  nodeGroups = {};
  edgeGroups = {};
  var original = document.querySelector('svg.net[data-drawing="' +
    run.drawing + '"]');
  byId('net').replaceChildren();
  picture = original ? original.cloneNode(true) : null;
  if (!picture) return;
  picture.querySelectorAll('.node').forEach(function (g) {
    nodeGroups[g.getAttribute('data-n')] = g;
  });
  picture.querySelectorAll('.edge').forEach(function (g) {
    edgeGroups[g.getAttribute('data-e')] = g;
  });
  byId('net').appendChild(picture);
}
function toggle(g, name, on) {
  if (g) g.classList.toggle(name, on);
}
// Lines under a node, and whether something in them changes. What is true has
// its name on the first line, and what was has it struck out by a "!".
function linesOf(list, changed) {
  if (list.length === 1) return [[text(now[list[0]]), !!changed[list[0]]]];
  var flags = [], any = false, out = [];
  list.forEach(function (i) {
    var name = text(run.vars[i][1]), value = text(now[i]);
    if (value !== 'true' && value !== 'false') {
      out.push([name + ' ' + value, !!changed[i]]);
    } else if (value === 'true' || changed[i]) {
      flags.push((value === 'true' ? '' : '!') + name);
      any = any || !!changed[i];
    }
  });
  if (flags.length > 0) out.unshift([flags.join(', '), any]);
  return out;
}
function drawValues(changed) {
  var values = picture.hasAttribute('data-values'), of = {}, edges = {};
  run.vars.forEach(function (v, i) {
    if (v[2] === 0) (of[v[3]] = of[v[3]] || []).push(i);
    if (v[2] === 1) (edges[v[3]] = edges[v[3]] || []).push(i);
  });
  Object.keys(values ? of : {}).forEach(function (n) {
    var g = nodeGroups[n];
    if (!g) return;
    var old = g.querySelector('.vals');
    if (old) old.remove();
    var lines = linesOf(of[n], changed);
    if (lines.length > 3) {
      lines.forEach(function (l, i) { l.push(i); });
      lines.sort(function (a, b) { return b[1] - a[1] || a[2] - b[2]; });
      lines = lines.slice(0, 3).sort(function (a, b) { return a[2] - b[2]; });
    }
    var t = element('text', {'class': 'vals', 'text-anchor': 'middle'});
    lines.forEach(function (l, line) {
      t.appendChild(element('tspan', {x: g.getAttribute('data-x'),
        y: Number(g.getAttribute('data-y')) + 27 + 13 * line,
        'class': l[1] ? 'changed' : ''}, cut(l[0], 150)));
    });
    g.appendChild(t);
  });
  Object.keys(edges).forEach(function (e) {
    var label = edgeGroups[e] && edgeGroups[e].querySelector('.ename');
    if (!label) return;
    var list = edges[e], i = list[0], name = text(run.vars[i][0]);
    var value = text(now[i]);
    // Of a struct there is room for what changes only.
    var parts = !fieldsOf(value) ? [[name, value]]
      : changed[i] ? partsOf(name, text(before[i]), value) : [[name]];
    label.textContent = parts.map(function (p) {
      return p.map(function (word) { return cut(word, 120); }).join(' = ');
    }).slice(0, 1).join('') + (parts.length > 1 ? ', …' : '');
    label.classList.toggle('changed', list.some(function (i) {
      return changed[i];
    }));
  });
}
// Whether a node (1), or an edge (2), is what breaks the property here.
function isWrong(kind, number) {
  return !!run.wrong && at === run.steps.length &&
    run.wrong[kind].indexOf(number) >= 0;
}
function drawState() {
  if (!picture) return;
  var step = at > 0 ? run.steps[at - 1] : null, changed = {}, owners = {};
  if (step) changesOf(step).forEach(function (c) {
    changed[c[0]] = true;
    var v = run.vars[c[0]];
    owners[v[2] + ':' + v[3]] = true;
  });
  Object.keys(nodeGroups).forEach(function (n) {
    toggle(nodeGroups[n], 'actor', !!step && step[0] === Number(n));
    toggle(nodeGroups[n], 'changed', !!owners['0:' + n]);
    toggle(nodeGroups[n], 'wrong', isWrong(1, Number(n)));
  });
  Object.keys(edgeGroups).forEach(function (e) {
    toggle(edgeGroups[e], 'changed', !!owners['1:' + e]);
    toggle(edgeGroups[e], 'wrong', isWrong(2, Number(e)));
  });
  drawValues(changed);
}

// ---- the table of the state, and the text of the model ---------------------

function makeTable() {
  var body = html('tbody'), last = '';
  rows = run.vars.map(function (v) {
    var row = html('tr'), owner = v[2] + ':' + v[3];
    if (last && owner !== last) row.className = 'first';
    last = owner;
    row.append(html('td', '', text(v[0])), html('td'));
    body.appendChild(row);
    return row;
  });
  var table = html('table');
  table.appendChild(body);
  byId('state').replaceChildren(table);
}
// Of a struct, what was, and all that is, where the new parts are bold.
function showChange(cell, old, value) {
  var was = fieldsOf(old), is = fieldsOf(value), gone = [];
  if (!was || !is || was.length !== is.length) {
    cell.className = '';
    cell.textContent = old + ' → ' + value;
    return;
  }
  cell.replaceChildren();
  cell.className = 'parts';
  is.forEach(function (f, i) {
    var other = was[i][1] !== f[1];
    if (other) gone.push(was[i].join(': '));
    cell.append(i ? ', ' : '{', html(other ? 'b' : 'span', other ? '' : 'same',
      f.join(': ')));
  });
  cell.prepend(gone.join(', ') + ' → ');
  cell.append('}');
}
function fillTable() {
  var first = null;
  for (var i = 0; i < rows.length; ++i) {
    var differs = before[i] !== now[i], cell = rows[i].lastChild;
    var words = text(now[i]);
    if (differs) {
      showChange(cell, text(before[i]), words);
    } else if (cell.textContent !== words) {
      cell.className = '';
      cell.textContent = words;
    }
    rows[i].classList.toggle('changed', differs);
    if (differs && !first) first = rows[i];
  }
  if (!first) return;
  var table = byId('state'), top = first.offsetTop;
  if (top < table.scrollTop ||
      top + 24 > table.scrollTop + table.clientHeight) {
    table.scrollTop = Math.max(0, top - table.clientHeight / 3);
  }
}
function markModel() {
  document.querySelectorAll('#model .now').forEach(function (m) {
    m.classList.remove('now');
  });
  var mark = at > 0 ? run.steps[at - 1][3] : -1;
  var where = byId('where-code');
  where.textContent = '';
  if (mark < 0) return;
  var lines = [];
  document.querySelectorAll('#model mark[data-m="' + mark + '"]').forEach(
    function (m) {
      m.classList.add('now');
      var line = m.closest('.l');
      if (lines.indexOf(line) < 0) lines.push(line);
    });
  if (lines.length === 0) return;
  where.textContent = lines[0].getAttribute('data-l') + '  ' +
    lines.map(function (l) { return l.textContent.trim(); }).join(' ');
}

// ---- stepping --------------------------------------------------------------

function go(k) {
  at = Math.max(0, Math.min(run.steps.length, k));
  now = stateAt(at);
  before = at > 0 ? stateAt(at - 1) : now;
  var step = at > 0 ? run.steps[at - 1] : null;
  byId('slider').value = at;
  byId('slider').setAttribute('aria-valuetext', 'step ' + at);
  byId('where').textContent = at === 0
    ? (run.steps.length === 0 ? 'one state'
      : run.blocking ? 'before the step' : 'start, ' + run.steps.length +
       (run.steps.length === 1 ? ' step' : ' steps'))
    : 'step ' + at + ' of ' + run.steps.length;
  byId('step-name').textContent = step ? text(step[2]) : '';
  var notes = [];
  if (step) notes.push(text(step[4]) || changesText(step) || 'nothing changes');
  if (run.loop >= 0 && at === run.loop) notes.push('the loop starts here');
  if (run.loop >= 0 && at === run.steps.length) {
    notes.push('from here it goes on as after step ' + run.loop +
      ', for ever');
  }
  byId('step-note').textContent = notes.join('; ');
  byId('step-wrong').textContent =
    run.wrong && at === run.steps.length ? '✗ ' + text(run.wrong[0]) : '';
  fillTable();
  drawState();
  bringIntoSight();
  drawRows(false);
  markRow();
  markModel();
}
function open(number) {
  run = data.runs[number];
  byId('tabs').querySelectorAll('button').forEach(function (b, i) {
    b.setAttribute('aria-selected', i === number ? 'true' : 'false');
  });
  if (data.runs.length > 1) {
    byId('panel').setAttribute('aria-labelledby', 'tab' + number);
  }
  byId('run-title').textContent = text(run.title);
  byId('run-note').textContent = text(run.note) + (run.out > 0
    ? ' ' + run.out + ' more steps are left out.' : '');
  byId('slider').max = run.steps.length;
  byId('slider').disabled = run.steps.length === 0;
  byId('viewer').classList.toggle('still', run.steps.length === 0);
  byId('chart').scrollTop = 0;
  describe();
  copyPicture();
  byId('viewer').classList.toggle('wide', !!picture &&
    parseFloat(picture.style.maxWidth) > 760);
  chooseLanes();
  makeTable();
  drawHeads();
  at = 0;
  drawRows(true);
  go(0);
}
function key(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  var steps = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0,
    End: run.steps.length, PageDown: at + 10, PageUp: at - 10};
  if (!(event.key in steps)) return;
  // Those that scroll a page do so where nobody has come to the run.
  if (!/^Arrow/.test(event.key) && !byId('viewer').contains(event.target)) {
    return;
  }
  if (/^(SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
  event.preventDefault();
  go(steps[event.key]);
}

data.runs.forEach(function (r, i) {
  var b = html('button', '', text(r.title));
  b.type = 'button';
  b.id = 'tab' + i;
  b.setAttribute('role', 'tab');
  b.setAttribute('aria-controls', 'panel');
  b.addEventListener('click', function () { open(i); });
  byId('tabs').appendChild(b);
});
byId('tabs').hidden = data.runs.length === 1;
if (data.runs.length === 1) {
  byId('tabs').style.display = 'none';
  byId('panel').removeAttribute('role');
}
byId('slider').addEventListener('input', function () {
  go(Number(byId('slider').value));
});
[['first', function () { return 0; }],
 ['back', function () { return at - 1; }],
 ['on', function () { return at + 1; }],
 ['last', function () { return run.steps.length; }]].forEach(function (b) {
  byId(b[0]).addEventListener('click', function () { go(b[1]()); });
});
byId('chart').addEventListener('scroll', function () { drawRows(false); });
byId('rows').addEventListener('click', function (event) {
  var k = event.target.getAttribute('data-k');
  if (k !== null) go(Number(k));
});
document.addEventListener('keydown', key);
// Paper has all rows, and what is folded.
window.addEventListener('beforeprint', function () {
  printing = true;
  document.querySelectorAll('details:not([open])').forEach(function (d) {
    if (d.textContent.length > 20000) return;
    d.classList.add('folded');
    d.open = true;
  });
  drawRows(true);
});
window.addEventListener('afterprint', function () {
  printing = false;
  document.querySelectorAll('details.folded').forEach(function (d) {
    d.classList.remove('folded');
    d.open = false;
  });
  drawRows(true);
});
document.querySelectorAll('[data-run]').forEach(function (a) {
  a.addEventListener('click', function () {
    open(Number(a.getAttribute('data-run')));
  });
});
open(0);
}());
)js";

}  // namespace

std::string_view script() {
  return script_text;
}

}  // namespace vicinal::report::inline html
