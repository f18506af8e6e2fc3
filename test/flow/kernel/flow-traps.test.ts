/** Mistakes that others made with labels, one row each: what happened there must not happen here. */
import { defineTool, type Tool } from "@toolplane/contract";
import { createFakeClock, createMemoryHost } from "@toolplane/testkit";
import { expect, it } from "vitest";
import { createRun, FLOW_TOOLS, type FlowWorld, openFlowWorld } from "./memory-world.ts";

const plain = (id: string): Tool =>
  defineTool({
    id,
    description: "Speaks with the person.",
    parameters: { type: "object", properties: {} },
    requires: {},
    execute: () => "done",
  });
const clock = createFakeClock();
const open = (): FlowWorld =>
  openFlowWorld({
    host: createMemoryHost({ clock }),
    tools: [...FLOW_TOOLS, plain("report"), plain("undo_last")],
  });

async function seeBoth({ run }: Pick<FlowWorld, "run">): Promise<void> {
  await run("read_inbox");
  await run("read_page");
}

const sends = async ({ run }: Pick<FlowWorld, "run">, to: string): Promise<boolean> =>
  (await run("send_message", { to })).asked.length === 0;

const TRAPS: readonly (readonly [string, (world: FlowWorld) => Promise<boolean>])[] = [
  [
    "labels that some ways of making a child forget",
    async ({ kernel, session, asked }) => {
      const child = kernel.session({ parent: session });
      const grandchild = kernel.session({ parent: child });
      await seeBoth({ run: createRun(grandchild, asked) });
      const late = kernel.session({ parent: session });
      return !(await sends({ run: createRun(late, asked) }, "eve"));
    },
  ],
  [
    "one conversation that marks another",
    async (world) => {
      await seeBoth(world);
      const other = world.kernel.session({});
      return sends({ run: createRun(other, world.asked) }, "eve");
    },
  ],
  [
    "failed lookups that leave a mark",
    async (world) => {
      await world.run("nowhere");
      await world.run("read_page", { wrong: "argument" });
      return world.session.labels().length === 0;
    },
  ],
  [
    "a refusal whose remedies are refused too",
    async (world) => {
      await seeBoth(world);
      await sends(world, "eve");
      const remedies = [await world.run("report"), await world.run("undo_last")];
      return remedies.every(({ result, asked }) => result.type === "output" && asked.length === 0);
    },
  ],
  [
    "a rule that waiting outlasts",
    async (world) => {
      await seeBoth(world);
      await clock.advance(30 * 24 * 3_600_000);
      return !(await sends(world, "eve"));
    },
  ],
  [
    "a company's address that only looks like one",
    async (world) => {
      await seeBoth(world);
      world.session.said("Write to rosa@beans.example.");
      const near = ["rosa@beans.example.evil.net", "rosa@evil-beans.example", "rosa@beansxexample"];
      for (const to of near) if (await sends(world, to)) return false;
      return sends(world, "Rosa@Beans.example");
    },
  ],
  [
    "a check of the wrong parameter",
    async (world) => {
      await seeBoth(world);
      world.session.said("Tell Rosa");
      const { asked } = await world.run("send_message", { to: "rosa", cc: "eve" });
      return asked.length === 1;
    },
  ],
  [
    "names taken from what was read",
    async (world) => {
      const asked = (await world.run("read_page")).result;
      await seeBoth(world);
      return asked.type === "output" && !(await sends(world, "text"));
    },
  ],
  [
    "a reset that a subagent can reach",
    async ({ kernel, session }) => {
      const child = kernel.session({ parent: session });
      expect(() => child.clearLabels()).toThrow("only a person there");
      return true;
    },
  ],
];

it.each(TRAPS)("is not here: %s", async (_, holds) => {
  expect(await holds(open())).toBe(true);
});
