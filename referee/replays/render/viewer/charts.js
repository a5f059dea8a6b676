// The charts: points over time, and what the rolls brought each seat. Each has a table that says the same.

// In pixels, nearly: on a phone the charts are drawn narrower, so that their words stay readable.
const WIDE = innerWidth < 600 ? 340 : 640;
const HIGH = 240;
const LEFT = 30;
const BOTTOM = 24;
const RIGHT = 34;

const mostPoints = Math.max(match.points_to_win, ...states.map((state) => Math.max(...state.points)));
const xOf = (number) => LEFT + ((WIDE - LEFT - RIGHT) * number) / Math.max(1, end);
const yOf = (points) => HIGH - BOTTOM - ((HIGH - BOTTOM - 14) * points) / mostPoints;

/** A seat's points as steps; seats with the same points stand a little apart. */
function stepsOf(seat) {
  const shift = (seat - (seats.length - 1) / 2) * 2.2;
  let path = "";
  states.forEach((state, number) => {
    if (number > 0 && state.points[seat] === states[number - 1].points[seat]) return;
    const y = (yOf(state.points[seat]) + shift).toFixed(1);
    path += number === 0 ? `M${xOf(0)},${y}` : `H${xOf(number).toFixed(1)}V${y}`;
  });
  return `${path}H${xOf(end)}`;
}

const cursor = shape("line", { class: "cursor", y1: 4, y2: HIGH - BOTTOM });

function drawPoints() {
  const chart = shape("svg", {
    class: "chart", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": pointsInWords(),
  });
  for (let points = 0; points <= mostPoints; points += 2) {
    chart.append(
      shape("line", { class: "grid", x1: LEFT, x2: WIDE - RIGHT, y1: yOf(points), y2: yOf(points) }),
      shape("text", { x: LEFT - 8, y: yOf(points) + 4, "text-anchor": "end" }, String(points)));
  }
  chart.append(shape("text", { x: LEFT, y: HIGH - 6 }, "start"),
    shape("text", { x: WIDE - RIGHT, y: HIGH - 6, "text-anchor": "end" }, end === 0 ? "" : `ply ${end - 1}`));
  for (const seat of seats) {
    chart.append(shape("g", { class: `seat-${seat}` },
      shape("path", { class: "casing", d: stepsOf(seat) }), shape("path", { class: "line", d: stepsOf(seat) })));
  }
  for (const { seat, y } of labels()) {
    chart.append(shape("g", { class: `seat-${seat}` },
      shape("circle", { class: "disc", cx: WIDE - RIGHT / 2, cy: y, r: 9 }),
      shape("text", { class: "label", x: WIDE - RIGHT / 2, y: y + 4 }, String(seat))));
  }
  chart.append(cursor);
  byId("points-chart").append(chart);
}

/** Where each seat's number stands at the right: at its points, and clear of the others. */
function labels() {
  const placed = seats.map((seat) => ({ seat, y: yOf(states[end].points[seat]) })).sort((a, b) => b.y - a.y);
  placed.forEach((label, i) => {
    if (i > 0) label.y = Math.min(label.y, placed[i - 1].y - 20);
  });
  return placed;
}

function pointsInWords() {
  const last = seats.map((seat) => `seat ${seat} ${states[end].points[seat]}`).join(", ");
  return `Points of each seat over ${end} plies; at the end ${last}`;
}

const movePointsCursor = (number) => {
  cursor.setAttribute("x1", xOf(number));
  cursor.setAttribute("x2", xOf(number));
};

function pointsTable() {
  const rows = [];
  states.forEach((state, number) => {
    const isLastOfRoll = number === end || states[number + 1].rolls !== state.rolls;
    if (isLastOfRoll) rows.push([String(state.rolls), ...state.points]);
  });
  return table(["Roll", ...seats.map((seat) => `Seat ${seat}`)], rows);
}

// -- production -----------------------------------------------------------------------------------------------

// produced[n][seat][resource]: cards from rolls in the first n plies.
const produced = [seats.map(() => match.resources.map(() => 0))];
for (const { gains } of plies.slice(1)) {
  const before = produced.at(-1);
  produced.push(gains ? before.map((own, seat) => own.map((count, i) => count + gains[seat][i])) : before);
}
const sum = (counts) => counts.reduce((total, count) => total + count, 0);
const mostProduced = Math.max(1, ...produced[end].map(sum));

let shownProduction = null;

function drawProduction(number) {
  if (shownProduction === produced[number]) return;
  shownProduction = produced[number];
  const chart = shape("svg", {
    class: "chart", viewBox: `0 0 ${WIDE} ${seats.length * 34 + 4}`, role: "img", "aria-label": productionInWords(number),
  });
  for (const seat of seats) chart.append(barOf(seat, produced[number][seat]));
  byId("production-chart").replaceChildren(chart);
  const rows = seats.map((seat) => {
    const own = produced[number][seat];
    return [String(seat), ...own, sum(own)];
  });
  byId("production-table").replaceChildren(table(["Seat", ...match.resources, "all"], rows));
}

function barOf(seat, counts) {
  const y = seat * 34 + 4;
  const bar = shape("g", {},
    shape("g", { class: `seat-${seat}` },
      shape("circle", { class: "disc", cx: 14, cy: y + 13, r: 11 }),
      shape("text", { class: "label", x: 14, y: y + 17 }, String(seat))));
  let x = LEFT + 4;
  match.resources.forEach((name, i) => {
    const width = ((WIDE - LEFT - RIGHT - 10) * counts[i]) / mostProduced;
    if (width === 0) return;
    bar.append(shape("g", { class: name },
      shape("rect", { class: "part", x, y, width, height: 26 }),
      ...(width > 22 ? [shape("text", { class: "inside", x: x + width / 2, y: y + 17 }, labelOf(name, counts[i], width))] : [])));
    x += width;
  });
  bar.append(shape("text", { x: x + 6, y: y + 17 }, String(sum(counts))));
  return bar;
}

const labelOf = (name, count, width) => (width > 52 ? `${count} ${name}` : String(count));

function productionInWords(number) {
  return `Cards from rolls: ${seats.map((seat) => `seat ${seat} ${sum(produced[number][seat])}`).join(", ")}`;
}
