import { ToolError } from "@toolplane/contract";
import { createKernel, type Session } from "@toolplane/kernel";
import { createMemoryHost, createScriptedAgent, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { writeTool } from "../write/write-tool.ts";
import { taskTool } from "./task-tool.ts";

describeToolConformance(
  { describe, it },
  {
    tool: taskTool,
    host: () => createMemoryHost(),
    valid: [{ prompt: "Look." }, { prompt: "Look.", background: true, metadata: { a: [1] } }],
    invalid: [{}, { prompt: "" }, { prompt: "x", background: "yes" }, { prompt: "x", depth: 1 }],
    patienceMs: 50,
  },
);

describe("the tool task", () => {
  it("hands the work over and returns what the child reports", async () => {
    const agent = createScriptedAgent(["It is in a.ts."]);
    const { call } = openSessionWorld(taskTool, { kernel: { agent } });
    const args = { prompt: "Where?", subagent_type: "search", metadata: { ticket: 7 } };
    expect(await call(args)).toMatchObject({
      type: "output",
      data: { output: "It is in a.ts." },
      child_session: "child_0001",
    });
    expect(agent.spawns()[0]?.request).toEqual({
      prompt: "Where?",
      subagentType: "search",
      metadata: { ticket: 7 },
    });
  });

  it("returns at once from a background run, with the session to look into", async () => {
    const agent = createScriptedAgent(["later"]);
    const { call } = openSessionWorld(taskTool, { kernel: { agent } });
    expect(await call({ prompt: "x", background: true })).toMatchObject({
      data: { session_id: "child_0001" },
      child_session: "child_0001",
    });
  });

  it("says what went wrong with a child, an unknown kind, or no agent at all", async () => {
    const agent = createScriptedAgent(({ subagentType }) => {
      if (subagentType === "cook")
        throw new ToolError("invalid_input", "No subagent is a cook. There is: search.");
      return { status: "failed", message: "out of turns", sessionId: "c" };
    });
    const { call } = openSessionWorld(taskTool, { kernel: { agent } });
    expect(await call({ prompt: "x" })).toMatchObject({
      code: "failed",
      error_text: "The subagent failed: out of turns",
    });
    expect(await call({ prompt: "x", subagent_type: "cook" })).toMatchObject({
      code: "invalid_input",
      error_text: "No subagent is a cook. There is: search.",
    });
    expect(await openSessionWorld(taskTool).call({ prompt: "x" })).toMatchObject({
      code: "unavailable",
    });
  });

  it("stops at the depth limit with an error that a model can act on", async () => {
    const host = createMemoryHost();
    let open: (parent: Session) => Session = (parent) => parent;
    const sessions: Session[] = [];
    const outcomes: unknown[] = [];
    const agent = createScriptedAgent(async ({ prompt }, { depth }) => {
      const child = open(sessions[depth - 1] as Session);
      sessions.push(child);
      const result = await child.call({ id: `d${depth}`, name: "task", arguments: { prompt } });
      outcomes.push(result.type === "error" ? [depth, result.code, result.error_text] : depth);
      return "done";
    });
    const kernel = createKernel({ host, tools: [taskTool], agent, maxDepth: 2 });
    open = (parent) => kernel.session({ parent });
    sessions.push(kernel.session());
    const first = await sessions[0]?.call({ id: "0", name: "task", arguments: { prompt: "x" } });
    expect(first).toMatchObject({ data: { output: "done" } });
    expect(outcomes).toEqual([
      [2, "budget_exceeded", "Subagents may nest 2 deep. Do this part yourself."],
      1,
    ]);
  });

  it("touches nothing itself: what the child does is judged on its own, by the parent's rules", async () => {
    const host = createMemoryHost();
    const sessions: Session[] = [];
    const results: unknown[] = [];
    const agent = createScriptedAgent(async () => {
      const child = kernel.session({ parent: sessions[0] as Session });
      for (const path of ["a.txt", "secret/a.txt"]) {
        const call = { id: path, name: "write", arguments: { path, content: "x" } };
        const result = await child.call(call);
        results.push(result.type === "error" ? result.code : "written");
      }
      return "done";
    });
    const kernel = createKernel({
      host,
      tools: [taskTool, writeTool],
      agent,
      policy: [
        {
          scope: "project",
          rules: [
            { permission: "fs.write", pattern: "{workspace}/**", action: "allow" },
            { permission: "fs.write", pattern: "**/secret/**", action: "deny" },
          ],
        },
      ],
    });
    sessions.push(kernel.session());
    const call = { id: "1", name: "task", arguments: { prompt: "write" } };
    const { footprint } = (await sessions[0]?.explain(call)) ?? {};
    expect(footprint).toEqual({ resources: [] });
    expect(await sessions[0]?.call(call)).toMatchObject({ type: "output" });
    expect(results).toEqual(["written", "permission_denied"]);
  });

  it("ends its child when it is cancelled", async () => {
    const agent = createScriptedAgent(
      (_request, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
        }),
    );
    const { call, session } = openSessionWorld(taskTool, { kernel: { agent } });
    const result = call({ prompt: "x" });
    session.cancel();
    expect(await result).toMatchObject({ code: "cancelled" });
  });
});
