import { createToolsRegistry, toolsRegistry } from "@toolplane/compat";
import { describe, expect, it } from "vitest";
import { openS2 } from "./s2-fixture.ts";

describe("S2's registry on the road", () => {
  it("lists its functions in the kernel, with S2's definition where there is one", () => {
    const registry = createToolsRegistry();
    registry.register("pdf_read")(() => "text");
    const { orchestrator } = openS2({ registry });
    registry.register("later")(() => "x");
    const listed = orchestrator.kernel.tools().map(({ tool, origin }) => [tool.id, origin]);
    expect(listed).toEqual([
      ["pdf_read", "bundled"],
      ["echo", "bundled"],
      ["later", "bundled"],
    ]);
    const [pdf] = orchestrator.kernel.tools();
    expect(pdf?.tool.parameters).toMatchObject({ required: ["path"] });
  });

  it("runs what was registered last, and does not find what is gone [R026] [R029]", async () => {
    const { run, registry } = openS2();
    registry.register("tool")(() => "first");
    expect(await run("tool")).toMatchObject({ output: "first" });
    registry.register("tool")(() => "second");
    expect(await run("tool")).toMatchObject({ output: "second" });
    registry.unregister("tool");
    expect(await run("tool")).toEqual({
      success: false,
      error: "tool_not_found",
      output: "Tool not found: tool",
    });
    registry.register("tool")(() => "third");
    expect(await run("tool")).toMatchObject({ output: "third" });
    registry.clear();
    expect(await run("echo")).toMatchObject({ error: "tool_not_found" });
  });

  it("serves several orchestrators, and none that is closed [R030]", async () => {
    const registry = createToolsRegistry();
    const first = openS2({ registry });
    const second = openS2({ registry });
    registry.register("shared")(() => "ran");
    expect(await first.run("shared")).toMatchObject({ success: true });
    expect(await second.run("shared")).toMatchObject({ success: true });
    await second.orchestrator.close();
    registry.register("after")(() => "ran");
    expect(await first.run("after")).toMatchObject({ success: true });
    expect(second.orchestrator.kernel.tools().map(({ tool }) => tool.id)).not.toContain("after");
  });

  it("has a default instance that an orchestrator can be given [R030]", async () => {
    const registry = toolsRegistry();
    const { run, orchestrator } = openS2({ registry });
    registry.register("global_tool")(() => "ran");
    expect(await run("global_tool")).toMatchObject({ success: true });
    await orchestrator.close();
    registry.clear();
  });
});

describe("a workflow's sessions", () => {
  it("are as many as roles, workspaces and sessions ask for, and have an end", async () => {
    const { run, orchestrator } = openS2();
    const workflow = orchestrator.workflow();
    for (let index = 0; index < 200; index += 1) {
      const request = { toolName: "echo", parameters: {}, sessionId: `s-${index}` };
      expect((await workflow.executeTool(request)).success).toBe(true);
    }
    await workflow.close();
    expect((await workflow.executeTool({ toolName: "echo", parameters: {} })).success).toBe(true);
    expect((await run("echo", {}, { sessionId: "s-1" })).success).toBe(true);
  });

  it("do not end under a call that runs", async () => {
    const { orchestrator, registry } = openS2();
    let release: (value: string) => void = () => {};
    registry.register("slow")(
      () =>
        new Promise<string>((resolve) => {
          release = resolve;
        }),
    );
    const slow = orchestrator.executeTool({ toolName: "slow", parameters: {}, sessionId: "slow" });
    for (let index = 0; index < 100; index += 1) {
      await orchestrator.executeTool({
        toolName: "echo",
        parameters: {},
        sessionId: `s-${index}`,
      });
    }
    release("done");
    expect(await slow).toMatchObject({ success: true, output: "done" });
  });
});
