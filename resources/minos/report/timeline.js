'use strict';
// The whole history: sessions are lanes, time goes to the right. All is drawn on a canvas, so that a million transactions are no
// more to the browser than a hundred.
(async () => {
  const root = document.getElementById('timeline');
  if (!root) return;
  const data = JSON.parse(document.getElementById('timeline-data').textContent);
  const STATUS = ['committed', 'aborted', 'indeterminate'];
  const GUTTER = 92;
  const OVERVIEW = 44;
  const AXIS = 20;
  const LABELS = 32;
  const TOP = OVERVIEW + AXIS;
  const MOST_HEIGHT = 520;
  const MANY = 20000;

  // Its room is kept while it is made, so that nothing moves under the reader's pointer.
  root.style.minHeight = Math.min(MOST_HEIGHT, TOP + LABELS + 4 + 24 * Math.max(1, data.sessions.length)) + 120 + 'px';
  if (!window.DecompressionStream) {
    root.append(make('p', 'note', 'The timeline needs a browser of 2023 or later.'));
    return;
  }

  // Columns

  const inflate = async text => {
    const packed = atob(text);
    const bytes = new Uint8Array(packed.length);
    for (let i = 0; i < packed.length; i++) bytes[i] = packed.charCodeAt(i);
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  };
  const column = async (name, Type, signed) => {
    const bytes = await inflate(data.columns[name]);
    let count = 0;
    for (let i = 0; i < bytes.length; i++) if (bytes[i] < 128) count++;
    const values = new Type(count);
    for (let i = 0, at = 0; i < count; i++) {
      let value = 0, factor = 1;
      for (; bytes[at] >= 128; at++, factor *= 128) value += (bytes[at] & 127) * factor;
      value += bytes[at++] * factor;
      values[i] = !signed ? value : value % 2 ? -(value + 1) / 2 : value / 2;
    }
    return values;
  };
  const [session, status, ends, spans, ids, counts, kinds, known, numbers, lengths, sources] = await Promise.all([
    column('session', Int32Array), column('status', Uint8Array), column('end', Int32Array, true),
    column('span', Int32Array), column('ids', Int32Array), column('counts', Int32Array), column('kinds', Float64Array),
    column('known', Uint8Array), column('numbers', Float64Array, true), column('lengths', Int32Array),
    column('sources', Float64Array)]);
  const texts = new TextDecoder().decode(await inflate(data.columns.texts)).split('\n');
  const n = data.n;
  const name = t => 'T' + (data.first + t);

  // Places in the history; and where they are drawn: at the same place, or at their time in milliseconds.
  const invoked = new Int32Array(n);
  const completed = new Int32Array(n);
  for (let t = 0, at = 0; t < n; t++) {
    at = data.realTime ? at + ends[t] : t + 1;
    invoked[t] = data.realTime ? at - spans[t] : t;
    completed[t] = at;
  }
  const time = place => {
    const {at, micros} = data.clock;
    let low = 1, high = at.length - 1;
    while (low < high) {
      const middle = low + high >> 1;
      if (at[middle] < place) low = middle + 1;
      else high = middle;
    }
    const share = Math.max(0, Math.min(1, (place - at[low - 1]) / (at[low] - at[low - 1])));
    return (micros[low - 1] + share * (micros[low] - micros[low - 1])) / 1000;
  };
  const begin = new Float64Array(n);
  const end = new Float64Array(n);
  let last, least, origin, byTime;
  const where = place => (byTime ? time(place) : place) - origin;
  const measure = timely => {
    byTime = timely;
    origin = timely ? time(data.begin) : data.begin;
    last = Math.max(1, (timely ? time(data.end) : data.end) - origin);
    least = timely ? Math.min(last, 0.05) : Math.min(last, 8);
    for (let t = 0; t < n; t++) {
      begin[t] = where(invoked[t]);
      end[t] = where(completed[t]);
    }
  };
  measure(Boolean(data.clock));
  const position = new Int32Array(n);
  const seen = new Int32Array(Math.max(1, session.reduce((most, s) => Math.max(most, s + 1), 0)));
  for (let t = 0; t < n; t++) position[t] = ++seen[session[t]];
  const sessionName = s => s < data.sessions.length ? data.sessions[s] : '#' + s;
  const keyName = k => k < data.keys.length ? data.keys[k] : '#' + k;

  // What transactions did, as far as the page has it: by transaction the first of its operations, or -1.
  const first = new Int32Array(n).fill(-1);
  const many = new Int32Array(n);
  const opText = [];
  const opSource = new Int32Array(kinds.length).fill(-1);
  {
    const lastValue = new Map();
    let op = 0, number = 0, text = 0, length = 0, source = 0, t = 0;
    for (let i = 0; i < ids.length; i++) {
      t += ids[i];
      first[t] = op;
      many[t] = counts[i];
      for (let j = 0; j < counts[i]; j++, op++) {
        const key = Math.floor(kinds[op] / 2);
        const write = kinds[op] % 2;
        let value = known[op] === 0 ? '?' : data.initial;
        if (known[op] === 2) {
          value = (lastValue.get(key) || 0) + numbers[number++];
          lastValue.set(key, value);
        } else if (known[op] === 3) {
          value = texts[text++];
        }
        if (!write && data.list) {
          const long = lengths[length++];
          if (known[op] !== 0) value = long === 0 ? '[]' : long === 1 ? '[' + value + ']' : '[… ' + value + '] (' + long + ')';
        }
        opText.push(value);
        if (write) continue;
        const from = sources[source++];
        if (from) opSource[op] = from % 2 ? t + (from - 1) / 2 : t - (from - 2) / 2;
      }
    }
  }
  const keyOf = op => Math.floor(kinds[op] / 2);
  const isWrite = op => kinds[op] % 2 === 1;
  const told = op => (isWrite(op) ? data.list ? 'append ' + keyName(keyOf(op)) + ' ' : 'w ' + keyName(keyOf(op)) + '='
    : 'r ' + keyName(keyOf(op)) + '=') + opText[op];

  let readers;
  const readersOf = t => {
    if (!readers) {
      readers = new Map();
      for (let r = 0; r < n; r++) {
        for (let op = first[r]; first[r] >= 0 && op < first[r] + many[r]; op++) {
          const s = opSource[op];
          if (s < 0 || s === r) continue;
          if (!readers.has(s)) readers.set(s, []);
          readers.get(s).push([r, op]);
        }
      }
    }
    return readers.get(t) || [];
  };

  // Which counterexamples a transaction is in.
  const castOf = new Map();
  data.casts.forEach((cast, i) => {
    for (const t of cast) castOf.set(t, [...castOf.get(t) || [], i]);
  });

  // Lanes: a session each; where there are many, those that are over before others begin share one.
  const FEW = 48;
  const sessions = seen.length;
  const laneOf = new Int32Array(sessions);
  let lanes = 0;
  const packed = sessions > FEW && data.realTime;
  if (packed) {
    const from = new Float64Array(sessions).fill(Infinity);
    const to = new Float64Array(sessions);
    for (let t = 0; t < n; t++) {
      from[session[t]] = Math.min(from[session[t]], invoked[t]);
      to[session[t]] = Math.max(to[session[t]], completed[t]);
    }
    const free = [];
    const lost = new Map(data.reconnections.map(([before, next]) => [next, before]));
    for (const s of [...Array(sessions).keys()].sort((a, b) => from[a] - from[b])) {
      let lane = lost.has(s) ? laneOf[lost.get(s)] : -1; // a client stays where it is
      if (lane < 0 || !(free[lane] < from[s])) lane = free.findIndex(until => until < from[s]);
      if (lane < 0) lane = free.push(0) - 1;
      free[lane] = to[s];
      laneOf[s] = lane;
    }
    lanes = free.length;
  } else {
    for (let s = 0; s < sessions; s++) laneOf[s] = s;
    lanes = Math.max(1, sessions);
  }
  const laneHeight = Math.max(6, Math.min(24, Math.floor((MOST_HEIGHT - TOP - LABELS) / lanes)));
  const areaHeight = Math.min(lanes * laneHeight, MOST_HEIGHT - TOP - LABELS);
  const height = TOP + LABELS + areaHeight + 4;

  // The page's part

  const bar = make('div', 'controls');
  const input = (label, list) => {
    const box = make('label', '', label + ' ');
    const field = make('input');
    field.size = 10;
    field.placeholder = 'all';
    const options = make('datalist');
    options.id = 'timeline-' + label;
    for (const name of list.slice(0, 1000)) options.append(Object.assign(make('option'), {value: name}));
    field.setAttribute('list', options.id);
    field.addEventListener('input', () => filter());
    box.append(field, options);
    bar.append(box);
    return field;
  };
  button(bar, '−', 'zoom out', () => zoom(2));
  button(bar, '+', 'zoom in', () => zoom(0.5));
  button(bar, 'fit', 'show all', () => look(0, last));
  if (data.clock) {
    const order = button(bar, 'by order', 'one step for each operation, instead of time', () => {
      const middle = (view.from + view.to) / 2 / last;
      const share = (view.to - view.from) / last;
      measure(!byTime);
      order.setAttribute('aria-pressed', !byTime);
      histogram = null;
      look((middle - share / 2) * last, (middle + share / 2) * last);
      if (selected >= 0) select(selected, true);
    });
    order.setAttribute('aria-pressed', 'false');
  }
  if (data.casts.length) {
    button(bar, '‹', 'previous counterexample', () => step(-1));
    button(bar, '›', 'next counterexample', () => step(1));
  }
  const keyField = input('key', data.keys);
  const sessionField = input('session', data.sessions);
  const boxes = STATUS.map(name => {
    const label = make('label', 'check');
    const field = make('input');
    field.type = 'checkbox';
    field.checked = true;
    field.addEventListener('change', () => filter());
    label.append(field, make('i', ['ok', 'fail', 'info'][STATUS.indexOf(name)]), name);
    bar.append(label);
    return field;
  });
  const stage = make('div', 'stage');
  const canvas = make('canvas');
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'application');
  canvas.setAttribute('aria-label', 'timeline of all ' + n + ' transactions; arrows move, plus and minus zoom, 0 shows all, '
    + 'n and p go to counterexamples, shift and arrows select transactions');
  stage.append(canvas);
  const info = make('p', 'note');
  info.setAttribute('aria-live', 'polite');
  const detail = make('div', 'detail');
  detail.setAttribute('aria-live', 'polite');
  root.append(bar, stage, info, detail);

  // State

  const view = {from: 0, to: last, lane: 0};
  let selected = -1;
  let at = -1;
  let pass = null;
  let shown = n;
  let width = 0;
  let colours = {};
  const context = canvas.getContext('2d');
  const plotWidth = () => width - GUTTER;
  const x = place => GUTTER + (place - view.from) / (view.to - view.from) * plotWidth();
  const placeAt = px => view.from + (px - GUTTER) / plotWidth() * (view.to - view.from);
  const laneTop = t => TOP + LABELS + (laneOf[session[t]] - view.lane) * laneHeight;
  const stop = t => byTime ? end[t] : Math.max(end[t], begin[t] + (status[t] === 2 ? 1 : 0.5));

  let frame = 0;
  const redraw = () => {
    if (!frame) frame = requestAnimationFrame(() => { frame = 0; draw(); });
  };
  const look = (from, to) => {
    const size = Math.min(last, Math.max(least, to - from));
    const middle = (from + to) / 2;
    view.from = Math.max(0, Math.min(last - size, middle - size / 2));
    view.to = view.from + size;
    redraw();
  };
  const zoom = (factor, around = (view.from + view.to) / 2) => {
    const size = (view.to - view.from) * factor;
    const share = (around - view.from) / (view.to - view.from);
    look(around - share * size, around + (1 - share) * size);
  };
  const scrollLanes = by => {
    view.lane = Math.max(0, Math.min(lanes - areaHeight / laneHeight, view.lane + by));
    redraw();
  };
  const show = cast => {
    let from = Infinity, to = 0;
    for (const t of cast) {
      from = Math.min(from, begin[t]);
      to = Math.max(to, stop(t));
    }
    const margin = Math.max(byTime ? last / 50000 : 30, (to - from) * 0.3);
    look(from - margin, to + margin);
    select(cast[0], false);
  };
  const step = by => {
    if (!data.casts.length) return;
    at = (at + by + data.casts.length) % data.casts.length;
    if (data.casts[at].length) show(data.casts[at]);
  };

  const filter = () => {
    const key = keyField.value.trim();
    const name = sessionField.value.trim();
    const wanted = boxes.map(field => field.checked);
    const all = !key && !name && wanted.every(Boolean);
    pass = null;
    shown = n;
    if (!all) {
      pass = new Uint8Array(n);
      shown = 0;
      for (let t = 0; t < n; t++) {
        if (!wanted[status[t]] || name && sessionName(session[t]) !== name) continue;
        if (key) {
          let has = false;
          for (let op = first[t]; !has && first[t] >= 0 && op < first[t] + many[t]; op++) has = keyName(keyOf(op)) === key;
          if (!has) continue;
        }
        pass[t] = 1;
        shown++;
      }
    }
    const partly = ids.length < n ? ' What they did is kept for the ' + ids.length.toLocaleString('en') + ' nearest to the counterexamples.' : '';
    const part = n < data.all ? ' of the ' + data.all.toLocaleString('en') + ' in the history, those around the first counterexample' : '';
    info.textContent = shown.toLocaleString('en') + ' of ' + n.toLocaleString('en') + ' transactions'
      + (all ? '' : ' match') + part + '.' + partly;
    redraw();
  };

  // Drawing

  const nice = size => {
    const power = 10 ** Math.floor(Math.log10(size));
    return [1, 2, 5, 10].map(f => f * power).find(f => f >= size);
  };
  const brief = () => time(data.end) < 2000 || view.to - view.from < 20 && byTime;
  const seconds = millis => brief() ? Math.round(millis * 100) / 100 + ' ms' : Math.round(millis) / 1000 + ' s';

  const theme = light => {
    const style = getComputedStyle(root);
    const dark = !light && matchMedia('(prefers-color-scheme:dark)').matches;
    const from = name => light ? {ink: '#111827', dim: '#5b6472', line: '#d5d9e0', violated: '#b91c1c', paper: '#fff', accent: '#1f5fbf'}[name]
      : style.getPropertyValue('--' + name).trim();
    colours = {
      ink: from('ink'), dim: from('dim'), line: from('line'), cast: from('violated'), paper: from('paper'), accent: from('accent'),
      status: dark ? ['#4f9be6', '#e58fbd', '#e0921c'] : ['#6db6fe', '#f29ac6', '#ffaa26'],
      pale: dark ? ['#20303f', '#3b2a34', '#3d3320'] : ['#e3f0fc', '#fbe9f2', '#fdefd8'],
      fault: dark ? '#a78bfa26' : '#7c3aed1c', faultText: dark ? '#c4b5fd' : '#5b21b6'};
  };

  let histogram;
  const overview = () => {
    const bins = Math.max(1, Math.floor(plotWidth()));
    if (!histogram || histogram.bins !== bins || histogram.pass !== pass) {
      const counts = [0, 1, 2].map(() => new Float64Array(bins));
      for (let t = 0; t < n; t++) {
        if (pass && !pass[t]) continue;
        counts[status[t]][Math.min(bins - 1, Math.floor(begin[t] / last * bins))]++;
      }
      let most = 1;
      for (let b = 0; b < bins; b++) most = Math.max(most, counts[0][b] + counts[1][b] + counts[2][b]);
      histogram = {bins, counts, most, pass};
    }
    const tall = OVERVIEW - 10;
    for (const fault of data.faults) {
      const from = GUTTER + where(fault.from) / last * bins;
      const to = GUTTER + (fault.to < 0 ? last : where(fault.to)) / last * bins;
      context.fillStyle = colours.fault;
      context.fillRect(from, 0, Math.max(1, to - from), tall);
    }
    for (let b = 0; b < bins; b++) {
      let y = tall;
      for (const s of [0, 1, 2]) {
        const h = histogram.counts[s][b] / histogram.most * (tall - 4);
        if (!h) continue;
        context.fillStyle = colours.status[s];
        context.fillRect(GUTTER + b, y - Math.max(0.6, h), 1, Math.max(0.6, h));
        y -= h;
      }
    }
    context.fillStyle = colours.cast;
    for (const t of castOf.keys()) context.fillRect(GUTTER + begin[t] / last * bins - 1, tall + 1, 2, 6);
    const from = GUTTER + view.from / last * bins;
    const to = GUTTER + view.to / last * bins;
    context.strokeStyle = colours.accent;
    context.lineWidth = 1.5;
    context.strokeRect(from + 0.5, 0.75, Math.max(3, to - from - 1), tall + 7.5);
    context.fillStyle = colours.dim;
    context.fillText('all', 8, tall / 2 + 8);
  };

  const axis = () => {
    const wanted = Math.max(2, Math.floor(plotWidth() / 110));
    const ticks = [];
    const by = nice(Math.max(byTime ? 0.01 : 1, (view.to - view.from) / wanted));
    for (let i = Math.ceil((view.from + origin) / by); i * by - origin <= view.to; i++) {
      ticks.push([i * by - origin, byTime ? seconds(i * by) : '@' + i * by]);
    }
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    context.fillStyle = colours.dim;
    let free = GUTTER - 100;
    for (const [place, label] of ticks) {
      const px = Math.round(x(place)) + 0.5;
      context.beginPath();
      context.moveTo(px, TOP - 2);
      context.lineTo(px, height);
      context.stroke();
      if (px < free) continue;
      context.fillText(label, px + 3, TOP - 6);
      free = px + 10 + context.measureText(label).width;
    }
  };

  const faults = () => {
    const rows = [GUTTER, GUTTER];
    for (const fault of data.faults) {
      const from = where(fault.from);
      const to = fault.to < 0 ? last : where(fault.to);
      if (to < view.from || from > view.to) continue;
      const left = Math.max(GUTTER, x(from));
      const right = Math.min(width, Math.max(x(to), left + 2));
      context.fillStyle = colours.fault;
      context.fillRect(left, TOP, right - left, height - TOP);
      context.fillStyle = colours.faultText;
      context.fillRect(left, TOP, 1.5, height - TOP);
      const row = rows.findIndex(free => left >= free);
      if (row < 0) continue;
      context.fillText(fault.title, left + 5, TOP + 12 + row * 14);
      rows[row] = left + 12 + context.measureText(fault.title).width;
    }
  };

  // A client that lost its session goes on as another: from lane to lane.
  const reconnections = () => {
    context.strokeStyle = colours.faultText;
    context.fillStyle = colours.faultText;
    context.lineWidth = 1.5;
    for (const [lost, next, from, to] of data.reconnections) {
      if (where(to) < view.from || where(from) > view.to) continue;
      const middle = s => TOP + LABELS + (laneOf[s] - view.lane + 0.5) * laneHeight;
      context.setLineDash([4, 3]);
      context.beginPath();
      context.moveTo(x(where(from)), middle(lost));
      context.lineTo(x(where(to)), middle(next));
      context.stroke();
      context.setLineDash([]);
      context.beginPath();
      context.arc(x(where(to)), middle(next), 3, 0, 2 * Math.PI);
      context.fill();
    }
  };

  const visible = [];
  const draw = () => {
    const ratio = devicePixelRatio || 1;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    context.font = '12px system-ui,sans-serif';
    context.textBaseline = 'alphabetic';
    overview();
    axis();
    context.save();
    context.beginPath();
    context.rect(GUTTER, TOP, plotWidth(), height - TOP);
    context.clip();
    faults();
    visible.length = 0;
    for (let t = 0; t < n; t++) if (stop(t) >= view.from && begin[t] <= view.to) visible.push(t);
    if (visible.length > MANY) dense();
    else sparse();
    reconnections();
    links();
    context.restore();
    gutter();
  };

  // Very many: by lane and pixel how many ended how, one above the other; what is part of a counterexample over all of them.
  const dense = () => {
    const columns = Math.ceil(plotWidth());
    const counts = [0, 1, 2, 3].map(() => new Uint32Array(lanes * columns)); // by outcome, and those that do not match
    const marked = new Uint8Array(lanes * columns);
    for (const t of visible) {
      const row = laneOf[session[t]] * columns;
      const from = Math.max(0, Math.floor(x(begin[t]) - GUTTER));
      const to = Math.min(columns - 1, Math.floor(x(stop(t)) - GUTTER));
      const of = counts[pass && !pass[t] ? 3 : status[t]];
      for (let c = from; c <= to; c++) of[row + c]++;
      if (castOf.has(t)) marked.fill(1, row + from, row + Math.max(to, from + 1) + 1);
    }
    const fills = [...colours.status, colours.pale[0]];
    const tall = laneHeight - 2;
    for (let lane = 0; lane < lanes; lane++) {
      const top = TOP + LABELS + (lane - view.lane) * laneHeight + 1;
      if (top < TOP + LABELS - laneHeight || top > height) continue;
      for (let c = 0; c < columns; c++) {
        const at = lane * columns + c;
        const all = counts[0][at] + counts[1][at] + counts[2][at] + counts[3][at];
        if (!all) continue;
        let y = top + tall;
        for (const s of [0, 1, 2, 3]) {
          if (!counts[s][at]) continue;
          const share = counts[s][at] / all * tall;
          context.fillStyle = marked[at] ? colours.cast : fills[s];
          context.fillRect(GUTTER + c, y - share, 1, share);
          y -= share;
        }
      }
    }
  };

  const sparse = () => {
    const tall = laneHeight - (laneHeight > 8 ? 4 : 2);
    const order = [t => status[t] === 2, t => status[t] !== 2 && !castOf.has(t), t => status[t] !== 2 && castOf.has(t)];
    for (const turn of order) {
      for (const t of visible) {
        if (!turn(t)) continue;
        const y = laneTop(t) + (laneHeight - tall) / 2;
        if (y < TOP + LABELS - laneHeight || y > height) continue;
        const left = x(begin[t]);
        const right = x(stop(t));
        const wide = Math.max(2, right - left - (right - left > 6 ? 1.5 : 0));
        const pale = pass && !pass[t];
        context.fillStyle = (pale ? colours.pale : colours.status)[status[t]];
        if (status[t] === 2 && data.realTime) {
          context.globalAlpha = 0.45;
          context.fillRect(left, y + tall / 2 - 1, x(last) - left, 2);
          context.globalAlpha = 1;
        }
        context.beginPath();
        if (wide > 8 && tall > 8) context.roundRect(left, y, wide, tall, 3);
        else context.rect(left, y, wide, tall);
        context.fill();
        if (castOf.has(t) && !pale) {
          context.strokeStyle = colours.cast;
          context.lineWidth = 2;
          context.stroke();
        }
        if (t === selected) {
          context.strokeStyle = colours.ink;
          context.lineWidth = 2.5;
          context.strokeRect(left - 2.5, y - 2.5, wide + 5, tall + 5);
        }
        if (wide < 34 || tall < 12 || pale) continue;
        context.save();
        context.beginPath();
        context.rect(Math.max(left, GUTTER), y, Math.max(0, left + wide - 2 - Math.max(left, GUTTER)), tall);
        context.clip();
        context.fillStyle = '#111827';
        const from = Math.max(left, GUTTER) + 5;
        context.font = 'bold 12px system-ui,sans-serif';
        context.fillText(name(t), from, y + tall / 2 + 4);
        const after = from + context.measureText(name(t)).width + 7;
        context.font = '12px ui-monospace,monospace';
        if (first[t] >= 0 && left + wide - after > 30) context.fillText(summary(t), after, y + tall / 2 + 4);
        context.restore();
      }
    }
  };
  const summary = t => {
    const parts = [];
    for (let op = first[t]; op < first[t] + Math.min(many[t], 12); op++) parts.push(told(op));
    return parts.join('  ');
  };

  // From whom the selected transaction read, and who read from it.
  const related = t => {
    const pairs = new Map();
    for (let op = first[t]; first[t] >= 0 && op < first[t] + many[t]; op++) {
      if (opSource[op] >= 0 && opSource[op] !== t) pairs.set(opSource[op] + '>' + t, [opSource[op], t]);
    }
    for (const [reader] of readersOf(t)) pairs.set(t + '>' + reader, [t, reader]);
    return [...pairs.values()];
  };
  const links = () => {
    if (selected < 0) return;
    for (const [from, to] of related(selected)) {
      const x1 = x(stop(from)), y1 = laneTop(from) + laneHeight / 2;
      const x2 = x(begin[to]), y2 = laneTop(to) + laneHeight / 2;
      const bend = Math.max(24, Math.abs(x2 - x1) / 2);
      context.strokeStyle = colours.paper;
      for (const [style, wide] of [[colours.paper, 5], [to === selected ? '#00a36c' : '#e2711d', 2]]) {
        context.strokeStyle = style;
        context.lineWidth = wide;
        context.beginPath();
        context.moveTo(x1, y1);
        context.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2 - 5, y2);
        context.stroke();
      }
      context.fillStyle = to === selected ? '#00a36c' : '#e2711d';
      context.beginPath();
      context.moveTo(x2, y2);
      context.lineTo(x2 - 8, y2 - 4);
      context.lineTo(x2 - 8, y2 + 4);
      context.fill();
    }
  };

  const gutter = () => {
    context.save();
    context.beginPath();
    context.rect(0, TOP + LABELS, width, areaHeight + 4);
    context.clip();
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    const every = Math.ceil(14 / laneHeight);
    for (let lane = Math.floor(view.lane); lane < lanes; lane++) {
      const y = TOP + LABELS + (lane - view.lane) * laneHeight;
      if (y > height) break;
      if (lane % every) continue; // a line there would go through the name of the lane before
      context.beginPath();
      context.moveTo(0, Math.round(y) + 0.5);
      context.lineTo(GUTTER - 6, Math.round(y) + 0.5);
      context.stroke();
      context.fillStyle = colours.dim;
      const label = packed ? 'lane ' + lane : 'session ' + sessionName(lane);
      context.fillText(label.length > 13 ? label.slice(0, 12) + '…' : label, 8, y + Math.max(laneHeight, 14) / 2 + 4);
    }
    context.restore();
  };

  // Selecting

  const hit = (px, py) => {
    const lane = Math.floor((py - TOP - LABELS) / laneHeight + view.lane);
    if (py < TOP + LABELS || lane >= lanes) return -1;
    let best = -1, distance = 6;
    for (const t of visible) {
      if (laneOf[session[t]] !== lane || pass && !pass[t]) continue;
      const left = x(begin[t]), right = Math.max(x(stop(t)), left + 2);
      const away = px < left ? left - px : px > right ? px - right : 0;
      if (away < distance || away === distance && best >= 0 && end[t] - begin[t] < end[best] - begin[best]) {
        best = t;
        distance = away;
      }
    }
    return best;
  };
  const link = t => {
    const made = make('button', '', name(t));
    made.type = 'button';
    made.addEventListener('click', () => select(t, true));
    return made;
  };
  const some = (box, list) => {
    list.slice(0, 12).forEach((t, i) => box.append(i ? ', ' : '', link(t)));
    if (list.length > 12) box.append(' and ' + (list.length - 12) + ' more');
  };
  const select = (t, centre) => {
    selected = t;
    detail.textContent = '';
    if (t < 0) {
      redraw();
      return;
    }
    const title = make('h3', '', name(t) + ' ');
    const when = data.clock ? ', at ' + seconds(time(invoked[t])) : '';
    const places = data.realTime ? ', @' + invoked[t] + '–' + (status[t] === 2 ? '' : completed[t]) : '';
    title.append(make('small', '', 'session ' + sessionName(session[t]) + (data.first ? '' : ' #' + position[t]) + ', ' + STATUS[status[t]] + places + when));
    detail.append(title);
    for (const i of castOf.get(t) || []) {
      const to = make('a', '', 'counterexample ' + (i + 1));
      to.href = '#w' + i;
      const line = make('p', 'in');
      line.append('in ', to);
      detail.append(line);
    }
    if (first[t] < 0) {
      detail.append(make('p', 'note', 'What it did is not in this page: that is kept only for the '
        + ids.length.toLocaleString('en') + ' transactions nearest to the counterexamples.'));
    } else {
      const list = make('ul');
      const byOp = readersOf(t);
      for (let op = first[t]; op < first[t] + Math.min(many[t], 400); op++) {
        const item = make('li', '', told(op) + ' ');
        if (!isWrite(op) && opSource[op] >= 0) {
          item.append(make('span', 'from', opSource[op] === t ? 'its own' : 'from '));
          if (opSource[op] !== t) item.append(link(opSource[op]));
        } else if (isWrite(op)) {
          const by = [...new Set(byOp.filter(([, r]) => keyOf(r) === keyOf(op)
            && (data.list || opText[r] === opText[op])).map(([reader]) => reader))];
          if (by.length) {
            item.append(make('span', 'by', 'read by '));
            some(item, by);
          }
        }
        list.append(item);
      }
      if (many[t] > 400) list.append(make('li', '', '… ' + (many[t] - 400) + ' more operations'));
      detail.append(list);
    }
    const lane = laneOf[session[t]];
    const fit = areaHeight / laneHeight;
    if (lane < view.lane || lane + 1 > view.lane + fit) view.lane = Math.max(0, Math.min(lanes - fit, lane - fit / 2));
    if (centre) {
      const size = view.to - view.from;
      const middle = (begin[t] + end[t]) / 2;
      if (begin[t] < view.from || end[t] > view.to) look(middle - size / 2, middle + size / 2);
    }
    redraw();
  };

  // Pointer and keyboard

  let drag = null;
  canvas.addEventListener('pointerdown', event => {
    const inOverview = event.offsetY < OVERVIEW;
    drag = {x: event.offsetX, y: event.offsetY, from: view.from, to: view.to, lane: view.lane, moved: false, inOverview};
    canvas.setPointerCapture(event.pointerId);
    if (inOverview) jump(event.offsetX);
  });
  const jump = px => {
    const size = view.to - view.from;
    const middle = (px - GUTTER) / plotWidth() * last;
    look(middle - size / 2, middle + size / 2);
  };
  canvas.addEventListener('pointermove', event => {
    if (!drag) {
      const t = event.offsetY < TOP ? -1 : hit(event.offsetX, event.offsetY);
      canvas.style.cursor = t >= 0 ? 'pointer' : 'grab';
      canvas.title = t < 0 ? '' : name(t) + ', session ' + sessionName(session[t]) + ', ' + STATUS[status[t]]
        + (first[t] >= 0 ? ': ' + summary(t) : '');
      return;
    }
    if (drag.inOverview) {
      jump(event.offsetX);
      return;
    }
    const by = (event.offsetX - drag.x) / plotWidth() * (drag.to - drag.from);
    if (Math.abs(event.offsetX - drag.x) + Math.abs(event.offsetY - drag.y) > 4) drag.moved = true;
    if (!drag.moved) return;
    look(drag.from - by, drag.to - by);
    view.lane = drag.lane;
    scrollLanes((drag.y - event.offsetY) / laneHeight);
  });
  canvas.addEventListener('pointerup', event => {
    if (drag && !drag.moved && !drag.inOverview) select(hit(event.offsetX, event.offsetY), false);
    drag = null;
  });
  // The wheel scrolls the page as everywhere else; with Ctrl, or when the timeline has the focus, it zooms.
  canvas.addEventListener('wheel', event => {
    if (!event.ctrlKey && !event.metaKey && document.activeElement !== canvas) return;
    event.preventDefault();
    if (event.shiftKey) scrollLanes(Math.sign(event.deltaY || event.deltaX) * 3);
    else zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.006), placeAt(event.offsetX));
  }, {passive: false});
  const beside = by => {
    if (selected < 0) {
      const t = visible.find(v => !pass || pass[v]);
      if (t !== undefined) select(t, false);
      return;
    }
    for (let t = selected + by; t >= 0 && t < n; t += by) {
      if (session[t] === session[selected] && (!pass || pass[t])) {
        select(t, true);
        return;
      }
    }
  };
  canvas.addEventListener('keydown', event => {
    const size = view.to - view.from;
    const keys = {
      ArrowLeft: () => event.shiftKey ? beside(-1) : look(view.from - size / 5, view.to - size / 5),
      ArrowRight: () => event.shiftKey ? beside(1) : look(view.from + size / 5, view.to + size / 5),
      ArrowUp: () => scrollLanes(-1),
      ArrowDown: () => scrollLanes(1),
      '+': () => zoom(0.5), '=': () => zoom(0.5), '-': () => zoom(2),
      '0': () => look(0, last), f: () => look(0, last),
      n: () => step(1), p: () => step(-1),
      Escape: () => select(-1)};
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
  document.addEventListener('minos-show', event => {
    at = event.detail;
    root.scrollIntoView();
    if (data.casts[at].length) show(data.casts[at]);
  });

  const size = () => {
    width = Math.max(280, stage.clientWidth);
    const ratio = devicePixelRatio || 1;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = width + 'px';
    canvas.style.height = height + 'px';
    draw();
  };
  new ResizeObserver(size).observe(stage);
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', () => { theme(); redraw(); });
  addEventListener('beforeprint', () => { theme(true); draw(); });
  addEventListener('afterprint', () => { theme(); draw(); });
  theme();
  filter();
  size();
  if (data.casts.length && n > 200) step(1);
  // For the browser's console, and for tests.
  root.timeline = {view, look, select, step, zoom, hit, x, laneTop, laneHeight, visible, related,
    state: () => ({selected, shown, lanes, width, height, n, detailed: ids.length})};
  root.style.minHeight = '';
  root.dataset.ready = 'yes';
})();
