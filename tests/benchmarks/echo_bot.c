/* The other end of a bare round trip: a short line back for each line read. */
#include <stdio.h>

static char line[1 << 17];

int main(void) {
    while (fgets(line, sizeof line, stdin)) {
        fputs("@123 trade_bank:wood:ore\n", stdout);
        fflush(stdout);
    }
    return 0;
}
