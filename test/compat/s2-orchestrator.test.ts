import {
  createToolsRegistry,
  DANGEROUS_ACTIONS,
  type OrchestratorOptions,
  type ToolRecord,
} from "@toolplane/compat";
import { ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { openS2 } from "./s2-fixture.ts";

const errorOf = (record: ToolRecord) => (record.success ? null : record.error);

describe("executeTool", () => {
  it("takes name, parameters, role, tokens, workspace and session, and returns S2's record [R241]", async () => {
    const seen: unknown[] = [];
    const { run } = openS2({
      hooks: {
        onBeforeTool: ({ toolName, role, workspace, sessionId, parameters }) =>
          void seen.push([toolName, role, workspace, sessionId, parameters]),
      },
    });
    const record = await run(
      "echo",
      { text: "hi" },
      { role: "coder", maxTokens: 500, workspace: "side", sessionId: "s-1" },
    );
    expect(record).toEqual({
      success: true,
      tool: "echo",
      output: { text: "hi" },
      tokens_used: 4,
      duration: 0,
      attempt: 1,
    });
    expect(seen).toEqual([["echo", "coder", "side", "s-1", { text: "hi" }]]);
  });

  it("walks S2's checks in S2's order [R231]", async () => {
    const trace: string[] = [];
    const note =
      <T>(what: string, value: T) =>
      () => {
        trace.push(what);
        return value;
      };
    const registry = createToolsRegistry();
    let left = 1;
    registry.register("bash_manager")(() => {
      trace.push("execute");
      left -= 1;
      if (left >= 0) throw new ToolError("unavailable", "not yet");
      return "ran";
    });
    const { run, orchestrator } = openS2({
      registry,
      toolsEnabled: note("disabled?", true),
      flags: {
        get: (name) => {
          trace.push(`permission ${name}`);
          return true;
        },
      },
      onApprovalRequired: note("approval", true),
      hooks: {
        onBeforeTool: ({ attempt }) => void trace.push(`before ${attempt} budget ${spent()}`),
        onToolError: ({ attempt, error }) => void trace.push(`error ${attempt} ${error}`),
        onAfterTool: ({ attempt, result }) => void trace.push(`after ${attempt} ${result}`),
      },
    });
    const spent = () => (orchestrator.tokensUsed() > 0 ? "taken" : "free");
    expect(await run("nobody", { command: "ls" })).toMatchObject({ error: "tool_not_found" });
    expect(trace.splice(0)).toEqual(["disabled?"]);
    expect(await run("bash_manager", { command: "ls" })).toMatchObject({
      success: true,
      attempt: 2,
    });
    expect(trace).toEqual([
      "disabled?",
      "permission allow_code_execution",
      "permission allow_bash_manager_agent",
      "approval",
      "before 1 budget taken",
      "execute",
      "error 1 not yet",
      "before 2 budget taken",
      "execute",
      "after 2 ran",
    ]);
  });

  it("lets the earlier check speak when several would refuse [R231]", async () => {
    const asked: string[] = [];
    const hooked: string[] = [];
    const everything: Partial<OrchestratorOptions> = {
      toolsEnabled: () => false,
      flags: { get: () => false },
      settings: { maxTokensPerWorkflow: 0 },
      onApprovalRequired: (tool) => {
        asked.push(tool);
        return false;
      },
      hooks: {
        onBeforeTool: ({ hookPoint }) => void hooked.push(hookPoint),
        onToolsDisabled: ({ hookPoint }) => void hooked.push(hookPoint),
        onPermissionDenied: ({ hookPoint }) => void hooked.push(hookPoint),
        onTokenBudgetExceeded: ({ hookPoint }) => void hooked.push(hookPoint),
      },
    };
    const refused = async (lifted: Partial<OrchestratorOptions>, name = "code_exec") => {
      const world = openS2({ ...everything, ...lifted });
      world.registry.register("code_exec")(() => expect.fail("it must not run"));
      return errorOf(await world.run(name, { code: "1" }));
    };
    const on = { toolsEnabled: () => true };
    const permitted = { ...on, flags: { get: () => true } };
    const approved = { ...permitted, onApprovalRequired: () => true };
    expect(await refused({}, "nobody")).toBe("tools_disabled");
    expect(await refused({})).toBe("tools_disabled");
    expect(await refused(on, "nobody")).toBe("tool_not_found");
    expect(await refused(on)).toBe("permission_denied");
    expect(asked).toEqual([]);
    expect(await refused(permitted)).toBe("approval_denied");
    expect(asked).toEqual(["code_exec"]);
    expect(await refused(approved)).toBe("token_budget_exceeded");
    expect(hooked).toEqual([
      "on_tools_disabled",
      "on_tools_disabled",
      "on_permission_denied",
      "on_token_budget_exceeded",
    ]);
  });

  it("returns at once when tools are off, and says so to the hook [R230]", async () => {
    let told = 0;
    const { run } = openS2({
      toolsEnabled: () => false,
      hooks: {
        onToolsDisabled: () => {
          told += 1;
        },
      },
    });
    expect(await run("echo")).toEqual({
      success: false,
      error: "tools_disabled",
      output: "Tools are switched off in this session.",
    });
    expect(told).toBe(1);
  });

  it("goes by allow_{tool}_{role} and by ALLOW_CODE_EXECUTION [R232]", async () => {
    const flagged = async (
      flags: Readonly<Record<string, boolean>>,
      { tool = "echo", allowCodeExecution = true } = {},
    ) => {
      const world = openS2({
        flags: { get: (name) => flags[name] },
        settings: { allowCodeExecution },
        onApprovalRequired: () => true,
      });
      world.registry.register("code_exec")(() => "ran");
      return errorOf(await world.run(tool, { code: "1" }, { role: "coder" }));
    };
    expect(await flagged({})).toBe(null);
    expect(await flagged({ allow_echo_coder: false })).toBe("permission_denied");
    expect(await flagged({ allow_echo_agent: false })).toBe(null);
    expect(await flagged({ allow_echo: false })).toBe("permission_denied");
    expect(await flagged({}, { tool: "code_exec" })).toBe(null);
    expect(await flagged({}, { tool: "code_exec", allowCodeExecution: false })).toBe(
      "permission_denied",
    );
    expect(await flagged({}, { allowCodeExecution: false })).toBe(null);
  });

  it("asks the callback about dangerous actions, and about nothing else [R233] [R234]", async () => {
    const asked: unknown[] = [];
    const world = openS2({
      onApprovalRequired: async (tool, parameters) => {
        asked.push([tool, parameters]);
        return false;
      },
    });
    for (const name of ["bash_manager", "code_exec", "file_manager", "git_manager"]) {
      world.registry.register(name)(() => "ran");
    }
    const calls: readonly (readonly [string, Record<string, string>])[] = [
      ["bash_manager", { command: "ls" }],
      ["code_exec", { code: "1" }],
      ["file_manager", { action: "delete", path: "a" }],
      ["git_manager", { action: "commit" }],
      ["file_manager", { action: "read", path: "a" }],
      ["git_manager", { action: "log" }],
    ];
    const errors = [];
    for (const [name, parameters] of calls) errors.push(errorOf(await world.run(name, parameters)));
    const no = "approval_denied";
    expect(errors).toEqual([no, no, no, no, null, null]);
    expect(asked).toEqual(calls.slice(0, 4));
    expect(DANGEROUS_ACTIONS).toEqual([
      "bash_manager",
      "code_exec",
      "file_manager.delete",
      "git_manager.commit",
      "git_manager.push",
    ]);
  });

  it("takes nothing but a plain true for a yes, and a callback that breaks for a no [R234]", async () => {
    const answered = async (onApprovalRequired: OrchestratorOptions["onApprovalRequired"]) => {
      const world = openS2({ ...(onApprovalRequired ? { onApprovalRequired } : {}) });
      world.registry.register("code_exec")(() => "ran");
      return errorOf(await world.run("code_exec", { code: "1" }));
    };
    expect(await answered(() => true)).toBe(null);
    expect(await answered((() => "yes") as never)).toBe("approval_denied");
    expect(
      await answered(() => {
        throw new TypeError("no window");
      }),
    ).toBe("permission_denied");
  });

  it("runs dangerous actions without a callback only where the rules allow them already", async () => {
    const unattended = async (action: "allow" | null) => {
      const world = openS2({
        kernel: {
          policy: action
            ? [{ scope: "project", rules: [{ permission: "code_exec", pattern: "**", action }] }]
            : [],
        },
      });
      world.registry.register("code_exec")(() => "ran");
      return errorOf(await world.run("code_exec", { code: "1" }));
    };
    expect(await unattended(null)).toBe("permission_denied");
    expect(await unattended("allow")).toBe(null);
  });

  it("cannot lift a rule: deny is denied, and ask is asked", async () => {
    const asked: string[] = [];
    const world = openS2({
      onApprovalRequired: (tool) => {
        asked.push(tool);
        return false;
      },
      kernel: {
        policy: [
          {
            scope: "project",
            rules: [
              { permission: "echo", pattern: "**", action: "deny" },
              { permission: "other", pattern: "**", action: "ask" },
            ],
          },
        ],
      },
    });
    world.registry.register("other")(() => "ran");
    expect(errorOf(await world.run("echo"))).toBe("permission_denied");
    expect(errorOf(await world.run("other"))).toBe("approval_denied");
    expect(asked).toEqual(["other"]);
  });

  it("records every call, refusals too, and rejects none", async () => {
    const world = openS2();
    world.registry.register("crash")(() => {
      throw new TypeError("out of paper");
    });
    const records = [await world.run("echo"), await world.run("nobody"), await world.run("crash")];
    expect(records.map(errorOf)).toEqual([null, "tool_not_found", "max_retries_exceeded"]);
    expect(records[2]).toMatchObject({ output: "out of paper" });
    expect(JSON.stringify(records)).not.toContain("s2-orchestrator.test");
    expect(
      world.recorder
        .entries()
        .filter(({ kind }) => kind === "settle")
        .map(({ entry }) => entry.tool),
    ).toEqual(["echo", "nobody", "crash"]);
  });

  it("gives a function the doors that it declared, and no others", async () => {
    const world = openS2();
    world.registry.register("file_manager", {
      requires: { fs: { read: ["{workspace}/**"] } },
      resources: { path: "fs.read" },
    })(async ({ path }: { readonly path: string }, { fs }) =>
      new TextDecoder().decode((await fs?.read?.(path))?.bytes),
    );
    world.registry.register("bare")((_parameters: object, runtime) => "fs" in runtime);
    expect(await world.run("file_manager", { action: "read", path: "notes.txt" })).toMatchObject({
      output: "one\n",
    });
    expect(await world.run("file_manager", { action: "read", path: "../etc/x" })).toMatchObject({
      error: "permission_denied",
    });
    expect(await world.run("bare")).toMatchObject({ output: false });
  });

  it("does not take a yes-or-no callback for an answer to a tool's own question", async () => {
    const world = openS2({ onApprovalRequired: () => true });
    world.registry.register("curious")(async (_parameters: object, { ask }) =>
      ask([{ question: "Which colour?" }]),
    );
    expect(await world.run("curious")).toMatchObject({ success: false });
  });

  it("holds the parameters to S2's definition of the name", async () => {
    const world = openS2();
    world.registry.register("file_manager")(() => "ran");
    expect(await world.run("file_manager", { action: "burn", path: "a" })).toMatchObject({
      success: false,
      error: "missing_required_param",
      output: expect.stringMatching(/^Invalid arguments: action/),
    });
  });
});
