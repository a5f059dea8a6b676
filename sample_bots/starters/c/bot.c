/* A whole bot in one file, with nothing but the standard library. Build it with
 *
 *     cc -O2 -o bot bot.c
 *
 * The referee starts this program. It writes one JSON object a line to our standard input; we write plain lines to our
 * standard output. docs/protocol.md describes all of it; this is what a bot cannot do without:
 *
 *     we write    ready starter-c 1                   once, when we are up: a name and a version
 *     we read     {"type":"match_start", ...}         the island, the rules, our seat
 *     we read     {"type":"event", ...}               what happened, as far as we may know it
 *     we read     {"type":"request","id":41, ...}     our move: choose one of its "legal_actions"
 *     we write    @41 build_road:17                   the answer, with the request's id in front
 *     we read     {"type":"match_end", ...}           the result; then we leave
 *
 * There may be more types of messages one day: whatever we don't know we pass over.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { LINE_BYTES = 64 * 1024 }; /* no line to a bot is longer, its end included */

/* An action is a verb and its arguments, with colons between them. These verbs we like best, in this order. */
static const char *const LIKES[] = {"build_city:", "build_settlement:", "build_road:"};
enum { LIKES_COUNT = sizeof LIKES / sizeof LIKES[0] };

static int begins_with(const char *text, const char *beginning)
{
    return strncmp(text, beginning, strlen(beginning)) == 0;
}

/* Where the value of a key begins, or NULL. We need three values only, so we look for their keys and parse no JSON.
 * That is safe: there are no spaces between tokens, and inside a JSON string a quote has a backslash before it, so a
 * key with its quotes and colon is never found in the middle of some text. The first one found is the message's own. */
static const char *value_of(const char *line, const char *key)
{
    const char *found = strstr(line, key);
    return found == NULL ? NULL : found + strlen(key);
}

/* How much we like an action: the higher, the better. */
static int liking(const char *action)
{
    for (int place = 0; place < LIKES_COUNT; place++)
        if (begins_with(action, LIKES[place]))
            return LIKES_COUNT - place;
    return begins_with(action, "offer_trade:") ? -1 : 0; /* offers made at random would help the others more than us */
}

/* The beginning of one of the actions that we like best, out of "a","b","c"] with its quotes. This is the function to
 * make better: the request's "public_state" has all that a seat may know, hands, buildings and the bank. */
static const char *choose(const char *list)
{
    const char *chosen = NULL, *end;
    int best = -2, equals = 0;

    while (*list == '"' && (end = strchr(list + 1, '"')) != NULL) {
        const char *action = list + 1;
        int liked = liking(action);
        if (liked > best) {
            best = liked;
            equals = 0;
        }
        /* Of so many that we like equally, the last takes the place of the one chosen with a chance of one in so many:
         * then each has the same chance in the end. */
        if (liked == best && rand() % ++equals == 0)
            chosen = action;
        list = end[1] == ',' ? end + 2 : end + 1;
    }
    return chosen;
}

static void answer(const char *line)
{
    const char *id = value_of(line, "\"id\":");
    const char *list = value_of(line, "\"legal_actions\":[");
    const char *action = list == NULL ? NULL : choose(list);

    if (id == NULL || action == NULL) {
        fprintf(stderr, "not a request as the protocol has it: %s", line);
        exit(1);
    }
    printf("@%lld %.*s\n", strtoll(id, NULL, 10), (int)strcspn(action, "\""), action);
    fflush(stdout); /* an answer that waits in a buffer is an answer that comes too late */
}

int main(void)
{
    static char line[LINE_BYTES + 1];
    struct timespec now;

    timespec_get(&now, TIME_UTC);
    srand((unsigned)now.tv_nsec); /* nanoseconds, so that two of us that start in the same second differ */

    puts("ready starter-c 1");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *type = value_of(line, "\"type\":\"");
        if (type == NULL)
            continue;
        if (begins_with(type, "request\""))
            answer(line);
        else if (begins_with(type, "error\""))
            fputs(line, stderr); /* standard error is ours, to find faults with */
        else if (begins_with(type, "match_end\""))
            break;
    }
    return 0;
}
