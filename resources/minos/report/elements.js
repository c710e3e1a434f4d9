'use strict';
// What both parts of the page are made of. What comes from the history only ever becomes text.
const make = (name, className, text) => {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

const button = (bar, label, title, act) => {
  const made = make('button', '', label);
  made.type = 'button';
  made.title = title;
  made.setAttribute('aria-label', title);
  made.addEventListener('click', act);
  bar.append(made);
  return made;
};
