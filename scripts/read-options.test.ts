import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sampleOf } from "../test/sample.ts";
import { runCommand } from "./run-command.ts";

const root = join(import.meta.dirname, "..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};

/** Name → the file it starts, for every script that is a program of ours. */
const programs = Object.entries(scripts).flatMap(([name, command]) => {
  const file = /^node (?:--\S+ )*(\S+\.ts)$/.exec(command)?.[1];
  return file === undefined ? [] : [{ name, file, source: readFileSync(join(root, file), "utf8") }];
});
const taking = programs.filter(({ source }) => source.includes("readOptions("));
/** Each is a process or two. */
const taken = sampleOf(taking, 4);

async function run(name: string, word: string) {
  const [, ...words] = (scripts[name] ?? "").split(" ");
  return runCommand([process.execPath, ...words, word], { cwd: root });
}

describe("the scripts of package.json", () => {
  it("read their words in one way", () => {
    const own = programs.filter(({ source }) => /\bparseArgs\(|process\.argv/.test(source));
    expect(own.map(({ file }) => file)).toEqual([]);
    expect(taking.length).toBeGreaterThan(10);
  });

  it.each(taken)("$name says its usage, and ends well", async ({ name }) => {
    const { code, output } = await run(name, "--help");
    expect(output).toMatch(new RegExp(`^usage: npm run ${name} -- `));
    expect(code).toBe(0);
  });

  it.each(taken)("$name refuses an option that it does not know in one line", async ({ name }) => {
    const { code, output } = await run(name, "--no-such-option");
    expect(output).toBe("Unknown option '--no-such-option': --help says what there is\n");
    expect(code).toBe(2);
  });
});
