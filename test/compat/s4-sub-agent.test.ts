/** S4's SubAgentTool on the product: a fresh agent with its own prompt, tools and model, in a session below the caller's. */
import {
  fromAgentCallbacks,
  fromAgentLoopConfig,
  isSubAgentTool,
  registerSubAgentTool,
  type SubAgentToolOptions,
  subAgentTool,
} from "@toolplane/compat";
import { defineTool, type Tool, type ToolResult } from "@toolplane/contract";
import { taskTool } from "@toolplane/tools";
import { type ModelRequest, type ModelScript, scriptedModel } from "toolplane/agent";
import { describe, expect, it } from "vitest";
import { createGate } from "../agent/family.fixture.ts";
import { openLibrary, readTool } from "../library/fixture.ts";

const shout: Tool = defineTool({
  id: "shout",
  description: "Shouts.",
  parameters: { type: "object", properties: {}, additionalProperties: false },
  requires: {},
  gated: false,
  execute: (_args, { progress }) => {
    progress("breathing in");
    return "HO!";
  },
});

const CALL = { calls: [{ name: "reviewer", arguments: { task: "Review a.txt." } }] };

async function open(
  script: ModelScript,
  more: Partial<SubAgentToolOptions> = {},
  hooks: Parameters<typeof fromAgentCallbacks>[0] = {},
) {
  const { tp } = await openLibrary({ tools: [readTool], hooks: [fromAgentCallbacks(hooks)] });
  const tool = registerSubAgentTool(tp.kernel, {
    toolName: "reviewer",
    toolDescription: "Reviews.",
    systemPrompt: "You review.",
    providerOverride: scriptedModel(script, "child"),
    tools: [shout],
    ...more,
  });
  const seen: ModelRequest[] = [];
  const parent = scriptedModel((request, turn) => {
    seen.push(request);
    return turn === 0 ? CALL : { text: "Thanks." };
  }, "parent");
  const agent = await tp.agent({ model: parent, instructions: "You build." });
  const settled: ToolResult[] = [];
  agent.on((event) => void (event.type === "call-settle" && settled.push(event.result)));
  return { tp, agent, tool, settled, seen };
}

