'use strict';
// Asks where things stand, and draws it. What comes from the history only ever becomes text.
(() => {
  const EVERY = 500;
  const byId = id => document.getElementById(id);
  const count = number => number.toLocaleString('en');
  let shown = 0;
  let missed = 0;
  let over = false;

  const about = state => {
    const last = state.minute.length ? state.minute[state.minute.length - 1][0] : 0;
    return `${count(state.transactions)} transactions, ${count(state.operations)} operations`
      + (state.over ? '; all was judged, and nothing more will come' : `, ${count(last)} a second`);
  };

  const ladder = state => byId('ladder').replaceChildren(...state.levels.map(each => {
    const rung = make('li', each.answer);
    const mark = make('span', 'mark');
    mark.setAttribute('aria-hidden', 'true');
    const said = each.answer === 'holds' ? (state.over ? 'holds' : 'holds so far') : each.answer === 'unknown' ? 'not decided' : each.answer;
    rung.append(mark, make('span', 'level', each.level), ' ', make('span', 'answer', said));
    if (each.note) rung.append(' ', make('span', 'note', each.note));
    return rung;
  }));

  const drawn = (name, attributes) => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };

  // A bar a second, the newest at the right; where a level was found to be violated, a line in red.
  const minute = state => {
    const most = Math.max(1, ...state.minute.map(second => second[0]));
    const picture = drawn('svg', {viewBox: '0 0 600 120', width: '100%', role: 'img',
      'aria-label': `operations a second in the last minute, at most ${count(most)}`});
    picture.append(drawn('line', {x1: 0, x2: 600, y1: 110, y2: 110, stroke: 'var(--line)'}));
    state.minute.forEach((second, i) => {
      const x = 600 - 10 * (state.minute.length - i);
      const height = 100 * second[0] / most;
      picture.append(drawn('rect', {class: 'second', x: x + 1, y: 110 - height, width: 8, height, fill: '#6db6fe'}));
      if (second[1] > 0) picture.append(drawn('line', {class: 'mark-violated', x1: x + 5, x2: x + 5, y1: 4, y2: 116, stroke: 'var(--violated)', 'stroke-width': 3}));
    });
    const label = drawn('text', {x: 2, y: 12, fill: 'var(--dim)', 'font-size': 11});
    label.textContent = `${count(most)} operations a second at most`;
    picture.append(label);
    byId('minute').replaceChildren(picture);
  };

  const figures = state => {
    const rows = [['transactions', count(state.transactions)], ['operations', count(state.operations)],
      ['behind the writer', state.behind ? `${count(state.behind)} bytes` : 'nothing']];
    byId('figures').replaceChildren(...rows.map(([what, value]) => {
      const row = make('tr');
      const head = make('th', '', what);
      head.scope = 'row';
      row.append(head, make('td', '', value));
      return row;
    }));
  };

  const found = state => {
    if (state.found.length < shown) {
      byId('found').replaceChildren();
      shown = 0;
    }
    byId('none').hidden = state.found.length > 0;
    for (; shown < state.found.length; shown++) {
      const frame = make('iframe');
      frame.src = `found/${shown}`;
      frame.title = state.found[shown];
      byId('found').append(make('p', 'lead', state.found[shown]), frame);
    }
  };

  const show = state => {
    byId('about').textContent = about(state);
    if (!state.levels.length) return;
    ladder(state);
    minute(state);
    figures(state);
    found(state);
    document.body.dataset.operations = state.operations;
    over = state.over;
  };

  const ask = async () => {
    try {
      const answer = await fetch('state', {cache: 'no-store'});
      show(await answer.json());
      missed = 0;
    } catch (e) {
      if (++missed === 3) byId('about').textContent += over ? '.' : '. Nobody answers any more: this is where it stood.';
    }
    if (!over && missed < 120) setTimeout(ask, EVERY);
  };
  ask();
})();
