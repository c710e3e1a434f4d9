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

  // A lane a session, a cell a second: the more committed, the darker; below, what aborted and what has no outcome.
  const LANES = 24;
  const sessions = state => {
    const all = new Map();
    state.minute.forEach(second => Object.entries(second[3]).forEach(([name, ended]) =>
      all.set(name, (all.get(name) || 0) + ended[0] + ended[1] + ended[2])));
    const names = [...all.keys()].sort((a, b) => all.get(b) - all.get(a)).slice(0, LANES)
      .sort((a, b) => a.localeCompare(b, 'en', {numeric: true}));
    const height = 12 * names.length;
    const most = Math.max(1, ...state.minute.flatMap(second => names.map(name => (second[3][name] || [0])[0])));
    const picture = drawn('svg', {viewBox: `0 0 600 ${height + 14}`, width: '100%', role: 'img',
      'aria-label': `transactions of ${names.length} sessions in the last minute`});
    names.forEach((name, lane) => {
      const y = 14 + 12 * lane;
      state.minute.forEach((second, i) => {
        const ended = second[3][name];
        if (!ended) return;
        const x = 600 - 10 * (state.minute.length - i);
        const cell = drawn('g', {class: 'cell'});
        cell.append(drawn('rect', {x, y, width: 9, height: 11, fill: '#6db6fe', opacity: ended[0] ? 0.25 + 0.75 * ended[0] / most : 0}));
        if (ended[1]) cell.append(drawn('rect', {x, y: y + 8, width: 9, height: 3, fill: 'var(--dim)'}));
        if (ended[2]) cell.append(drawn('rect', {x, y, width: 9, height: 3, fill: '#f2a33c'}));
        const title = drawn('title', {});
        title.textContent = `session ${name}: ${count(ended[0])} committed, ${count(ended[1])} aborted, ${count(ended[2])} without an outcome`;
        cell.append(title);
        picture.append(cell);
      });
      const label = drawn('text', {x: 2, y: y + 9, fill: 'var(--dim)', 'font-size': 9});
      label.textContent = name;
      picture.append(label);
    });
    state.minute.forEach((second, i) => {
      if (!second[1]) return;
      const x = 600 - 10 * (state.minute.length - i) + 5;
      picture.append(drawn('line', {class: 'mark-violated', x1: x, x2: x, y1: 12, y2: height + 14, stroke: 'var(--violated)', 'stroke-width': 2}));
    });
    const head = drawn('text', {x: 2, y: 10, fill: 'var(--dim)', 'font-size': 11});
    head.textContent = `transactions by session${all.size > names.length ? `, ${names.length} of ${all.size}` : ''}; grey: aborted, orange: without an outcome`;
    picture.append(head);
    byId('sessions').replaceChildren(picture);
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
    sessions(state);
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