describe("SubAgentTool", () => {
  it("runs a fresh child with its own prompt, tools and provider; its final text is the result [R274, R275]", async () => {
    const asked: ModelRequest[] = [];
    const { agent, settled, seen } = await open((request, turn) => {
      asked.push(request);
      return turn === 0 ? { calls: [{ name: "shout" }] } : { text: "It is fine." };
    });
    await agent.run("Build.");
    expect(settled).toMatchObject([
      {
        type: "output",
        data: "It is fine.",
        child_session: expect.stringMatching(/^ses/),
        details: { sub_agent: "reviewer", turns: 2 },
      },
    ]);
    const [first] = asked;
    expect(first?.system).toBe("You review.");
    expect(first?.tools.map(({ name }) => name)).toEqual(["shout"]);
    // Nothing of the parent's conversation.
    expect(first?.messages).toEqual([{ role: "user", from: "parent", text: "Review a.txt." }]);
    // And nobody else is told of the child's tools.
    expect(seen[0]?.tools.map(({ name }) => name)).toEqual(["read", "reviewer"]);
  });

  it("takes S4's attributes, and says so where the child said nothing [R276]", async () => {
    const asked: ModelRequest[] = [];
    const { agent, tool, settled } = await open(
      (request) => {
        asked.push(request);
        return {};
      },
      { thinkingLevel: "High", modelConfig: "openai:unused" },
    );
    expect(tool).toMatchObject({ id: "reviewer", description: "Reviews." });
    await agent.run("Build.");
    expect(asked[0]?.reasoning).toBe("high");
    expect(settled).toMatchObject([{ data: "(sub-agent produced no text output)" }]);
    expect(await agent.session.call({ id: "x", name: "reviewer", arguments: {} })).toMatchObject({
      code: "invalid_input",
    });
  });

  it("takes the model that modelConfig names where nothing overrides it [R276]", async () => {
    const { providerOverride: _, ...plain } = {
      providerOverride: undefined,
      modelConfig: scriptedModel([{ text: "From the config." }]),
    };
    const { tp } = await openLibrary({ tools: [readTool] });
    registerSubAgentTool(tp.kernel, {
      toolName: "reviewer",
      toolDescription: "Reviews.",
      systemPrompt: "You review.",
      ...plain,
      tools: [],
    });
    const agent = await tp.agent({ model: scriptedModel([CALL, { text: "ok" }]) });
    const data: unknown[] = [];
    agent.on((event) => {
      if (event.type === "call-settle" && event.result.type === "output")
        data.push(event.result.data);
    });
    await agent.run("Build.");
    expect(data).toEqual(["From the config."]);
  });

  it("gives a child no other SubAgentTool, and no task [R277]", async () => {
    const inner = subAgentTool({
      toolName: "inner",
      toolDescription: "Inner.",
      systemPrompt: "x",
      tools: [],
    });
    const offered: string[][] = [];
    const { agent } = await open(
      (request, turn) => {
        offered.push(request.tools.map(({ name }) => name));
        return turn === 0
          ? { calls: [{ name: "inner", arguments: { task: "x" } }] }
          : { text: "-" };
      },
      { tools: [inner, shout, taskTool] },
    );
    const codes: unknown[] = [];
    agent.on((event) => {
      if (event.type === "subagent-event" && event.event.type === "call-settle")
        codes.push(event.event.result);
    });
    await agent.run("Build.");
    expect(isSubAgentTool(inner)).toBe(true);
    expect(offered[0]).toEqual(["shout"]);
    expect(codes).toMatchObject([{ code: "unknown_tool" }]);
  });

  it("is cancelled with its parent [R278]", async () => {
    const gate = createGate();
    const { agent } = await open(
      (_request, turn) => (turn === 0 ? { calls: [{ name: "wait_here" }] } : { text: "never" }),
      { tools: [gate.tool] },
    );
    const stop = new AbortController();
    const ends: unknown[] = [];
    agent.on((event) => {
      if (event.type === "subagent-event" && event.event.type === "agent-end")
        ends.push(event.event.outcome);
    });
    const outcome = agent.run("Build.", { signal: stop.signal });
    await gate.began;
    stop.abort();
    expect(await outcome).toMatchObject({ by: "cancel" });
    expect(ends).toMatchObject([{ status: "stopped", by: "cancel" }]);
  });

  it("tells its parent what the child says and calls while it works [R279]", async () => {
    const updates: string[] = [];
    const { agent } = await open(
      (_request, turn) =>
        turn === 0 ? { text: "I begin.", calls: [{ name: "shout" }] } : { text: "Done." },
      {},
      { afterToolExecutionUpdate: (tool, _id, text) => void updates.push(`${tool}: ${text}`) },
    );
    const progress: string[] = [];
    agent.on((event) => void (event.type === "call-progress" && progress.push(event.text)));
    await agent.run("Build.");
    expect(updates).toEqual([
      "reviewer: I begin.",
      "reviewer: calling tool shout",
      "reviewer: Done.",
    ]);
    expect(progress).toEqual(["breathing in"]);
  });

  it("refuses to stand beside another tool of the same name as one of its own", async () => {
    const { tp } = await openLibrary({ tools: [readTool] });
    const other = { ...shout, id: "read" };
    expect(() =>
      registerSubAgentTool(tp.kernel, {
        toolName: "r",
        toolDescription: "R.",
        systemPrompt: "x",
        tools: [other],
      }),
    ).toThrow(/another than the one that is registered/);
  });
});

describe("AgentLoopConfig", () => {
  it("configures a run: model, prompt, filters, bounds, strategy and callbacks", async () => {
    const called: string[] = [];
    const { hooks, agent: options } = fromAgentLoopConfig({
      providerOverride: scriptedModel([{ calls: [{ name: "shout" }] }, { text: "Done." }]),
      systemPrompt: "You shout.",
      thinkingLevel: "Low",
      toolExecution: "Sequential",
      inputFilters: [
        (text) => (text.includes("secret") ? { Reject: "No secrets." } : "Pass"),
        () => ({ Warn: "Be careful." }),
      ],
      maxTurns: 5,
      beforeToolExecution: (tool) => {
        called.push(tool);
        return true;
      },
    });
    const { tp } = await openLibrary({ tools: [shout], hooks });
    const agent = await tp.agent(options as never);
    expect(await agent.run("Go.")).toEqual({ status: "done", text: "Done." });
    expect(called).toEqual(["shout"]);
    expect(agent.state().settings.limits.turns).toBe(5);
    expect(agent.state().messages[0]).toMatchObject({ text: "Go.\n\nBe careful." });
    expect(await agent.run("Tell the secret.")).toMatchObject({
      by: "input",
      message: "No secrets.",
    });
  });
});
