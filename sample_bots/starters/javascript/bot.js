// A whole bot in one file, with nothing but what Node.js brings along.
//
// The referee starts this program. It writes one JSON object a line to our standard input; we write plain lines to our
// standard output. docs/protocol.md describes all of it; this is what a bot cannot do without:
//
//     we write    ready starter-javascript 1          once, when we are up: a name and a version
//     we read     {"type":"match_start", ...}         the island, the rules, our seat
//     we read     {"type":"event", ...}               what happened, as far as we may know it
//     we read     {"type":"request","id":41, ...}     our move: choose one of its "legal_actions"
//     we write    @41 build_road:17                   the answer, with the request's id in front
//     we read     {"type":"match_end", ...}           the result; then we leave
//
// There may be more types of messages one day: whatever we don't know we pass over.

"use strict";

const readline = require("node:readline");

// An action is a verb and its arguments, with colons between them. These verbs we like best, in this order.
const LIKES = ["build_city", "build_settlement", "build_road"];

// How much we like an action: the higher, the better.
function liking(action) {
  const verb = action.split(":")[0];
  if (LIKES.includes(verb)) {
    return LIKES.length - LIKES.indexOf(verb);
  }
  return verb === "offer_trade" ? -1 : 0; // offers made at random would help the others more than us
}

// One of the actions that we like best. This is the function to make better: the request's "public_state" has all that
// a seat may know, hands, buildings and the bank. To use it, pass it on to here.
function choose(legalActions) {
  const best = Math.max(...legalActions.map(liking));
  const wanted = legalActions.filter((action) => liking(action) === best);
  return wanted[Math.floor(Math.random() * wanted.length)];
}

// Node.js keeps nothing back that is written to a pipe, so there is nothing to flush. Don't use console.log while you
// look for a fault: what goes to standard output is read as an answer. console.error goes where we may write anything.
function say(line) {
  process.stdout.write(line + "\n");
}

const lines = readline.createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "request") {
    say(`@${message.id} ${choose(message.legal_actions)}`);
  } else if (message.type === "error") {
    console.error(message.message);
  } else if (message.type === "match_end") {
    process.exit(); // by itself Node.js would wait for the end of our input
  }
});

say("ready starter-javascript 1");
