// A whole bot in one file, with nothing but the standard library. Build it with
//
//     javac Bot.java
//
// The referee starts this program. It writes one JSON object a line to our standard input; we write plain lines to our
// standard output. docs/protocol.md describes all of it; this is what a bot cannot do without:
//
//     we write    ready starter-java 1                once, when we are up: a name and a version
//     we read     {"type":"match_start", ...}         the island, the rules, our seat
//     we read     {"type":"event", ...}               what happened, as far as we may know it
//     we read     {"type":"request","id":41, ...}     our move: choose one of its "legal_actions"
//     we write    @41 build_road:17                   the answer, with the request's id in front
//     we read     {"type":"match_end", ...}           the result; then we leave
//
// There may be more types of messages one day: whatever we don't know we pass over.

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

public final class Bot {
    /** An action is a verb and its arguments, with colons between them. These verbs we like best, in this order. */
    private static final List<String> LIKES = List.of("build_city", "build_settlement", "build_road");

    private static final Random RANDOM = new Random();

    public static void main(String[] arguments) throws IOException {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        say("ready starter-java 1");
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            String type = valueOf(line, "\"type\":\"", "\"");
            if (type.equals("request")) {
                // "a","b","c" as a list; no action has a comma, a quote or a backslash in it.
                String[] actions = valueOf(line, "\"legal_actions\":[", "]").replace("\"", "").split(",");
                say("@" + valueOf(line, "\"id\":", ",") + " " + choose(List.of(actions)));
            } else if (type.equals("error")) {
                System.err.println(line); // standard error is ours, to find faults with
            } else if (type.equals("match_end")) {
                break;
            }
        }
    }

    /**
     * What follows a key, up to the next {@code stop}. We need three values only, so we look for their keys and parse
     * no JSON. That is safe: there are no spaces between tokens, and inside a JSON string a quote has a backslash
     * before it, so a key with its quotes and colon is never found in the middle of some text. The first one found is
     * the message's own. (A library for JSON will serve you better as soon as you want to read "public_state".)
     */
    private static String valueOf(String line, String key, String stop) {
        int found = line.indexOf(key);
        int end = found < 0 ? -1 : line.indexOf(stop, found + key.length());
        if (end < 0) {
            throw new IllegalArgumentException("no " + key + " in " + line);
        }
        return line.substring(found + key.length(), end);
    }

    /**
     * One of the actions that we like best. This is the method to make better: the request's "public_state" has all
     * that a seat may know, hands, buildings and the bank.
     */
    private static String choose(List<String> legalActions) {
        int best = legalActions.stream().mapToInt(Bot::liking).max().orElseThrow();
        List<String> wanted = new ArrayList<>();
        for (String action : legalActions) {
            if (liking(action) == best) {
                wanted.add(action);
            }
        }
        return wanted.get(RANDOM.nextInt(wanted.size()));
    }

    /** How much we like an action: the higher, the better. */
    private static int liking(String action) {
        String verb = action.split(":")[0];
        if (LIKES.contains(verb)) {
            return LIKES.size() - LIKES.indexOf(verb);
        }
        return verb.equals("offer_trade") ? -1 : 0; // offers made at random would help the others more than us
    }

    /** Write a line and flush it: an answer that waits in a buffer is an answer that comes too late. */
    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
