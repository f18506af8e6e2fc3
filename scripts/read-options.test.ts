import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "./run-command.ts";
import type { TriedWord } from "./try-words.fixture.ts";

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Name → the file it starts and the options of Node, for every script that is a program of ours. */
const programs = Object.entries(scripts).flatMap(([name, command]) => {
  const [, options = "", file] = /^node ((?:--\S+ )*)(\S+\.ts)$/.exec(command) ?? [];
  if (file === undefined) return [];
  return [{ name, options, file, source: readFileSync(join(root, file), "utf8") }];
});
const taking = programs.filter(({ source }) => source.includes("readOptions("));
const HELP = "--help";
const UNKNOWN = "--no-such-option";

/** Those that Node is started alike for are tried in one process; one that asks whether it is the main program alone. */
async function tryAll(): Promise<readonly TriedWord[]> {
  const alone = taking.filter(isMainOnly);
  const together = taking.filter((program) => !isMainOnly(program));
  const starts = [...new Set(together.map(({ options }) => options))];
  const tried = await Promise.all([
    ...starts.map((options) => tryTogether(options, together)),
    ...alone.flatMap((program) => [HELP, UNKNOWN].map((word) => tryAlone(program, word))),
  ]);
  return tried.flat();
}

async function tryTogether(options: string, all: typeof taking): Promise<readonly TriedWord[]> {
  const files = all.filter((each) => each.options === options).map(({ file }) => file);
  const fixture = join(import.meta.dirname, "try-words.fixture.ts");
  const words = [...nodeWords(options), fixture, files.join(","), `${HELP},${UNKNOWN}`];
  const { code, output } = await runCommand([process.execPath, ...words], { cwd: root });
  expect(code, output).toBe(0);
  return JSON.parse(output) as readonly TriedWord[];
}

async function tryAlone(
  { options, file }: (typeof taking)[number],
  word: string,
): Promise<readonly TriedWord[]> {
  const words = [...nodeWords(options), file, word];
  return [{ file, word, ...(await runCommand([process.execPath, ...words], { cwd: root })) }];
}

function isMainOnly({ source }: (typeof taking)[number]): boolean {
  return source.includes("import.meta.main");
}

function nodeWords(options: string): readonly string[] {
  return options.split(" ").filter((word) => word !== "");
}

describe("the scripts of package.json", () => {
  let tried: readonly TriedWord[];
  beforeAll(async () => {
    tried = await tryAll();
  });
  const outcome = (file: string, word: string) =>
    tried.find((each) => each.file === file && each.word === word);

  it("read their words in one way", () => {
    const own = programs.filter(({ source }) => /\bparseArgs\(|process\.argv/.test(source));
    expect(own.map(({ file }) => file)).toEqual([]);
    expect(taking.length).toBeGreaterThan(10);
  });

  it.each(taking)("$name says its usage, and ends well", ({ name, file }) => {
    const { code, output } = outcome(file, HELP) ?? expect.fail("not tried");
    expect(output).toMatch(new RegExp(`^usage: npm run ${name} -- `));
    expect(code).toBe(0);
  });

  it.each(taking)("$name refuses an option that it does not know in one line", ({ file }) => {
    const { code, output } = outcome(file, UNKNOWN) ?? expect.fail("not tried");
    expect(output).toBe("Unknown option '--no-such-option': --help says what there is\n");
    expect(code).toBe(2);
  });
});
