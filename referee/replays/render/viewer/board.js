// The board: every piece that the match will see is in the drawing; this part shows those that stand.

const drawing = document.querySelector("#board .catan-board");
const pieces = [...drawing.querySelectorAll("[data-seat], .robber")].map((node) => ({ node, stands: standing(node) }));
const tokens = [...drawing.querySelectorAll(".token")];

/** A function that says whether the piece that this element draws stands in a state. */
function standing(node) {
  if (node.matches(".robber")) return (state) => state.robber === Number(node.dataset.hex);
  const kind = node.matches(".road") ? "roads" : node.matches(".city") ? "cities" : "settlements";
  const place = Number(node.dataset.edge ?? node.dataset.vertex);
  const seat = Number(node.dataset.seat);
  return (state) => state[kind][seat].includes(place);
}

/** Show the board after this many plies; what the last one changed is marked. */
function showBoard(number) {
  const state = states[number];
  const before = states[Math.max(0, number - 1)];
  for (const { node, stands } of pieces) {
    const is = stands(state);
    node.toggleAttribute("hidden", !is);
    node.classList.toggle("fresh", is && !stands(before));
  }
  const rolled = hasMark(number, "roll") ? state.dice[0] + state.dice[1] : null;
  for (const token of tokens) {
    const produces = Number(token.dataset.number) === rolled && Number(token.dataset.hex) !== before.robber;
    token.classList.toggle("rolled", produces);
  }
}

const hasMark = (number, mark) => plies[number].marks?.includes(mark) ?? false;

/** The pieces in words, a line for each seat. */
function piecesInWords(state) {
  const places = (list) => (list.length ? list.join(", ") : "none");
  return [
    `The robber is on hex ${state.robber}.`,
    ...seats.map((seat) =>
      `Seat ${seat}, ${match.names[seat]}: settlements on vertices ${places(state.settlements[seat])}; ` +
      `cities on vertices ${places(state.cities[seat])}; roads on edges ${places(state.roads[seat])}.`),
  ];
}
