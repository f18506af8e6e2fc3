import { describe, expect, it } from "vitest";
import { createHooksRegistry, hooksOf } from "./hooks-registry.ts";

const CONTEXT = {
  toolName: "echo",
  parameters: {},
  role: "agent",
  workspace: "main",
  sessionId: "ses_1",
  attempt: 1,
};

describe("createHooksRegistry", () => {
  it("tells the handlers of a point in order, each after the one before it, and each once", async () => {
    const hooks = createHooksRegistry();
    const heard: string[] = [];
    const slow = hooks.register("on_before_tool")(async ({ toolName }) => {
      await Promise.resolve();
      heard.push(`slow ${toolName}`);
    });
    hooks.register("on_before_tool")(slow);
    hooks.register("on_before_tool")(({ hookPoint }) => void heard.push(`quick ${hookPoint}`));
    hooks.register("on_after_tool")(() => void heard.push("after"));
    await hooks.dispatch("on_before_tool", CONTEXT);
    expect(heard).toEqual(["slow echo", "quick on_before_tool"]);
    expect(hooks.listHooks()).toEqual({ on_before_tool: 2, on_after_tool: 1 });
  });

  it("reports what a handler threw, and tells the next one", async () => {
    const problems: unknown[] = [];
    const hooks = createHooksRegistry({
      onProblem: (...problem) => void problems.push(problem),
    });
    const heard: string[] = [];
    const error = new TypeError("broken");
    hooks.register("on_tool_error")(() => Promise.reject(error));
    hooks.register("on_tool_error")(({ error: text }) => void heard.push(text ?? ""));
    await hooksOf(hooks).onToolError?.({ ...CONTEXT, hookPoint: "on_tool_error", error: "no" });
    expect([problems, heard]).toEqual([[["on_tool_error", error]], ["no"]]);
  });

  it("forgets one handler, a point, or all of them", () => {
    const hooks = createHooksRegistry();
    const one = hooks.register("on_before_tool")(() => undefined);
    hooks.register("on_after_tool")(one);
    hooks.register("on_tool_error")(one);
    expect(hooks.unregister("on_before_tool", one)).toBe(true);
    expect(hooks.unregister("on_before_tool", one)).toBe(false);
    hooks.clearHookPoint("on_after_tool");
    expect(hooks.listHooks()).toEqual({ on_tool_error: 1 });
    hooks.clear();
    expect(hooks.listHooks()).toEqual({});
  });
});
