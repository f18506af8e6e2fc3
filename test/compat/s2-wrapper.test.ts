import {
  createSafeToolCall,
  createToolMetrics,
  type McpClient,
  type OrchestratorOptions,
} from "@toolplane/compat";
import type { JsonObject } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { openS2 } from "./s2-fixture.ts";

function openWrapper(options: Partial<OrchestratorOptions> = {}) {
  const world = openS2(options);
  const metrics = createToolMetrics();
  const safeToolCall = createSafeToolCall({ orchestrator: world.orchestrator, metrics });
  return { ...world, metrics, safeToolCall };
}

/** A server that says what it was called with. */
function createClient(answer: Partial<McpClient> = {}) {
  const calls: unknown[] = [];
  const client: McpClient = {
    isConnected: () => true,
    async callTool(name, args) {
      calls.push([name, args]);
      return { content: [{ type: "text", text: `${name} ran` }] };
    },
    ...answer,
  };
  return { client, calls };
}

describe("safeToolCall", () => {
  it('speaks as role "agent" in workspace "main" unless told otherwise [R242]', async () => {
    const seen: unknown[] = [];
    const { safeToolCall } = openWrapper({
      hooks: { onBeforeTool: ({ role, workspace }) => void seen.push([role, workspace]) },
    });
    await safeToolCall({ toolName: "echo", parameters: {} });
    await safeToolCall({ toolName: "echo", parameters: {}, role: "coder", workspace: "side" });
    expect(seen).toEqual([
      ["agent", "main"],
      ["coder", "side"],
    ]);
  });

  it("answers an empty name with an error [R243]", async () => {
    const { safeToolCall, metrics } = openWrapper();
    for (const toolName of ["", "  ", "\t\n", null as never]) {
      expect(await safeToolCall({ toolName, parameters: {} })).toEqual({
        success: false,
        error: "empty_tool_name",
        output: "The call names no tool.",
      });
    }
    expect(metrics.all()).toEqual({});
  });

  it("answers parameters that are none with an error", async () => {
    const { safeToolCall } = openWrapper();
    for (const parameters of [null, undefined, "text", 7, [], { circle: () => {} }]) {
      const request = { toolName: "echo", parameters: parameters as never };
      expect(await safeToolCall(request)).toMatchObject({ error: "missing_required_param" });
      const shell = { toolName: "bash_manager", parameters: parameters as never };
      expect(await safeToolCall(shell)).toMatchObject({ error: "missing_required_param" });
    }
  });

  it("fails bash_manager without a command before anything is asked or run [R244]", async () => {
    const { safeToolCall, registry } = openWrapper({
      onApprovalRequired: () => expect.fail("nobody is asked"),
    });
    registry.register("bash_manager")(() => expect.fail("it must not run"));
    const without: readonly JsonObject[] = [{}, { command: "" }, { command: "  " }, { command: 7 }];
    for (const parameters of without) {
      expect(await safeToolCall({ toolName: "bash_manager", parameters })).toEqual({
        success: false,
        error: "missing_required_param",
        output: "bash_manager needs a command.",
      });
    }
  });

  it("routes mcp: names to the client that owns them, by the server's own name", async () => {
    const github = createClient();
    const files = createClient();
    const { safeToolCall } = openWrapper({
      mcpClients: new Map([
        ["github", github.client],
        ["files", files.client],
      ]),
    });
    const call = (toolName: string) => safeToolCall({ toolName, parameters: { q: "x" } });
    expect(await call("mcp:github.search")).toMatchObject({
      success: true,
      tool: "mcp:github.search",
      output: "search ran",
      untrusted: { source: "mcp:github" },
    });
    expect(github.calls).toEqual([["search", { q: "x" }]]);
    expect(files.calls).toEqual([]);
    expect(await call("mcp:nobody.search")).toEqual({
      success: false,
      error: "mcp_client_not_found",
      output: "No MCP client owns mcp:nobody.search.",
    });
  });

  it("hands a call of a server down the same road: rules, flags and the record hold", async () => {
    const github = createClient();
    const { safeToolCall, recorder } = openWrapper({
      mcpClients: new Map([["github", github.client]]),
      kernel: {
        policy: [
          {
            scope: "project",
            rules: [{ permission: "mcp:github.push", pattern: "**", action: "deny" }],
          },
        ],
      },
    });
    const call = (toolName: string) => safeToolCall({ toolName, parameters: {} });
    expect(await call("mcp:github.push")).toMatchObject({ error: "permission_denied" });
    expect(await call("mcp:github.pull")).toMatchObject({ success: true });
    expect(github.calls).toEqual([["pull", {}]]);
    expect(recorder.settled().map(({ tool, origin }) => [tool, origin])).toEqual([
      ["mcp:github.push", "mcp:github"],
      ["mcp:github.pull", "mcp:github"],
    ]);
  });

  it("tells a server that is away, that failed and that does not have the tool apart", async () => {
    let attempts = 0;
    const clients: Readonly<Record<string, Partial<McpClient>>> = {
      away: { isConnected: () => false },
      sad: { callTool: async () => ({ isError: true, content: [{ type: "text", text: "No." }] }) },
      broken: {
        callTool: async () => {
          attempts += 1;
          throw new TypeError("secret socket");
        },
      },
      small: { tools: () => [{ name: "only", description: "The only one." }] },
      rude: {
        tools: () => {
          throw new TypeError("not now");
        },
      },
    };
    const { safeToolCall } = openWrapper({
      mcpClients: new Map(
        Object.entries(clients).map(([prefix, client]) => [prefix, createClient(client).client]),
      ),
    });
    const call = (toolName: string) => safeToolCall({ toolName, parameters: {} });
    expect(await call("mcp:away.x")).toMatchObject({ error: "mcp_not_connected" });
    expect(await call("mcp:sad.x")).toMatchObject({ error: "mcp_tool_error", output: "No." });
    const broken = await call("mcp:broken.x");
    expect(broken).toMatchObject({ error: "mcp_tool_error" });
    expect(JSON.stringify(broken)).not.toContain("secret");
    expect(attempts).toBe(1);
    expect(await call("mcp:small.only")).toMatchObject({ success: true });
    expect(await call("mcp:small.other")).toMatchObject({ error: "tool_not_found" });
    expect(await call("mcp:rude.x")).toMatchObject({ error: "tool_not_found" });
  });

  it("follows a server that lists its tools anew", async () => {
    let listed = [{ name: "old" }];
    const { safeToolCall } = openWrapper({
      mcpClients: new Map([["git", createClient({ tools: () => listed }).client]]),
    });
    const call = async (toolName: string) =>
      (await safeToolCall({ toolName, parameters: { q: 1 } })).success;
    expect([await call("mcp:git.old"), await call("mcp:git.new")]).toEqual([true, false]);
    listed = [{ name: "new" }];
    expect([await call("mcp:git.old"), await call("mcp:git.new")]).toEqual([false, true]);
  });

  it("records latency, success and failure by tool [R246]", async () => {
    const { safeToolCall, metrics, registry, clock } = openWrapper();
    registry.register("slow")(
      () => new Promise((resolve) => clock.setTimer(250, () => resolve("done"))),
    );
    registry.register("sad")(() => ({ success: false, output: "file not found" }));
    const pending = safeToolCall({ toolName: "slow", parameters: {} });
    await clock.advance(250);
    await pending;
    await safeToolCall({ toolName: "sad", parameters: {} });
    await safeToolCall({ toolName: "nobody", parameters: {} });
    expect(metrics.all()).toEqual({
      slow: { total: 1, success: 1, failure: 0, latencyMsTotal: 250, latencyMsMax: 250 },
      sad: { total: 1, success: 0, failure: 1, latencyMsTotal: 0, latencyMsMax: 0 },
      nobody: { total: 1, success: 0, failure: 1, latencyMsTotal: 0, latencyMsMax: 0 },
    });
  });

  it("delegates everything else to the orchestrator and returns its record [R247]", async () => {
    const { orchestrator } = openS2();
    const seen: unknown[] = [];
    const record = { success: false, error: "tests_failed", output: "x", tool: "t" } as const;
    const safeToolCall = createSafeToolCall({
      orchestrator,
      workflow: {
        executeTool: async (request) => {
          seen.push(request);
          return record;
        },
      },
      metrics: createToolMetrics(),
    });
    const request = { toolName: "test_runner", parameters: { a: 1 }, sessionId: "s" };
    expect(await safeToolCall(request)).toBe(record);
    expect(seen).toEqual([request]);
  });

  it("counts a call of a workflow against that workflow", async () => {
    const { orchestrator } = openS2();
    const workflow = orchestrator.workflow();
    const safeToolCall = createSafeToolCall({
      orchestrator,
      workflow,
      metrics: createToolMetrics(),
    });
    await safeToolCall({ toolName: "echo", parameters: { text: "some words" } });
    expect(workflow.tokensUsed()).toBeGreaterThan(0);
    expect(orchestrator.tokensUsed()).toBe(0);
  });

  it("gives up after two minutes in all", async () => {
    const { safeToolCall, registry, clock } = openWrapper();
    registry.register("stuck")(() => new Promise(() => {}));
    const pending = safeToolCall({ toolName: "stuck", parameters: {} });
    await clock.advance(121_000);
    expect(await pending).toMatchObject({ success: false, error: "tool_timeout" });
  });
});
