import { DEFAULT_SETTINGS, type ToolRecord } from "@toolplane/compat";
import { estimateTokens } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { openS2 } from "./s2-fixture.ts";

const errorOf = (record: ToolRecord) => (record.success ? null : record.error);
const big = { text: "x".repeat(16_000) };

describe("the token budget", () => {
  it("is each workflow's own: handles share nothing", async () => {
    const { orchestrator, registry } = openS2();
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    registry.register("slow")(async () => {
      await gate;
      return { success: true, tokens_used: 7_990 };
    });
    const first = orchestrator.workflow();
    const second = orchestrator.workflow();
    const running = [first, second].map((workflow) =>
      workflow.executeTool({ toolName: "slow", parameters: {} }),
    );
    release();
    expect((await Promise.all(running)).map(errorOf)).toEqual([null, null]);
    expect([first.tokensUsed(), second.tokensUsed(), orchestrator.tokensUsed()]).toEqual([
      7_990, 7_990, 0,
    ]);
    const more = { toolName: "echo", parameters: { text: "x".repeat(100) } };
    expect(errorOf(await first.executeTool(more))).toBe("token_budget_exceeded");
    expect(errorOf(await orchestrator.executeTool(more))).toBe(null);
    first.resetTokenBudget();
    expect(errorOf(await first.executeTool(more))).toBe(null);
    expect(errorOf(await second.executeTool(more))).toBe("token_budget_exceeded");
  });

  it("reserves before it runs: calls at once cannot pass the end together", async () => {
    const { orchestrator } = openS2({ settings: { maxTokensPerWorkflow: 100 } });
    const parameters = { text: "x".repeat(150) };
    const each = estimateTokens(JSON.stringify(parameters));
    const records = await Promise.all(
      Array.from({ length: 10 }, () => orchestrator.executeTool({ toolName: "echo", parameters })),
    );
    expect(records.filter(({ success }) => success)).toHaveLength(Math.floor(100 / each));
    expect(orchestrator.tokensUsed()).toBeLessThanOrEqual(100);
  });

  it("estimates from the parameters as JSON, until the tool says what it used [R236]", async () => {
    const { orchestrator, registry, run } = openS2();
    const parameters = { path: "a.txt", lines: [1, 2, 3] };
    const estimate = estimateTokens(JSON.stringify(parameters));
    expect(await run("echo", parameters)).toMatchObject({ tokens_used: estimate });
    expect(orchestrator.tokensUsed()).toBe(estimate);
    registry.register("exact")(() => ({ success: true, output: "x", tokens_used: 321 }));
    expect(await run("exact", parameters)).toMatchObject({ tokens_used: 321 });
    expect(orchestrator.tokensUsed()).toBe(estimate + 321);
  });

  it("ends at 8000 unless it is switched off [R237]", async () => {
    expect(DEFAULT_SETTINGS.maxTokensPerWorkflow).toBe(8_000);
    const { run } = openS2();
    expect(errorOf(await run("echo", big))).toBe(null);
    expect(errorOf(await run("echo", big))).toBe("token_budget_exceeded");
    const free = openS2({ settings: { enableTokenBudget: false } });
    for (let call = 0; call < 5; call += 1) expect(errorOf(await free.run("echo", big))).toBe(null);
    expect(free.orchestrator.tokensUsed()).toBe(0);
  });

  it("starts again at zero after a reset [R238]", async () => {
    const { run, orchestrator } = openS2();
    await run("echo", big);
    expect(orchestrator.tokensUsed()).toBeGreaterThan(4_000);
    orchestrator.resetTokenBudget();
    expect(orchestrator.tokensUsed()).toBe(0);
    expect(errorOf(await run("echo", big))).toBe(null);
  });

  it("withholds a result that used more than was left", async () => {
    const { run, registry } = openS2();
    registry.register("greedy")(() => ({ success: true, output: "secret", tokens_used: 9_000 }));
    const record = await run("greedy");
    expect(record).toMatchObject({ success: false, error: "token_budget_exceeded" });
    expect(JSON.stringify(record)).not.toContain("secret");
  });

  it("ends earlier for a call that says so, and not for the next", async () => {
    const { run } = openS2();
    const parameters = { text: "x".repeat(400) };
    expect(errorOf(await run("echo", parameters, { maxTokens: 50 }))).toBe("token_budget_exceeded");
    expect(errorOf(await run("echo", parameters, { maxTokens: 500 }))).toBe(null);
    expect(errorOf(await run("echo", parameters))).toBe(null);
  });
});
