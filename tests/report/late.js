// Behind the script of a page: presses keys, and looks.
(function () {
var byId = function (id) { return document.getElementById(id); };
var all = function (query) { return document.querySelectorAll(query).length; };
var check = function (holds, words) { if (!holds) wrong.push(words); };
var press = function (key) {
  byId('chart').dispatchEvent(new KeyboardEvent('keydown',
    {key: key, bubbles: true, cancelable: true}));
};
// Whether a key that nobody gives to a run is left to the page.
var isLeft = function (key) {
  return document.body.dispatchEvent(new KeyboardEvent('keydown',
    {key: key, bubbles: true, cancelable: true}));
};
var slider = byId('slider'), begin = performance.now();
var data = JSON.parse(byId('data').textContent);
var text = function (i) { return i < 0 ? '' : data.texts[i]; };

// What is shown after k steps.
function look(run, k, values) {
  var step = run.steps[k - 1], at = 'step ' + k + ': ';
  check(byId('where').textContent === 'step ' + k + ' of ' + run.steps.length,
    at + byId('where').textContent);
  check(all('#state tr.changed') === step[5].length / 2, at + 'changes');
  byId('state').querySelectorAll('tr').forEach(function (row, i) {
    var shown = row.lastChild.textContent.split(' → ').pop();
    check(shown === text(values[i]), at + 'shows ' + shown);
  });
  if (step[3] >= 0) check(all('#model mark.now') > 0, at + 'no mark');
  if (step[0] >= 0 && all('#net svg') > 0) {
    check(all('#net .actor') === 1, at + 'no actor');
  }
  check(all('#rows .row.now') === 1, at + 'no row');
}
function walk(run) {
  var count = run.steps.length, values = run.initial.slice();
  var few = Math.min(count, 60);
  check(Number(slider.max) === count, 'the slider ends elsewhere');
  for (var k = 1; k <= few; ++k) {
    var changes = run.steps[k - 1][5];
    for (var j = 0; j < changes.length; j += 2) {
      values[changes[j]] = changes[j + 1];
    }
    press('ArrowRight');
    look(run, k, values);
  }
  if (run.wrong) {
    press('End');
    check(byId('step-wrong').textContent.indexOf(text(run.wrong[0])) > 0,
      'does not say what is wrong');
    check(all('#net svg') === 0 ||
      all('#net .node.wrong') === run.wrong[1].filter(function (n, i, list) {
        return list.indexOf(n) === i;
      }).length, 'does not mark who breaks it');
    press('Home');
    check(count === 0 || all('#net .wrong') === 0, 'marked at the start');
    press('ArrowRight');
  }
  press('End');
  press('ArrowRight');
  check(Number(slider.value) === count, 'beyond the end');
  check(all('#rows .row') < 120, 'all rows are drawn');
  press('Home');
  check(Number(slider.value) === 0, 'not at the start');
  press('ArrowLeft');
  check(Number(slider.value) === 0, 'before the start');
  if (count === 0) return;
  slider.value = 1;
  slider.dispatchEvent(new Event('input'));
  check(byId('where').textContent === 'step 1 of ' + count,
    'the slider does not step');
}
check(document.documentElement.classList.contains('script') ===
  (data.runs.length > 0), 'no viewer');
data.runs.forEach(function (run, i) {
  byId('tabs').querySelectorAll('button')[i].click();
  walk(run);
});
['Home', 'End', 'PageUp', 'PageDown'].forEach(function (key) {
  check(isLeft(key), key + ' is taken from the page');
});
check(data.runs.length === 0 ||
  !isLeft('ArrowLeft'), 'an arrow does not step');
check(data.runs.length < 2 ||
  all('#tabs [role=tab][aria-controls=panel]') === data.runs.length, 'no tabs');
// By the clock, of a machine that may be busy.
check(performance.now() - begin < 30000, 'slow');
check(performance.getEntriesByType('resource').length === 0, 'it asks');
var out = document.createElement('p');
out.textContent = 'RESULT ' + (wrong.length === 0 ? 'good ' +
  data.runs.length : wrong.slice(0, 5).join('; ')) + ' END';
document.body.appendChild(out);
}());
