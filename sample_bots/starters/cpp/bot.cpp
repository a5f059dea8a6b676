// A whole bot in one file, with nothing but the standard library. Build it with
//
//     c++ -std=c++17 -O2 -o bot bot.cpp
//
// The referee starts this program. It writes one JSON object a line to our standard input; we write plain lines to our
// standard output. docs/protocol.md describes all of it; this is what a bot cannot do without:
//
//     we write    ready starter-cpp 1                 once, when we are up: a name and a version
//     we read     {"type":"match_start", ...}         the island, the rules, our seat
//     we read     {"type":"event", ...}               what happened, as far as we may know it
//     we read     {"type":"request","id":41, ...}     our move: choose one of its "legal_actions"
//     we write    @41 build_road:17                   the answer, with the request's id in front
//     we read     {"type":"match_end", ...}           the result; then we leave
//
// There may be more types of messages one day: whatever we don't know we pass over.

#include <algorithm>
#include <array>
#include <iostream>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

using Actions = std::vector<std::string>;

// An action is a verb and its arguments, with colons between them. These verbs we like best, in this order.
const std::array<std::string, 3> LIKES = {"build_city", "build_settlement", "build_road"};

// What follows a key, up to one of the characters in `stop`. We need three values only, so we look for their keys and
// parse no JSON. That is safe: there are no spaces between tokens, and inside a JSON string a quote has a backslash
// before it, so a key with its quotes and colon is never found in the middle of some text. The first one found is the
// message's own. (A library for JSON will serve you better as soon as you want to read "public_state".)
std::string value_of(const std::string& line, const std::string& key, const char* stop) {
    const auto found = line.find(key);
    if (found == std::string::npos) throw std::runtime_error("no " + key + " in " + line);
    const auto begin = found + key.size();
    return line.substr(begin, line.find_first_of(stop, begin) - begin);
}

// "a","b","c" as a list; no action has a quote or a backslash in it.
Actions unquoted(const std::string& list) {
    Actions actions;
    std::size_t open = 0;
    while ((open = list.find('"', open)) != std::string::npos) {
        const auto close = list.find('"', open + 1);
        actions.push_back(list.substr(open + 1, close - open - 1));
        open = close + 1;
    }
    return actions;
}

// How much we like an action: the higher, the better.
int liking(const std::string& action) {
    const auto verb = action.substr(0, action.find(':'));
    const auto liked = std::find(LIKES.begin(), LIKES.end(), verb);
    if (liked != LIKES.end()) return static_cast<int>(LIKES.end() - liked);
    return verb == "offer_trade" ? -1 : 0;  // offers made at random would help the others more than us
}

// One of the actions that we like best. This is the function to make better: the request's "public_state" has all that
// a seat may know, hands, buildings and the bank.
std::string choose(const Actions& legal_actions) {
    static std::mt19937 generator{std::random_device{}()};
    int best = -1;
    for (const auto& action : legal_actions) best = std::max(best, liking(action));
    Actions wanted;
    for (const auto& action : legal_actions)
        if (liking(action) == best) wanted.push_back(action);
    return wanted.at(std::uniform_int_distribution<std::size_t>{0, wanted.size() - 1}(generator));
}

// std::endl ends the line and flushes it: an answer that waits in a buffer is an answer that comes too late.
void say(const std::string& line) { std::cout << line << std::endl; }

int main() {
    say("ready starter-cpp 1");
    for (std::string line; std::getline(std::cin, line);) {
        const auto type = value_of(line, "\"type\":\"", "\"");
        if (type == "request") {
            const auto actions = unquoted(value_of(line, "\"legal_actions\":[", "]"));
            say("@" + value_of(line, "\"id\":", ",}") + " " + choose(actions));
        } else if (type == "error") {
            std::cerr << line << '\n';  // standard error is ours, to find faults with
        } else if (type == "match_end") {
            break;
        }
    }
}
