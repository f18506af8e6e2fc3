/**
 * The document of Morphix, read aloud: its names, numbers and tables in its order, through `@toolplane/compat` and
 * `createToolplane({ profile: "morphix" })`. Its loader is in `morphix-loader.test.ts`, its agent in `morphix-agent.test.ts`.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  buildToolDefinitions,
  buildToolInstructions,
  createToolsRegistry,
  DANGEROUS_ACTIONS,
  DEFAULT_SETTINGS,
  expandAllowedTools,
  hooksRegistry,
  safeToolCall,
  TOOL_DEFINITIONS,
  toOpenaiSpec,
  toolMatchesAllowlist,
  toolMetrics,
  toolOrchestrator,
  toolsRegistry,
} from "@toolplane/compat";
import type { JsonObject } from "@toolplane/contract";
import { createFakeClock, createMemoryHost } from "@toolplane/testkit";
import { createToolplane, defineTool } from "toolplane";
import { describe, expect, it, onTestFinished } from "vitest";
import { openS2 } from "../compat/s2-fixture.ts";
import { openMorphix, outcomeOf } from "./morphix-world.fixture.ts";

describe("specs", () => {
  it("hold eleven tools with their schemas, as OpenAI's function calling takes them", () => {
    expect(Object.keys(TOOL_DEFINITIONS)).toHaveLength(11);
    const definition = {
      name: "file_manager",
      description: "Files.",
      parameters: { action: { type: "string" }, path: { type: "string" } },
    } as const;
    expect(toOpenaiSpec(definition)).toEqual({
      type: "function",
      function: {
        name: "file_manager",
        description: "Files.",
        parameters: { type: "object", properties: definition.parameters, required: ["action"] },
      },
    });
    expect(toOpenaiSpec(definition, { strict: true }).function).toMatchObject({
      strict: true,
      parameters: { additionalProperties: false, required: ["action", "path"] },
    });
    const served = { ...definition, name: "mcp_browser_browser_navigate" };
    expect(toOpenaiSpec(served, { strict: true }).function).not.toHaveProperty("strict");
  });

  it("bridge short names of profiles with those of servers, and write instructions for models without calls", () => {
    const served = {
      ...TOOL_DEFINITIONS,
      mcp_browser_browser_navigate: {
        name: "mcp_browser_browser_navigate",
        description: "",
        parameters: {},
      },
    };
    expect(expandAllowedTools(["browser", "file_manager"], served)).toEqual([
      "mcp_browser_browser_navigate",
      "file_manager",
    ]);
    expect(expandAllowedTools(null)).toBe(null);
    expect(toolMatchesAllowlist("mcp_browser_browser_navigate", ["browser"])).toBe(true);
    expect(buildToolDefinitions(["git_manager"])).toMatchObject([
      { function: { name: "git_manager" } },
    ]);
    const text = buildToolInstructions({ allowedTools: ["code_search"], projectRoot: "/app" });
    expect(text).toContain("code_search");
    expect(text).toContain('"actions"');
    expect(text).toContain("/app");
  });
});

describe("the registry", () => {
  it("registers by a decorator, finds, lists, forgets, and shares nothing between instances", () => {
    const registry = createToolsRegistry();
    const run = registry.register("file_manager")(() => "ran");
    expect(registry.getTool("file_manager")).toBe(run);
    expect([...registry.listTools().keys()]).toEqual(["file_manager"]);
    expect(createToolsRegistry().getTool("file_manager")).toBe(null);
    expect([registry.unregister("file_manager"), registry.unregister("file_manager")]).toEqual([
      true,
      false,
    ]);
    registry.register("one")(run);
    registry.clear();
    expect(registry.listTools().size).toBe(0);
  });
});

describe("the orchestrator", () => {
  it("has the document's numbers and dangerous actions", () => {
    expect(DEFAULT_SETTINGS).toMatchObject({
      maxRetries: 3,
      backoffBase: 1.5,
      maxTokensPerWorkflow: 8_000,
    });
    expect(DANGEROUS_ACTIONS).toEqual([
      "bash_manager",
      "code_exec",
      "file_manager.delete",
      "git_manager.commit",
      "git_manager.push",
    ]);
  });

  it("checks in the document's order: disabled, existence, permission, approval, budget, hook, run", async () => {
    let enabled = false;
    const flags: Record<string, boolean> = { allow_bash_manager: false };
    let approved = false;
    const heard: string[] = [];
    const world = openS2({
      toolsEnabled: () => enabled,
      flags: { get: (name) => flags[name] },
      onApprovalRequired: () => approved,
      settings: { maxTokensPerWorkflow: 50 },
      hooks: {
        onToolsDisabled: () => void heard.push("on_tools_disabled"),
        onPermissionDenied: () => void heard.push("on_permission_denied"),
        onTokenBudgetExceeded: () => void heard.push("on_token_budget_exceeded"),
        onBeforeTool: ({ attempt }) => void heard.push(`on_before_tool ${attempt}`),
        onAfterTool: () => void heard.push("on_after_tool"),
        onToolError: ({ error }) => void heard.push(`on_tool_error ${error}`),
      },
    });
    const words: unknown[] = [];
    const run = async (name: string, parameters: JsonObject = {}) => {
      const record = await world.run(name, parameters);
      words.push(record.success ? record.output : record.error);
    };
    const long = { command: "x".repeat(400) };
    await run("bash_manager", long);
    enabled = true;
    await run("bash_manager", long);
    world.registry.register("bash_manager")(() => "ran");
    await run("bash_manager", long);
    flags.allow_bash_manager = true;
    await run("bash_manager", long);
    approved = true;
    await run("bash_manager", long);
    await run("bash_manager", { command: "ls" });
    expect(words).toEqual([
      "tools_disabled",
      "tool_not_found",
      "permission_denied",
      "approval_denied",
      "token_budget_exceeded",
      "ran",
    ]);
    expect(heard).toEqual([
      "on_tools_disabled",
      "on_permission_denied",
      "on_token_budget_exceeded",
      "on_before_tool 1",
      "on_after_tool",
    ]);
  });

  it("refuses a dangerous action where no callback is wired, on purpose", async () => {
    const { registry, run } = openS2();
    registry.register("bash_manager")(() => expect.fail("it must not run"));
    expect(await run("bash_manager", { command: "ls" })).toMatchObject({ success: false });
  });

  it("tries three times with 1.5^n seconds and jitter, and tells the hooks of each attempt", async () => {
    const heard: string[] = [];
    const world = openS2({
      hooks: {
        onBeforeTool: ({ attempt }) =>
          void heard.push(`before ${attempt} at ${Math.floor(world.clock.nowMs() / 1_000)}`),
        onToolError: ({ error }) => void heard.push(error),
      },
    });
    world.registry.register("flaky")(() => {
      throw new TypeError("The socket hung up.");
    });
    expect(await world.run("flaky")).toEqual({
      success: false,
      error: "max_retries_exceeded",
      output: "The socket hung up.",
      tool: "flaky",
    });
    expect(heard.filter((word) => word === "The socket hung up.")).toHaveLength(3);
    expect(heard[0]).toBe("before 1 at 0");
    expect(heard[2]).toBe("before 2 at 1");
    expect(heard[4]).toMatch(/^before 3 at [34]$/);
  });

  it("counts a budget for each async workflow, and a reset is the current one's [R235]", async () => {
    const { orchestrator, registry } = openS2();
    registry.register("costly")(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return { success: true, output: "done", tokens_used: 3_000 };
    });
    const call = () => orchestrator.executeTool({ toolName: "costly", parameters: {} });
    const workflow = async (calls: number) => {
      orchestrator.resetTokenBudget();
      for (let made = 0; made < calls; made += 1) await call();
      return orchestrator.tokensUsed();
    };
    expect(await Promise.all([workflow(2), workflow(1), workflow(2)])).toEqual([
      6_000, 3_000, 6_000,
    ]);
    expect(
      await orchestrator.runWorkflow(async () => {
        const records = [await call(), await call(), await call()];
        return records.map((record) => (record.success ? record.output : record.error));
      }),
    ).toEqual(["done", "done", "token_budget_exceeded"]);
    await orchestrator.runWorkflow(async () => {
      await call();
      orchestrator.resetTokenBudget();
      expect(orchestrator.tokensUsed()).toBe(0);
    });
  });

  it("takes a function's own report for what it is, and wraps it once", async () => {
    const { registry, run } = openS2();
    registry.register("reports")(() => ({ success: true, output: "hi" }));
    registry.register("counts")(() => ({
      success: true,
      output: "hi",
      tokens_used: 7,
      exit_code: 0,
    }));
    registry.register("fails")(() => ({ success: false, error: "File not found: a.txt" }));
    expect(await run("reports")).toMatchObject({ success: true, output: "hi", attempt: 1 });
    expect(await run("counts")).toMatchObject({ success: true, output: "hi", tokens_used: 7 });
    expect(await run("fails")).toEqual({
      success: false,
      error: "tool_reported_failure",
      output: "File not found: a.txt",
      tool: "fails",
    });
  });
});

describe("the named globals", () => {
  it("are there when they are first used, and are one thing: registry, hooks, orchestrator, wrapper, metrics", async () => {
    const { tp, root } = await openMorphix({ "project/notes.txt": "one\n" });
    expect(() => toolOrchestrator()).toThrow("the first call says its host");
    const orchestrator = toolOrchestrator({ host: tp.host });
    onTestFinished(async () => {
      await orchestrator.close();
      toolsRegistry().clear();
      hooksRegistry().clear();
    });
    expect(toolOrchestrator()).toBe(orchestrator);
    expect(() => toolOrchestrator({ host: tp.host })).toThrow("close it first");
    const heard: string[] = [];
    hooksRegistry().register("on_before_tool")(
      ({ toolName }) => void heard.push(`before ${toolName}`),
    );
    hooksRegistry().register("on_after_tool")(({ result }) => void heard.push(`after ${result}`));
    toolsRegistry().register("file_manager", {
      requires: { fs: { read: ["{workspace}/**"] } },
      resources: { path: "fs.read" },
    })(async ({ path }: { readonly path: string }, { fs }) =>
      new TextDecoder().decode((await fs?.read?.(path))?.bytes),
    );
    const request = { toolName: "file_manager", parameters: { action: "read", path: "notes.txt" } };
    expect(await safeToolCall(request)).toMatchObject({ success: true, output: "one\n" });
    expect(heard).toEqual(["before file_manager", "after one\n"]);
    expect(toolMetrics().stats("file_manager")).toMatchObject({ total: 1, success: 1, failure: 0 });
    expect(await safeToolCall({ toolName: "  ", parameters: {} })).toMatchObject({
      error: "empty_tool_name",
    });
    expect(await safeToolCall({ toolName: "bash_manager", parameters: {} })).toMatchObject({
      error: "missing_required_param",
    });
    expect(await safeToolCall({ toolName: "mcp:nowhere.tool", parameters: {} })).toMatchObject({
      error: "mcp_client_not_found",
    });
    expect(readFileSync(join(root, "project/notes.txt"), "utf8")).toBe("one\n");
  });
});

describe("the twelve tools", () => {
  it("are registered by the profile: eleven that a model is told of, and ask_clarification", async () => {
    const { tp, call } = await openMorphix({ "project/a.py": "import os\n" });
    const told = tp
      .session()
      .definitions()
      .map(({ name }) => name);
    expect(told.filter((name) => name !== "web_search").toSorted()).toEqual(
      Object.keys(TOOL_DEFINITIONS)
        .filter((name) => name !== "web_search")
        .toSorted(),
    );
    expect(told).not.toContain("ask_clarification");
    expect(tp.kernel.describe().map(({ name }) => name)).toContain("ask_clarification");
    const file = (action: string, more: JsonObject = {}) =>
      call("file_manager", { action, path: "n.txt", ...more });
    expect(await file("write", { content: "one\n" })).toMatchObject({ type: "output" });
    expect(await file("append", { content: "two\n" })).toMatchObject({ type: "output" });
    expect(await file("read")).toMatchObject({ data: expect.stringContaining("two") });
    expect(outcomeOf(await file("delete"))).toMatch(/^permission_denied/);
    expect(await call("code_search", { pattern: "import" })).toMatchObject({ type: "output" });
    expect(outcomeOf(await call("bash_manager", { command: "ls" }))).toMatch(/^permission_denied/);
  });
});

describe("an error that a tool throws", () => {
  async function open(thrown: () => unknown) {
    const clock = createFakeClock();
    let attempts = 0;
    const breaks = defineTool({
      id: "breaks",
      description: "Breaks.",
      parameters: { type: "object" },
      requires: {},
      execute() {
        attempts += 1;
        throw thrown();
      },
    });
    const tp = await createToolplane({
      profile: "morphix",
      host: createMemoryHost({ clock }),
      tools: [breaks],
      secrets: { KEY: "sesame-sesame" },
      onWarning: () => {},
    });
    onTestFinished(() => tp.close());
    const pending = tp.call({ id: "1", name: "breaks", arguments: {} });
    await clock.advance(10_000);
    return { result: await pending, attempts };
  }

  it("fails fast where a file is missing or the workspace was left, and keeps its words [R240]", async () => {
    const missing = Object.assign(new Error("ENOENT: no such file or directory, open 'x'"), {
      code: "ENOENT",
    });
    const left = new RangeError("/etc/passwd is outside the workspace");
    for (const error of [missing, left, new TypeError("File not found: x")]) {
      const { result, attempts } = await open(() => error);
      expect([attempts, result]).toMatchObject([1, { type: "error", error_text: error.message }]);
    }
    expect((await open(() => missing)).result).toMatchObject({ code: "not_found" });
  });

  it("is tried three times otherwise, and keeps its words without secrets", async () => {
    const { result, attempts } = await open(() => new TypeError("no route with sesame-sesame"));
    expect(attempts).toBe(3);
    expect(result).toMatchObject({ error_text: expect.stringMatching(/^no route with /) });
    expect(JSON.stringify(result)).not.toContain("sesame");
  });
});
