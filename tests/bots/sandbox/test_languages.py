"""Bots in other languages start and answer in the sandbox, within the ceilings that nobody has changed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from referee.bots.spec import BotSpec
from tests.bots.sandbox.trials import CONTAINED, program, run_to_end, sandbox_of
from tests.kit.unprivileged import open_folder

pytestmark = [pytest.mark.usefixtures("containment"), pytest.mark.parametrize("kind", [*CONTAINED, "limits"])]

ANSWER: Final = "ready 12502500\n"
"""What each program says to the line ``4999`` and one more: the sum of 1 to 5000, which a thread of its own finds."""

JAVA: Final = """
import java.util.*;
import java.util.stream.*;
public class Bot {
    public static void main(String[] arguments) throws Exception {
        int last = 1 + Integer.parseInt(new Scanner(System.in).nextLine());
        long[] sum = new long[1];
        Thread thread = new Thread(() -> sum[0] = LongStream.rangeClosed(1, last).parallel().sum());
        thread.start();
        thread.join();
        System.out.println("ready " + sum[0]);
    }
}
"""
NODE: Final = """
const { Worker, isMainThread, workerData, parentPort } = require("worker_threads");
if (isMainThread) {
    require("readline").createInterface({ input: process.stdin }).once("line", (line) => {
        const worker = new Worker(__filename, { workerData: 1 + Number(line) });
        worker.once("message", (sum) => { console.log(`ready ${sum}`); process.exit(0); });
    });
} else {
    let sum = 0;
    for (let number = 1; number <= workerData; number++) sum += number;
    parentPort.postMessage(sum);
}
"""
C: Final = """
#include <pthread.h>
#include <stdio.h>
static long last, sum;
static void *add(void *unused) { for (long number = 1; number <= last; number++) sum += number; return unused; }
int main(void) {
    pthread_t thread;
    if (scanf("%ld", &last) != 1 || (last++, pthread_create(&thread, NULL, add, NULL))) return 1;
    pthread_join(thread, NULL);
    printf("ready %ld\\n", sum);
    return 0;
}
"""
RUST: Final = """
fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let last = 1 + line.trim().parse::<u64>().unwrap();
    println!("ready {}", std::thread::spawn(move || (1..=last).sum::<u64>()).join().unwrap());
}
"""
PERL: Final = (
    "my $sum = 0; $sum += $_ for 1 .. 1 + <STDIN>; my $pid = fork or do { print qq(ready $sum\\n); exit }; wait;"
)
GO: Final = """
package main
import "fmt"
func main() {
    var last, sum int
    fmt.Scan(&last)
    done := make(chan bool)
    go func() { for number := 1; number <= last + 1; number++ { sum += number }; done <- true }()
    <-done
    fmt.Println("ready", sum)
}
"""
CPP: Final = """
#include <future>
#include <iostream>
int main() {
    long last = 0;
    std::cin >> last;
    auto sum = std::async(std::launch::async, [last] {
        long sum = 0;
        for (long number = 1; number <= last + 1; number++) sum += number;
        return sum;
    });
    std::cout << "ready " << sum.get() << std::endl;
}
"""
CSHARP: Final = """
using System;
using System.Linq;
using System.Threading.Tasks;
class Bot {
    static void Main() {
        int last = 1 + int.Parse(Console.ReadLine());
        Console.WriteLine("ready " + Task.Run(() => Enumerable.Range(1, last).Sum()).Result);
    }
}
"""
RUBY: Final = "last = 1 + gets.to_i; puts %(ready #{Thread.new { (1..last).sum }.value})"
PHP: Final = "<?php $last = 1 + (int) fgets(STDIN); echo 'ready ', array_sum(range(1, $last)), PHP_EOL;"
LUA: Final = "local sum = 0; for n = 1, 1 + io.read('*n') do sum = sum + n end; print(string.format('ready %d', sum))"
BASH: Final = """
read -r last
printf 'ready %d\\n' $(for ((number = 1; number <= last + 1; number++)); do ((sum += number)); done; echo $sum)
"""
SHELL: Final = """
read -r last
sum=0
while [ "$last" -ge 0 ]; do sum=$((sum + last + 1)); last=$((last - 1)); done
echo "ready $sum"
"""
PYTHON: Final = """
import sys
from concurrent.futures import ThreadPoolExecutor
last = 1 + int(sys.stdin.readline())
with ThreadPoolExecutor() as threads:
    print("ready", threads.submit(sum, range(1, last + 1)).result())
