/** A view keeps what it has to pass: whoever takes it over has to pass that too, also when nothing is required of them. */
import { join } from "node:path";
import { createToolplane } from "toolplane";
import { type AgentEvent, type ScriptedTurn, scriptedModel } from "toolplane/agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { bash, FILES, openWorld } from "./red-world.ts";

const says: ScriptedTurn = { text: "It is fine." };

/** Takes over the view that a red run left, with a toolplane that requires nothing. */
async function takeOver(turns: readonly ScriptedTurn[]) {
  const world = await openWorld();
  await world.run([bash("sed -i 's/, 0)/, 1)/' sum.js"), says, says, says, says]);
  const [left] = await world.tp.views.list();
  await world.tp.close();
  const folder = join(world.workspace, "..");
  const tp = await createToolplane({
    workspace: world.workspace,
    userData: join(folder, "data"),
    environment: { PATH: process.env.PATH, HOME: join(folder, "home") },
  });
  onTestFinished(() => tp.close());
  const view = { id: left?.id ?? "" };
  const agent = await tp.agent({ model: scriptedModel(turns), view });
  const ends: Extract<AgentEvent, { type: "view-end" }>["end"][] = [];
  agent.on((event) => {
    if (event.type === "view-end") ends.push(event.end);
  });
  await agent.run("Go on.");
  await agent.close();
  return { world, ends };
}

describe.skipIf(!hasSandbox)("a red view that is taken over (needs a sandbox)", () => {
  it("does not land as it is", async () => {
    const { world, ends } = await takeOver([says, says, says, says]);
    expect(new Set(ends.map(({ state }) => state))).toEqual(new Set(["red"]));
    expect(world.read("sum.js")).toBe(FILES["sum.js"]);
  });

  it("lands mended, by the check that it had", async () => {
    const { world, ends } = await takeOver([
      bash("sed -i 's/, 1)/, 0)/' sum.js; echo '// tidy' >> sum.js"),
      says,
    ]);
    expect(ends).toMatchObject([
      { state: "landed", lines: [expect.stringMatching(/^tests {2}2 pass/), expect.anything()] },
    ]);
    expect(world.read("sum.js")).toBe(`${FILES["sum.js"]}// tidy\n`);
  });
});
