// Going through the match: buttons, keys, the slider, the link to a ply, and playing by itself.

let shown = 0;
let timer = null;
let addressTimer = null;

function show(number) {
  const before = shown;
  shown = Math.min(end, Math.max(0, number));
  showBoard(shown);
  showNow(shown);
  showSeats(shown);
  showBank(shown);
  showOffer(shown);
  showEntry(shown, before);
  movePointsCursor(shown);
  drawProduction(shown);
  if (byId("words").querySelector("details").open) showPieces();
  showControls();
}

function showPieces() {
  byId("pieces").replaceChildren(...piecesInWords(states[shown]).map((line) => element("li", "", line)));
}

function showControls() {
  const { rolls } = states[shown];
  byId("slider").value = shown;
  byId("slider").setAttribute("aria-valuetext", `${shown} of ${end} plies: ${plies[shown].words ?? "the start"}`);
  byId("ply").value = shown > 0 ? shown - 1 : "";
  byId("roll").value = rolls > 0 ? rolls : "";
  byId("link").href = addressOf(shown);
  // Browsers allow the address to change a few times a second only, so it follows when one has stopped.
  clearTimeout(addressTimer);
  addressTimer = setTimeout(() => history.replaceState(null, "", addressOf(shown)), 400);
}

// -- playing --------------------------------------------------------------------------------------------------

const interval = () => 1000 / Number(byId("speed").value);

function tick() {
  if (shown === end) {
    pause();
    return;
  }
  show(shown + 1);
  timer = setTimeout(tick, interval());
}

function play() {
  if (shown === end) show(0);
  byId("play").textContent = "Pause";
  byId("action").setAttribute("aria-live", "off"); // one sentence after the other would be cut off
  timer = setTimeout(tick, interval());
}

function pause() {
  clearTimeout(timer);
  timer = null;
  byId("play").textContent = "Play";
  byId("action").setAttribute("aria-live", "polite");
}

const togglePlay = () => (timer === null ? play() : pause());

/** Go somewhere by hand, which stops playing. */
function go(number) {
  pause();
  show(number);
}

function changeSpeed(step) {
  const speed = byId("speed");
  speed.selectedIndex = Math.min(speed.length - 1, Math.max(0, speed.selectedIndex + step));
}

// -- jumps ----------------------------------------------------------------------------------------------------

/** The nearest moment in this direction that fits, or null. */
function nearest(step, fits) {
  for (let number = shown + step; number >= 0 && number <= end; number += step) if (fits(number)) return number;
  return null;
}

const isTurnsStart = (number) => number === 0 || number === end || states[number].turn !== states[number - 1].turn;

function goTurn(step) {
  go(nearest(step, isTurnsStart) ?? shown);
}

const fitsMark = (number) => (byId("mark").value === "fault" ? "faults" in plies[number] : hasMark(number, byId("mark").value));

function goMark(step) {
  go(nearest(step, fitsMark) ?? shown);
}

/** To where this ply, by its number in the record, has been played. */
function goPly(ply) {
  go(ply + 1);
}

function goRoll(roll) {
  const number = states.findIndex((state) => state.rolls >= roll);
  go(number === -1 ? end : number);
}

function goAddress(fragment) {
  const found = /^#ply=(\d{1,9})$/.exec(fragment);
  if (found) goPly(Number(found[1]));
  else if (fragment === "#start") go(0);
}

function fillMarks() {
  const found = new Set(plies.flatMap((ply) => [...(ply.marks ?? []), ...("faults" in ply ? ["fault"] : [])]));
  byId("mark").append(...[...found].sort().map((mark) => new Option(mark, mark)));
}

// -- keys -----------------------------------------------------------------------------------------------------

const KEYS = {
  " ": togglePlay,
  ArrowLeft: (event) => (event.shiftKey ? goTurn(-1) : go(shown - 1)),
  ArrowRight: (event) => (event.shiftKey ? goTurn(1) : go(shown + 1)),
  Home: () => go(0),
  End: () => go(end),
  "+": () => changeSpeed(1),
  "-": () => changeSpeed(-1),
};

/** Keys that the focused element has a use for itself are left to it. */
function isTaken({ target, key }) {
  if (target.matches('input[type="range"]')) return key.startsWith("Arrow") || key === "Home" || key === "End";
  return target.matches("input, select") || (key === " " && target.matches("button, summary"));
}

function pressed(event) {
  const does = KEYS[event.key];
  if (!does || event.ctrlKey || event.altKey || event.metaKey || !byId("keys").checked || isTaken(event)) return;
  event.preventDefault();
  does(event);
}

// -- the beginning --------------------------------------------------------------------------------------------

function listen() {
  const clicks = {
    first: () => go(0), back: () => go(shown - 1), play: togglePlay, forward: () => go(shown + 1), last: () => go(end),
    "mark-back": () => goMark(-1), "mark-forward": () => goMark(1),
  };
  for (const [id, does] of Object.entries(clicks)) byId(id).addEventListener("click", does);
  byId("slider").addEventListener("input", () => go(byId("slider").valueAsNumber));
  byId("ply").addEventListener("change", () => goPly(byId("ply").valueAsNumber || 0));
  byId("roll").addEventListener("change", () => goRoll(byId("roll").valueAsNumber || 0));
  byId("words").querySelector("details").addEventListener("toggle", showPieces);
  byId("points").querySelector("details").addEventListener("toggle", () => {
    byId("points-table").replaceChildren(pointsTable());
  }, { once: true });
  document.addEventListener("keydown", pressed);
  // Not by the address as it is now: ours may have followed an earlier step in the meantime.
  addEventListener("hashchange", (event) => goAddress(new URL(event.newURL).hash));
}

byId("seats").append(...seats.map((seat) => {
  const panel = element("article", `seat seat-${seat}`);
  panel.id = `seat-${seat}`;
  return panel;
}));
byId("slider").max = end;
byId("ply").max = Math.max(0, end - 1);
byId("roll").max = states[end].rolls;
fillActions();
fillMarks();
drawPoints();
listen();
show(0);
goAddress(location.hash);
