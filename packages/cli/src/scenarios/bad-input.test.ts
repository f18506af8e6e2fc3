/** Every command of the table with a command line that cannot be right: a clear message, exit 2, and nothing written anywhere. */
import { existsSync, readdirSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Command } from "../command/command.ts";
import { COMMANDS } from "../program/command-table.ts";
import { type CliWorld, openCliWorld } from "./cli-world.fixture.ts";

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({ "README.md": "hello\n" });
});
afterEach(() => world.remove());

/** Words that fill what a command needs. */
function neededWords(command: Command): readonly string[] {
  return (command.arguments ?? []).filter(({ required }) => required).map(() => "read");
}

async function expectRefused(words: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await world.run(words);
  expect(stdout).toBe("");
  expect(stderr).toMatch(/^! /);
  expect(stderr).not.toContain("toolplane itself failed");
  expect(code).toBe(2);
  expect(readdirSync(world.workspace)).toEqual(["README.md"]);
  expect(existsSync(world.data)).toBe(false);
  expect(existsSync(world.config)).toBe(false);
  return stderr;
}

const byName = COMMANDS.map((command) => [command.name, command] as const);

describe("a command line that cannot be right", () => {
  it.each(byName)("%s: an option that it does not have", async (name, command) => {
    const said = await expectRefused([
      ...name.split(" "),
      ...neededWords(command),
      "--no-such-option",
    ]);
    expect(said).toMatch(/no-such-option/);
  });

  it.each(byName.filter(([, command]) => neededWords(command).length > 0))(
    "%s: a word that is missing",
    async (name, command) => {
      const said = await expectRefused(name.split(" "));
      const [missing] = (command.arguments ?? []).filter(({ required }) => required);
      expect(said).toContain(`needs ${missing?.name.toUpperCase()}`);
    },
  );

  it.each(
    byName.filter(
      ([, { arguments: words = [], takesAnyOption }]) => !words.at(-1)?.rest && !takesAnyOption,
    ),
  )("%s: a word too many", async (name, command) => {
    const words = (command.arguments ?? []).map(() => "read");
    expect(await expectRefused([...name.split(" "), ...words, "extra"])).toContain('"extra"');
  });

  it.each(
    byName.flatMap(([name, { options = {} }]) =>
      Object.entries(options).flatMap(([option, { choices }]) =>
        choices ? [[name, option] as const] : [],
      ),
    ),
  )("%s --%s: a value that is none of its choices", async (name, option) => {
    expect(await expectRefused([...name.split(" "), `--${option}=nonsense`])).toContain(
      "must be one of",
    );
  });

  it("an unknown command names one that is near, as a whole line", async () => {
    expect(await expectRefused(["cal", "read", "my file"])).toBe(
      `! There is no command "cal". Did you mean: toolplane call read 'my file'\n`,
    );
  });

  it("text that would speak to the terminal is shown and not sent", async () => {
    expect(await expectRefused(["\u001b[2J"])).toContain("\\u{1b}[2J");
  });

  it("is told as JSON to who wants that", async () => {
    const { code, stdout, stderr } = await world.run(["cal", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { message: expect.stringContaining("cal") },
    });
    expect({ code, stderr }).toEqual({ code: 2, stderr: "" });
  });
});
