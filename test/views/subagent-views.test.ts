/** Subagents in views of their own: those in the background that may write, and kinds that say so. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createScriptedBroker } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import {
  type AgentEvent,
  type ScriptedTurn,
  type SubagentType,
  scriptedModel,
} from "toolplane/agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { openFamily, task } from "../agent/family.fixture.ts";
import { hasSandbox } from "../has-sandbox.ts";

const LOOKS: SubagentType = {
  name: "looks",
  description: "Works on it.",
  instructions: "Work.",
  tools: ["read"],
  model: null,
  deny: [],
  origin: "user",
  place: null,
};

const APART: SubagentType = {
  ...LOOKS,
  name: "apart",
  tools: ["read", "write", "bash"],
  view: "own",
};

async function openWorld(turns: readonly ScriptedTurn[], options: ToolplaneOptions = {}) {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), "subagent-views-"));
  const workspace = join(folder, "project");
  for (const made of [workspace, join(folder, "home")]) mkdirSync(made, { recursive: true });
  writeFileSync(join(workspace, "a.txt"), "a\n");
  const tp = await createToolplane({
    workspace,
    userData: join(folder, "data"),
    environment: { PATH: process.env.PATH, HOME: join(folder, "home") },
    subagents: { types: [APART, LOOKS] },
    preset: "everyday",
    registry: { deferAbove: Number.POSITIVE_INFINITY },
    ...options,
  });
  onTestFinished(async () => {
    await tp.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const agent = await tp.agent({ model: scriptedModel(turns) });
  const ends: unknown[] = [];
  agent.on((event: AgentEvent) => {
    if (event.type === "subagent-event" && event.event.type === "view-end")
      ends.push([event.agents.join(), event.event.end.state]);
  });
  return { tp, agent, ends, read: (path: string) => readFileSync(join(workspace, path), "utf8") };
}

const write = (agent: string): ScriptedTurn => ({
  agent,
  calls: [{ name: "write", arguments: { path: "new.txt", content: "new\n" } }],
});

describe.skipIf(!hasSandbox)("subagents in views of their own (need a sandbox)", () => {
  it("land what they changed in the background, and what only reads has no view", async () => {
    const { agent, ends, read } = await openWorld([
      {
        calls: [
          task("Write.", { background: true }),
          task("Look.", { background: true, subagent_type: "looks" }),
        ],
      },
      { text: "They are on it." },
      { agent: "looks", calls: [{ name: "read", arguments: { path: "a.txt" } }] },
      { agent: "looks", text: "Seen." },
      write("general"),
      { agent: "general", text: "Written." },
      { text: "Fine." },
      { text: "Fine." },
    ]);
    expect(await agent.run("Do both.")).toMatchObject({ status: "done" });
    expect(ends).toEqual([["general", "landed"]]);
    expect(read("new.txt")).toBe("new\n");
  });

  it("work so where their kind says it, and their parent hears what did not land", async () => {
    const { tp, agent, ends } = await openWorld([
      { calls: [task("Write.", { subagent_type: "apart" })] },
      write("apart"),
      { agent: "apart", calls: [{ name: "bash", arguments: { command: "echo x > other.txt" } }] },
      { agent: "apart", text: "Written." },
      { text: "Fine." },
    ]);
    const told: string[] = [];
    agent.on((event) => {
      if (event.type === "subagent-event" && event.event.type === "agent-end")
        void tp.setPolicy({
          rules: [{ permission: "fs.write", pattern: "**/new.txt", action: "deny" }],
        });
      if (event.type === "call-settle" && event.tool === "task")
        told.push(JSON.stringify(event.result));
    });
    await agent.run("Do it.");
    expect(ends).toEqual([["apart", "kept"]]);
    expect(told.join()).toContain("What it changed is not in the project");
    expect(await tp.views.list()).toHaveLength(1);
  });

  it("ask about a path once: when it is written, and not again when it lands", async () => {
    const broker = createScriptedBroker([{ choice: "once" }]);
    const { agent, ends, read } = await openWorld(
      [
        { calls: [task("Write.", { subagent_type: "apart" })] },
        write("apart"),
        { agent: "apart", text: "Written." },
        { text: "Fine." },
      ],
      { broker, policy: [{ permission: "fs.write", pattern: "**/new.txt", action: "ask" }] },
    );
    await agent.run("Do it.");
    expect(ends).toEqual([["apart", "landed"]]);
    expect(broker.questions().map(({ tool }) => tool)).toEqual(["write"]);
    expect(read("new.txt")).toBe("new\n");
  });
});

describe("subagents where no view can be held", () => {
  it("work in the project in the background, which is said once", async () => {
    const warnings: string[] = [];
    const { agent } = await openFamily(
      [
        { calls: [task("One.", { background: true }), task("Two.", { background: true })] },
        { text: "ok" },
        { agent: "general", text: "done" },
        { agent: "general", text: "done" },
        { text: "ok" },
        { text: "ok" },
      ],
      { onWarning: (text) => warnings.push(text) },
    );
    expect(await agent.run("x")).toMatchObject({ status: "done" });
    expect(warnings.filter((text) => text.includes("work in the project itself"))).toHaveLength(1);
  });
});
