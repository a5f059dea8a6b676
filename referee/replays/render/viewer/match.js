// The match as the page was given it, and the small tools that the other parts share.

const match = JSON.parse(document.getElementById("match").textContent);
const seats = match.names.map((_, seat) => seat);

// states[n] is the match with n plies played, and plies[n] is what led to it: the ply with the number n - 1, as records
// count them from 0. So addresses do, and what people read.
const { plies } = match;
const states = [];
for (const ply of plies) states.push({ ...states.at(-1), ...ply.set });
const end = states.length - 1;

const byId = (id) => document.getElementById(id);

/** An element with these classes and children; strings become text, never markup. */
function element(name, classes, ...children) {
  const made = document.createElement(name);
  if (classes) made.className = classes;
  made.append(...children);
  return made;
}

/** The same for a drawing, with attributes. */
function shape(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const addressOf = (number) => (number === 0 ? "#start" : `#ply=${number - 1}`);

const badge = (seat) => element("span", `badge seat-${seat}`, String(seat));

/** "1 card", "2 cards", "2 cities". */
const counted = (number, word) => `${number} ${number === 1 ? word : word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`}`;

/** A table with a heading for each column and for each row. */
function table(headings, rows) {
  const header = (text, scope) => {
    const cell = element("th", "", text);
    cell.scope = scope;
    return cell;
  };
  return element("table", "",
    element("thead", "", element("tr", "", ...headings.map((text) => header(text, "col")))),
    element("tbody", "", ...rows.map(([first, ...others]) =>
      element("tr", "", header(first, "row"), ...others.map((value) => element("td", "", String(value)))))));
}
