'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const list = document.getElementById('witnesses');
  const hint = document.getElementById('hint');
  const dialog = document.getElementById('dialog');
  if (!list) return;

  const WIDE = 900;
  const LEAST_SCALE = 0.75;
  const AT_ONCE = 3;
  const TALL = 700;

  const cards = data.witnesses.map((witness, i) => {
    const card = make('article', 'card');
    card.id = 'w' + i;
    card.tabIndex = -1;
    card.dataset.type = witness.type;
    const title = make('h3', '', (i + 1) + '. ' + witness.type + ' ');
    title.append(make('small', '', witness.meaning + '; breaks ' + witness.levels));
    card.append(title, make('p', 'cause', witness.cause));
    if (witness.around) card.append(make('p', 'around', witness.around));
    const find = make('button', 'find', 'show in the timeline');
    find.type = 'button';
    find.addEventListener('click', () => document.dispatchEvent(new CustomEvent('minos-show', {detail: i})));
    title.append(' ', find);
    list.append(card);
    return card;
  });

  // The body of a card is made when it is about to be seen: a page with thousands opens at once.
  const fill = card => {
    if (card.dataset.filled) return;
    card.dataset.filled = 'yes';
    const witness = data.witnesses[card.id.slice(1)];
    const both = make('div', 'both');
    both.append(pictures(witness), story(witness));
    // A picture that is wide gets the whole width, and is scrolled rather than made too small to read.
    for (const svg of both.querySelectorAll('svg')) if (svg.width.baseVal.value > WIDE) both.classList.add('wide');
    card.append(both);
    for (const frame of both.querySelectorAll('.frame')) frame.fit();
    card.style.minHeight = '0';
  };

  const pictures = witness => {
    const box = make('div', 'pictures');
    for (const picture of witness.pictures) {
      box.append(framed(picture, witness));
      if (picture.file) box.append(files(picture.file));
    }
    return box;
  };

  const drawing = text => {
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml');
    const svg = document.importNode(parsed.documentElement, true);
    for (const title of svg.querySelectorAll('title')) {
      title.parentNode.setAttribute('aria-label', title.textContent);
      title.remove();
    }
    return svg;
  };

  // A picture that can be made larger and smaller; the names of its lanes stay in view.
  const framed = (picture, witness) => {
    const frame = make('div', 'frame');
    const bar = make('div', 'zoom');
    const scroll = make('div', 'scroll');
    const lanes = make('div', 'lanes');
    lanes.setAttribute('aria-hidden', 'true');
    let svg;
    let scale = 1;
    let whole = false;
    const zoom = to => {
      scale = Math.max(0.1, Math.min(4, to));
      svg.style.width = Math.round(svg.width.baseVal.value * scale) + 'px';
      for (const name of lanes.children) name.style.left = name.dataset.x * scale + 'px';
      // They begin below the picture's caption, and take no room.
      const caption = svg.querySelector('.caption');
      const top = caption ? (Number(caption.getAttribute('y')) + 8) * scale : 0;
      lanes.style.margin = top + 'px 0 ' + -top + 'px';
    };
    // So that all of its width is seen, but not so small that nothing can be read.
    frame.fit = (least = LEAST_SCALE) => zoom(Math.max(least, Math.min(1, scroll.clientWidth / svg.width.baseVal.value)));
    const all = () => zoom(Math.min(1, scroll.clientWidth / svg.width.baseVal.value, innerHeight * 0.75 / svg.height.baseVal.value));
    const set = () => {
      if (svg) svg.remove();
      svg = drawing(whole ? picture.whole : picture.svg);
      lanes.textContent = '';
      for (const lane of svg.querySelectorAll('.lane text')) {
        const name = make('span', '', lane.textContent);
        name.dataset.x = lane.getAttribute('x');
        lanes.append(name);
      }
      frame.classList.toggle('tall', svg.height.baseVal.value > TALL);
      scroll.append(svg);
    };
    button(bar, '−', 'smaller', () => zoom(scale / 1.25));
    button(bar, '+', 'larger', () => zoom(scale * 1.25));
    button(bar, 'fit', 'the whole picture', all);
    button(bar, '1:1', 'so that it can be read', () => frame.fit());
    if (picture.whole) {
      const fold = button(bar, 'unfold', 'all ' + witness.cast.length + ' transactions', () => {
        whole = !whole;
        fold.textContent = whole ? 'fold' : 'unfold';
        set();
        frame.fit();
      });
    }
    scroll.tabIndex = 0;
    scroll.setAttribute('role', 'group');
    scroll.setAttribute('aria-label', 'picture; plus and minus zoom, 0 shows all');
    scroll.addEventListener('keydown', event => {
      const act = {'+': () => zoom(scale * 1.25), '=': () => zoom(scale * 1.25), '-': () => zoom(scale / 1.25), '0': all}[event.key];
      if (!act || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    });
    scroll.append(lanes);
    set();
    frame.append(bar, scroll);
    return frame;
  };

  // Why what is folded into one box must come one after the other.
  const openFold = (witness, range, title) => {
    const [from, to] = range.split('-').map(Number);
    dialog.textContent = '';
    const close = make('button', '', 'close');
    close.type = 'button';
    close.addEventListener('click', () => dialog.close());
    const heading = make('h2', '', title);
    heading.id = 'dialog-title';
    const lines = make('ol', 'folded');
    for (const line of witness.lines) {
      if (line.step === undefined || line.step < from || line.step > to) continue;
      const item = make('li', line.role, line.text);
      item.style.marginLeft = line.depth * 1.5 + 'em';
      lines.append(item);
    }
    dialog.append(close, heading, lines);
    dialog.showModal();
  };

  // The same picture lies beside the page.
  const files = name => {
    const line = make('p', 'note files', 'as a file: ');
    for (const kind of ['SVG', 'DOT']) {
      const link = make('a', '', kind);
      link.href = name + '.' + kind.toLowerCase();
      line.append(link, ' ');
    }
    return line;
  };

  // What the picture folds is folded here too: a button takes the place of each run, and shows it.
  const addFolded = (list, items, make, opener) => {
    for (let i = 0; i < items.length;) {
      let end = i;
      while (end < items.length && items[end].folded) end++;
      if (end - i < 2) {
        list.append(make(items[i++]));
        continue;
      }
      const run = items.slice(i, end).map(make);
      for (const item of run) item.hidden = true;
      list.append(opener(items.slice(i, end), run), ...run);
      i = end;
    }
  };

  const opener = (what, run) => {
    const toggle = make('button', 'unfold', '… ' + what);
    toggle.type = 'button';
    toggle.setAttribute('aria-expanded', 'false');
    toggle.addEventListener('click', () => {
      const open = toggle.getAttribute('aria-expanded') === 'false';
      toggle.setAttribute('aria-expanded', open);
      toggle.textContent = (open ? 'fold ' : '… ') + what;
      for (const item of run) item.hidden = !open;
    });
    return toggle;
  };

  const story = witness => {
    const box = make('div', 'story');
    const table = make('table');
    const transaction = member => {
      const row = make('tr');
      const name = make('button', '', 'T' + member.t);
      name.type = 'button';
      name.dataset.t = member.t;
      const cell = make('td');
      cell.append(name);
      const ops = make('td');
      member.ops.forEach((op, i) => ops.append(i > 0 ? ' ' : '', make('span', 'op', op + (i < member.ops.length - 1 ? ',' : ''))));
      row.append(cell, make('td', '', member.place), ops);
      return row;
    };
    addFolded(table, witness.cast, transaction, (members, rows) => {
      const row = make('tr', 'opener');
      const cell = make('td');
      cell.colSpan = 3;
      cell.append(opener(members.length + ' transactions, T' + members[0].t + ' to T' + members.at(-1).t, rows));
      row.append(cell);
      return row;
    });
    const lines = make('ol');
    const telling = line => {
      const item = make('li', line.role, line.text);
      item.style.marginLeft = line.depth * 1.5 + 'em';
      if (line.step !== undefined) item.dataset.step = line.step;
      return item;
    };
    addFolded(lines, witness.lines, telling, (hidden, items) => {
      const item = make('li', 'opener');
      item.style.marginLeft = hidden[0].depth * 1.5 + 'em';
      item.append(opener(hidden.length + ' lines on what is folded', items));
      return item;
    });
    box.append(table);
    if (witness.lines.length) box.append(lines);
    return box;
  };

  // An arrow and the line that tells it light up together.
  const light = (card, steps, on) => {
    for (const item of card.querySelectorAll('li[data-step]')) {
      if (steps.includes(item.dataset.step)) item.classList.toggle('on', on);
    }
    for (const edge of card.querySelectorAll('.edge')) {
      if (edge.dataset.steps.split(' ').some(step => steps.includes(step))) edge.classList.toggle('on', on);
    }
  };

  const point = (event, on) => {
    const edge = event.target.closest('.edge');
    const item = event.target.closest('li[data-step]');
    const card = event.target.closest('.card');
    if (!card || !edge && !item) return;
    light(card, edge ? edge.dataset.steps.split(' ') : [item.dataset.step], on);
    hint.hidden = !on || !edge;
    if (hint.hidden) return;
    hint.textContent = edge.getAttribute('aria-label');
    const at = edge.querySelector('text').getBoundingClientRect();
    const x = event.clientX || at.right;
    const y = event.clientY || at.bottom;
    hint.style.left = Math.max(4, Math.min(x + 14, innerWidth - hint.offsetWidth - 8)) + 'px';
    hint.style.top = Math.max(4, Math.min(y + 14, innerHeight - hint.offsetHeight - 8)) + 'px';
  };
  list.addEventListener('mouseover', event => point(event, true));
  list.addEventListener('mouseout', event => point(event, false));
  list.addEventListener('focusin', event => point(event, true));
  list.addEventListener('focusout', event => point(event, false));

  const open = id => {
    const transaction = data.transactions[id];
    if (!transaction) return;
    dialog.textContent = '';
    const close = make('button', '', 'close');
    close.type = 'button';
    close.addEventListener('click', () => dialog.close());
    const title = make('h2', '', 'T' + id);
    title.id = 'dialog-title';
    const table = make('table');
    const row = (name, value) => {
      const line = make('tr');
      line.append(make('th', '', name), make('td', '', value));
      table.append(line);
    };
    row('place', transaction.place);
    row('status', transaction.status);
    if (transaction.invocation !== undefined) row('invoked at', transaction.invocation);
    if (transaction.completion !== undefined) row('completed at', transaction.completion);
    for (const [name, value] of transaction.fields) row(name, value);
    const more = transaction.more ? '\n… ' + transaction.more + ' more operations' : '';
    dialog.append(close, title, table, make('pre', '', transaction.ops.join('\n') + more));
    dialog.showModal();
  };
  const openBox = target => {
    const card = target.closest('.card');
    if (target.dataset.fold) openFold(data.witnesses[card.id.slice(1)], target.dataset.fold, target.getAttribute('aria-label'));
    else open(target.dataset.t);
  };
  list.addEventListener('click', event => {
    const target = event.target.closest('[data-t],[data-fold]');
    if (target) openBox(target);
  });
  list.addEventListener('keydown', event => {
    const box = event.target.closest('.box');
    if (!box || event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    openBox(box);
  });
  dialog.addEventListener('click', event => {
    if (event.target === dialog) dialog.close();
  });

  const buttons = [...document.querySelectorAll('#filter button')];
  const shown = document.getElementById('shown');
  const filter = () => {
    const types = buttons.filter(b => b.getAttribute('aria-pressed') === 'true').map(b => b.dataset.type);
    let count = 0;
    for (const card of cards) {
      card.hidden = types.length > 0 && !types.includes(card.dataset.type);
      if (!card.hidden) count++;
    }
    shown.textContent = count + ' of ' + cards.length + ' counterexamples shown'
      + (types.length ? '' : '; choose types above to see only these');
  };
  for (const button of buttons) {
    button.addEventListener('click', () => {
      button.setAttribute('aria-pressed', button.getAttribute('aria-pressed') !== 'true');
      filter();
    });
  }
  filter();

  const observer = new IntersectionObserver(entries => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      fill(entry.target);
      observer.unobserve(entry.target);
    }
  }, {rootMargin: '600px'});
  cards.slice(0, AT_ONCE).forEach(fill);
  cards.forEach(card => observer.observe(card));
  addEventListener('beforeprint', () => cards.forEach(fill));

  const goto = () => {
    const card = document.getElementById(location.hash.slice(1));
    if (!card || !card.classList.contains('card')) return;
    for (const button of buttons) button.setAttribute('aria-pressed', 'false');
    filter();
    fill(card);
    card.scrollIntoView();
    card.focus({preventScroll: true});
  };
  addEventListener('hashchange', goto);
  goto();
})();
