//! A whole bot in one file, with nothing but the standard library. Build it with
//!
//!     rustc -O -o bot bot.rs
//!
//! The referee starts this program. It writes one JSON object a line to our standard input; we write plain lines to our
//! standard output. docs/protocol.md describes all of it; this is what a bot cannot do without:
//!
//!     we write    ready starter-rust 1                once, when we are up: a name and a version
//!     we read     {"type":"match_start", ...}         the island, the rules, our seat
//!     we read     {"type":"event", ...}               what happened, as far as we may know it
//!     we read     {"type":"request","id":41, ...}     our move: choose one of its "legal_actions"
//!     we write    @41 build_road:17                   the answer, with the request's id in front
//!     we read     {"type":"match_end", ...}           the result; then we leave
//!
//! There may be more types of messages one day: whatever we don't know we pass over.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Write};

/// An action is a verb and its arguments, with colons between them. These verbs we like best, in this order.
const LIKES: [&str; 3] = ["build_city", "build_settlement", "build_road"];

/// What follows a key, up to `stop`.
///
/// We need three values only, so we look for their keys and parse no JSON. That is safe: there are no spaces between
/// tokens, and inside a JSON string a quote has a backslash before it, so a key with its quotes and colon is never
/// found in the middle of some text. The first one found is the message's own. (With cargo, the crate serde_json will
/// serve you better as soon as you want to read "public_state".)
fn value_of<'a>(line: &'a str, key: &str, stop: char) -> io::Result<&'a str> {
    let rest = line.split_once(key).map(|(_, rest)| rest);
    let value = rest
        .and_then(|rest| rest.split_once(stop))
        .map(|(value, _)| value);
    value.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, format!("no {key} in {line}")))
}

/// How much we like an action: the higher, the better.
fn liking(action: &str) -> i32 {
    let verb = action.split(':').next().unwrap_or(action);
    match LIKES.iter().position(|liked| *liked == verb) {
        Some(place) => (LIKES.len() - place) as i32,
        None if verb == "offer_trade" => -1, // offers made at random would help the others more than us
        None => 0,
    }
}

/// One of the actions that we like best, None where there are none. This is the function to make better: the request's
/// "public_state" has all that a seat may know, hands, buildings and the bank.
fn choose<'a>(legal_actions: &[&'a str]) -> Option<&'a str> {
    let best = legal_actions.iter().map(|action| liking(action)).max()?;
    let wanted: Vec<&str> = legal_actions
        .iter()
        .copied()
        .filter(|action| liking(action) == best)
        .collect();
    Some(wanted[random_below(wanted.len())])
}

/// The standard library has no dice, but every new hash map of it has random keys, and those will do.
fn random_below(bound: usize) -> usize {
    (RandomState::new().build_hasher().finish() % bound as u64) as usize
}

/// Write a line and flush it: an answer that waits in a buffer is an answer that comes too late.
fn say(line: &str) -> io::Result<()> {
    let mut output = io::stdout().lock();
    writeln!(output, "{line}")?;
    output.flush()
}

fn main() -> io::Result<()> {
    say("ready starter-rust 1")?;
    for line in io::stdin().lines() {
        let line = line?;
        match value_of(&line, "\"type\":\"", '"')? {
            "request" => {
                // "a","b","c" as a list; no action has a comma, a quote or a backslash in it.
                let list = value_of(&line, "\"legal_actions\":[", ']')?;
                let actions: Vec<&str> = list
                    .split(',')
                    .map(|quoted| quoted.trim_matches('"'))
                    .collect();
                if let Some(action) = choose(&actions) {
                    say(&format!("@{} {action}", value_of(&line, "\"id\":", ',')?))?;
                }
            }
            "error" => eprintln!("{line}"), // standard error is ours, to find faults with
            "match_end" => break,
            _ => {}
        }
    }
    Ok(())
}
