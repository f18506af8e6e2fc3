import { describe, expect, it } from "vitest";
import { COMMANDS } from "../program/command-table.ts";
import { linesWiderThan, openCliWorld, type RunAnswer } from "./cli-world.fixture.ts";

async function run(...words: readonly string[]): Promise<RunAnswer> {
  const world = openCliWorld();
  try {
    return await world.run(words);
  } finally {
    world.remove();
  }
}

const names = COMMANDS.filter(({ isHidden }) => !isHidden).map(({ name }) => name);

describe("help", () => {
  it.each(names)("of %s", async (name) => {
    const { code, stdout, stderr } = await run(...name.split(" "), "--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(linesWiderThan(80, stdout)).toEqual([]);
    expect(stdout).toMatchSnapshot();
  });

  it("breaks no line of a description twice", () => {
    const texts = COMMANDS.map(({ description = "" }) => description).join("\n");
    expect(linesWiderThan(80, texts)).toEqual([]);
  });

  it("is the same when it is asked for with the command", async () => {
    expect(await run("help", "call")).toEqual(await run("call", "--help"));
  });

  it("is data for who wants JSON", async () => {
    const { stdout } = await run("call", "--help", "--json");
    expect(JSON.parse(stdout)).toHaveProperty("help");
  });
});
