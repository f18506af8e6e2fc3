import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../packages/toolplane/src/cli/command-table.ts";
import { textWidth } from "../../../packages/toolplane/src/cli/terminal/text-width.ts";
import { openCliWorld, type RunAnswer } from "../fixture.ts";

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
    expect(stdout.split("\n").filter((line) => textWidth(line) > 80)).toEqual([]);
    expect(stdout).toMatchSnapshot();
  });

  it("is the same when it is asked for with the command", async () => {
    expect(await run("help", "call")).toEqual(await run("call", "--help"));
  });

  it("is data for who wants JSON", async () => {
    const { stdout } = await run("call", "--help", "--json");
    expect(JSON.parse(stdout)).toHaveProperty("help");
  });
});
