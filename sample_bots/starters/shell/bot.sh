#!/bin/sh
# A whole bot in one file of POSIX shell, to show how little it takes.
#
# The referee starts this program. It writes one JSON object a line to our standard input; we write plain lines to our
# standard output. docs/protocol.md describes all of it; this is what a bot cannot do without:
#
#     we write    ready starter-shell 1               once, when we are up: a name and a version
#     we read     {"type":"match_start", ...}         the island, the rules, our seat
#     we read     {"type":"event", ...}               what happened, as far as we may know it
#     we read     {"type":"request","id":41, ...}     our move: choose one of its "legal_actions"
#     we write    @41 build_road:17                   the answer, with the request's id in front
#     we read     {"type":"match_end", ...}           the result; then we leave
#
# There may be more types of messages one day: whatever we don't know we pass over. Every answer is worked out by the
# shell itself: starting another program each time would be slow.

set -f    # an action is never a pattern of file names
LC_ALL=C  # lines are ASCII: a byte is a character, which is faster

# The shell has no dice, so it is given a number to begin with and works out the next ones from it.
random=$(($(od -An -N3 -tu4 /dev/urandom)))

# How much we like an action, in $liking: the higher, the better. An action is a verb and its arguments, with colons
# between them.
like() {
    case $1 in
    build_city:*) liking=3 ;;
    build_settlement:*) liking=2 ;;
    build_road:*) liking=1 ;;
    offer_trade:*) liking=-1 ;;  # offers made at random would help the others more than us
    *) liking=0 ;;
    esac
}

# Put one of the actions that we like best, out of all that are given in quotes, into $chosen. This is the function to
# make better: the request's "public_state" has all that a seat may know, hands, buildings and the bank.
choose() {
    best=-2
    equals=0
    for action in "$@"; do
        action=${action#'"'}
        action=${action%'"'}
        like "$action"
        if [ "$liking" -gt "$best" ]; then
            best=$liking
            equals=0
        fi
        if [ "$liking" -eq "$best" ]; then
            # Of so many that we like equally, the last takes the place of the one chosen with a chance of one in so
            # many: then each has the same chance in the end.
            equals=$((equals + 1))
            random=$(((random * 1103515245 + 12345) % 2147483648))
            [ $((random / 65536 % equals)) -ne 0 ] || chosen=$action
        fi
    done
}

# We need three values only, so we look for their keys and parse no JSON. That is safe: "type" always comes first, there
# are no spaces between tokens, and inside a JSON string a quote has a backslash before it, so a key with its quotes and
# colon is never found in the middle of some text. The first one found is the message's own.
answer() {
    id=${1#*'"id":'}
    id=${id%%,*}
    list=${1#*'"legal_actions":['}
    IFS=,  # no action has a comma in it
    choose ${list%%']'*}
    echo "@$id $chosen"
}

echo 'ready starter-shell 1'
while IFS= read -r line; do
    case $line in
    '{"type":"request",'*) answer "$line" ;;
    '{"type":"error",'*) printf '%s\n' "$line" >&2 ;;  # standard error is ours, to find faults with
    '{"type":"match_end",'*) exit ;;
    esac
done
