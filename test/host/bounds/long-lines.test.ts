/**
 * Judging a line takes time in proportion to its length, whatever it is made of. Measured is the processor's time of this
 * thread for a line and for one four times as long: four is linear and sixteen the square, so a busy machine does not matter.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Session } from "toolplane";
import { createToolplane } from "toolplane";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const SHORT = 16_000;
const LONG = 64_000;
/** What grows by the square grows sixteenfold; what is linear up to nine times, for its garbage and the caches. */
const MOST_GROWTH = 12;
/** Below this nothing is wrong, and little can be told. */
const QUICK_MS = 40;
/** Twenty times what the slowest takes on a quiet machine. */
const SLOWEST_MS = 2_000;

type Shape = (length: number) => string;

/** One part again and again, given its number. */
function many(part: (index: number) => string, before = "", after = ""): Shape {
  return (length) => {
    const parts: string[] = [];
    let room = length - before.length - after.length;
    for (let index = 0; room > 0; index += 1) {
      parts.push(part(index));
      room -= part(index).length;
    }
    return before + parts.slice(0, -1).join("") + after;
  };
}

/** One kind of part, then another. */
function halves(one: Shape, two: Shape): Shape {
  return (length) => one(length / 2) + two(length / 2);
}

function inside(open: string, close: string): Shape {
  return (length) => {
    const depth = Math.floor((length - 1) / (open.length + close.length));
    return `${open.repeat(depth)}a${close.repeat(depth)}`;
  };
}

const WRAPPERS =
  "timeout 1|nice|env|env A=1|xargs|xargs -I{}|parallel|watch|script -c|pee|sudo -u a|su -c|ssh h|eval|" +
  "find . -exec|git bisect run|git submodule foreach|npx -y|make -f|rsync -e|tar -I|coproc";

const SHAPES: Readonly<Record<string, Shape>> = {
  ...Object.fromEntries(
    WRAPPERS.split("|").map((wrapper) => [wrapper, many(() => `${wrapper} `, "", "a")]),
  ),
  "words of a copy": many(() => "cp "),
  "files of a copy": many((index) => `a${index} `, "cp "),
  hosts: many(() => "curl "),
  substitutions: many((index) => `$(a${index})\n`),
  "substitutions in one another": inside("$(", ")"),
  subshells: inside("(", ")"),
  quotes: many(() => "'a'", "echo "),
  redirects: many((index) => `a >f${index};`),
  "here-documents": many((index) => `cat <<E${index}\nx\nE${index}\n`),
  assignments: many((index) => `A${index}=1 `, "", "true"),
  "values that double": many((index) => `A${index + 1}=$A${index}$A${index}; `, "A0=x; "),
  "one variable": many(() => "v=ls; $v;"),
  aliases: many((index) => `alias a${index}=ls;`),
  "texts after assignments": halves(
    many((index) => `A${index}=1;`),
    many((index) => `eval 'b${index}';`),
  ),
  "texts after functions": halves(
    many((index) => `f${index}() { a; };`),
    many((index) => `eval 'b${index}';`),
  ),
  "programs after words": halves(
    many((index) => `w${index} `, "echo ", ";"),
    many((index) => `./g${index};`),
  ),
  "copies that run": many((index) => `cp a${index} b${index}; ./b${index}; `),
  links: many((index) => `ln -s l${index} l${index + 1}; `),
  moves: many(() => "cd ..; "),
  "settings of git": many((index) => `-c a.b${index}=c `, "git ", "status"),
  "commands of find": many(() => "-exec a {} \\; ", "find . "),
  braces: many(() => "{a,b}", "echo "),
  globs: many(() => "/usr/bin/* ", "ls "),
  "text of awk": many(() => 'system("a"); ', "awk '{", "}' f"),
  "text of sed": many(() => "s/a/b/;", "sed '", "' f"),
  "text of python": many(() => 'open("a");', "python3 -c '", "'"),
  "text of make": many(() => "a:", "make -f - <<< '", "'"),
  blanks: many(() => " ", "a", "b"),
  "empty lines": many(() => "\n", "a", "b"),
};

let base: string;
let session: Session;
let close: () => Promise<void>;

beforeAll(async () => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-lines-")));
  const product = await createToolplane({
    workspace: base,
    userData: join(base, "data"),
    scratchParent: base,
    sandbox: "none",
    record: false,
    onWarning: () => undefined,
  });
  session = product.session({
    rules: [
      { permission: "shell.run", pattern: "git push *", action: "deny" },
      { permission: "bash", pattern: "*", action: "allow" },
    ],
  });
  close = () => product.close();
  // What is compiled on the way would count for the first shape.
  for (const shape of Object.values(SHAPES)) await judge(shape(2_000));
});

afterAll(async () => {
  await close();
  rmSync(base, { recursive: true, force: true });
});

/** Milliseconds of this thread. */
async function judge(command: string): Promise<number> {
  const start = process.threadCpuUsage();
  const { footprint } = await session.explain({ id: "a", name: "bash", arguments: { command } });
  const used = process.threadCpuUsage(start);
  expect(footprint).toBeDefined();
  return (used.user + used.system) / 1_000;
}

describe("a long line", () => {
  it.each(Object.entries(SHAPES))("is judged in proportion to its length: %s", async (_, shape) => {
    const times = { short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY };
    // Once more where it looks otherwise: something else may have been in the way.
    for (let turn = 0; turn < 4; turn += 1) {
      times.short = Math.min(times.short, await judge(shape(SHORT)));
      times.long = Math.min(times.long, await judge(shape(LONG)));
      if (times.long < QUICK_MS || times.long / times.short < MOST_GROWTH) break;
    }
    expect(times.long).toBeLessThan(SLOWEST_MS);
    if (times.long >= QUICK_MS) expect(times.long / times.short).toBeLessThan(MOST_GROWTH);
  });
});