"""


@dataclass(frozen=True)
class Language:
    """A program, how it is built in a folder, and the command that runs it there. ``needs``: what must be installed."""

    name: str
    needs: str
    file: str
    text: str
    build: tuple[str, ...] = ()
    command: Callable[[Path], tuple[str, ...]] = lambda folder: (str(folder / "bot"),)


LANGUAGES: Final = (
    Language("Python", "/usr/bin/python3", "bot.py", PYTHON, (), lambda folder: ("/usr/bin/python3", "bot.py")),
    Language(
        "Java", "javac", "Bot.java", JAVA, ("javac", "Bot.java"), lambda folder: (which("java"), "-cp", ".", "Bot")
    ),
    Language("Node", "node", "bot.js", NODE, (), lambda folder: (which("node"), "bot.js")),
    Language("C", "gcc", "bot.c", C, ("gcc", "-O1", "-o", "bot", "bot.c", "-lpthread")),
    Language("C, linked for good", "gcc", "bot.c", C, ("gcc", "-static", "-o", "bot", "bot.c", "-lpthread")),
    Language("Rust", "rustc", "bot.rs", RUST, ("rustc", "-o", "bot", "bot.rs")),
    Language("Go", "go", "bot.go", GO, ("go", "build", "-o", "bot", "bot.go")),
    Language("Perl", "perl", "bot.pl", PERL, (), lambda folder: (which("perl"), "bot.pl")),
    Language("C++", "g++", "bot.cpp", CPP, ("g++", "-O1", "-o", "bot", "bot.cpp", "-lpthread")),
    Language("C#, with Mono", "mcs", "bot.cs", CSHARP, ("mcs", "bot.cs"), lambda folder: (which("mono"), "bot.exe")),
    Language("Ruby", "ruby", "bot.rb", RUBY, (), lambda folder: (which("ruby"), "bot.rb")),
    Language("PHP", "php", "bot.php", PHP, (), lambda folder: (which("php"), "bot.php")),
    Language("Lua", "lua", "bot.lua", LUA, (), lambda folder: (which("lua"), "bot.lua")),
    Language("Bash", "bash", "bot.sh", BASH, (), lambda folder: (which("bash"), "bot.sh")),
    Language("Shell", "sh", "bot.sh", SHELL, (), lambda folder: (which("sh"), "bot.sh")),
)


def which(name: str) -> str:
    return shutil.which(name) or name


@pytest.fixture(scope="module", params=LANGUAGES, ids=lambda language: language.name)
def built(request: pytest.FixtureRequest) -> Iterator[BotSpec]:
    """The program, ready to run, in a folder that all may enter."""
    language: Language = request.param
    if shutil.which(language.needs) is None:
        pytest.skip(f"{language.needs} is not installed")
    with open_folder() as folder:
        (folder / language.file).write_text(language.text)
        if language.build:
            done = subprocess.run(language.build, cwd=folder, capture_output=True, encoding="utf-8", check=False)
            assert done.returncode == 0, done.stderr
        yield program(*language.command(folder), folder=folder, files=(folder,))


async def test_it_starts_and_answers(kind: str, built: BotSpec) -> None:
    ending = await run_to_end(sandbox_of(kind), built, b"4999\n")
    assert (ending.status, ending.out) == (0, ANSWER), ending.errors
