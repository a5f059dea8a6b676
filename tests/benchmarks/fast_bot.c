/* A bot that answers at once: it picks one of the listed actions without parsing more than it must.
 *
 * It exists to measure the referee, not to play: the less it costs, the more of the time is the referee's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char line[1 << 17];

int main(int argc, char **argv) {
    unsigned long long random = argc > 1 ? strtoull(argv[1], NULL, 10) * 2654435761u + 1 : 88172645463325252u;
    setvbuf(stdout, NULL, _IOFBF, 1 << 12);
    puts("ready fast_bot 1");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (strncmp(line, "{\"type\":\"request\"", 17) == 0) {
            char *id = strstr(line, "\"id\":") + 5;
            char *first = strstr(line, "\"legal_actions\":[") + 17;
            char *end = strchr(first, ']');
            int count = 1, chosen;
            char *start = first, *c;
            for (c = first; c < end; c++)
                count += *c == ',';
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            chosen = (int)(random % (unsigned)count);
            for (c = first; chosen > 0; c++)
                if (*c == ',') {
                    chosen--;
                    start = c + 1;
                }
            printf("@%d %.*s\n", atoi(id), (int)strcspn(start + 1, "\""), start + 1);
            fflush(stdout);
        } else if (strncmp(line, "{\"type\":\"match_end\"", 19) == 0) {
            puts("ready fast_bot 1"); /* for the next match, if there is one */
            fflush(stdout);
        }
    }
    return 0;
}
