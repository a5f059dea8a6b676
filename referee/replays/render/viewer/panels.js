// What stands beside the board: the moment in words, the seats, the bank, the offer and the list of actions.

function card(name, number) {
  return element("span", `card ${name}`, `${number} ${name.replaceAll("_", " ")}`);
}

/** Cards of each resource that there is one of; numbers in the order of match.resources. */
function resourceCards(numbers) {
  const shown = match.resources.map((name, i) => [name, numbers[i]]).filter(([, number]) => number > 0);
  return shown.map(([name, number]) => card(name, number));
}

function showNow(number) {
  const state = states[number];
  const dice = state.dice === null ? [] : [...state.dice.map((die) => element("span", "die", String(die))),
    ` = ${state.dice[0] + state.dice[1]}`];
  const cap = match.roll_cap === null ? "" : ` of ${match.roll_cap}`;
  byId("moment").replaceChildren(
    `${number} of ${counted(end, "ply")} played, turn ${state.turn}, roll ${state.rolls}${cap} `, ...dice);
  const isOver = number === end && match.ending !== null;
  const words = plies[number].words ?? "The match begins.";
  byId("action").textContent = isOver ? `${words}. ${match.ending}` : words;
  const faults = (plies[number].faults ?? []).map((text) => element("li", "fault", text));
  byId("faults").replaceChildren(...faults);
}

function showSeats(number) {
  const state = states[number];
  for (const seat of seats) {
    const acts = state.to_act === seat && !(number === end && match.ending !== null);
    const panel = byId(`seat-${seat}`);
    panel.classList.toggle("acts", acts);
    panel.replaceChildren(
      element("h3", "", badge(seat), element("span", "name", match.names[seat]),
        ...(acts ? [element("span", "quiet", "to act")] : []),
        element("span", "", counted(state.points[seat], "point"))),
      element("p", "hand", ...handOf(state, seat)),
      element("p", "", ...awardsOf(state, seat)),
      element("p", "quiet", pieceCounts(state, seat)));
  }
}

function handOf(state, seat) {
  const counts = `${counted(state.resource_counts[seat], "card")}, ` +
    `${counted(state.dev_card_counts[seat], "development card")} `;
  const hand = state.hands[seat];
  if (hand === null) return [counts];
  return [counts, element("br"), ...resourceCards(hand),
    ...Object.entries(state.dev_cards[seat]).map(([name, number]) => card(name, number))];
}

function awardsOf(state, seat) {
  const holds = (holder, award) => (holder === seat ? [element("strong", "", `, holds ${award}`)] : []);
  return [
    `Road of ${state.longest_road_lengths[seat]}`, ...holds(state.longest_road_holder, "the longest road"),
    `; ${counted(state.knights_played[seat], "knight")}`, ...holds(state.largest_army_holder, "the largest army"),
  ];
}

function pieceCounts(state, seat) {
  return `Left to build: ${counted(state.roads_left[seat], "road")}, ` +
    `${counted(state.settlements_left[seat], "settlement")}, ` +
    `${counted(state.cities_left[seat], "city")}. ` +
    `Time used: ${timeInWords(state.spent_ms[seat])}`;
}

const timeInWords = (ms) => (ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`);

function showBank(number) {
  const state = states[number];
  const left = counted(state.dev_deck_count, "development card");
  byId("bank-cards").replaceChildren(...resourceCards(state.bank), element("span", "card", left));
}

function showOffer(number) {
  const { offer } = states[number];
  byId("offer").textContent = offer === null ? "None." : offer.words;
  const said = offer?.said.map(([seat, words]) => element("li", "", badge(seat), ` ${words}`)) ?? [];
  const waiting = offer?.waiting.map((seat) =>
    element("li", "quiet", badge(seat), ` ${match.names[seat]} is asked and has not answered yet`)) ?? [];
  byId("offer-said").replaceChildren(...said, ...waiting);
}

// -- the list of actions --------------------------------------------------------------------------------------

const entries = plies.map((ply, number) => (number === 0 ? null : entryOf(ply, number)));

function entryOf(ply, number) {
  const link = element("a", "", element("span", "number", String(number - 1)), ` ${ply.words}`);
  link.href = addressOf(number);
  link.tabIndex = -1;
  const entry = element("li", `seat-${ply.by}`, link);
  if (ply.ms > 0) entry.append(element("span", "quiet", ` ${ply.ms} ms`));
  entry.dataset.seat = ply.by;
  if ("turn" in plies[number - 1].set) entry.classList.add("turn");
  return entry;
}

function fillActions() {
  const all = document.createDocumentFragment();
  plies.forEach((ply, number) => {
    if (entries[number]) all.append(entries[number]);
    for (const text of ply.faults ?? []) all.append(element("li", "fault", text));
  });
  byId("action-list").append(all);
}

/** Mark the last action and bring it into the list's window, without moving the page. */
function showEntry(number, before) {
  entries[before]?.removeAttribute("aria-current");
  const list = byId("action-list");
  const entry = entries[number];
  entry?.setAttribute("aria-current", "step");
  list.scrollTop = entry ? entry.offsetTop - list.clientHeight / 2 : 0;
}
