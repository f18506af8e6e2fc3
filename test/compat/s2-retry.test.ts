import type { ToolFunction } from "@toolplane/compat";
import { ToolError } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { openS2 } from "./s2-fixture.ts";

/** Runs a function under S2's retries; says the record, and when each attempt began. */
async function attempts(name: string, run: ToolFunction, needs = {}) {
  const world = openS2();
  const begun: number[] = [];
  world.registry.register(
    name,
    needs,
  )((...given: Parameters<ToolFunction>) => {
    begun.push(world.clock.nowMs());
    return run(...given);
  });
  const parameters = { file_path: "t.py", project_root: ".", path: "gone.txt", action: "read" };
  return { record: await world.run(name, parameters), begun };
}

describe("retries", () => {
  it("try three times, after 1.5 s and 2.25 s and a jitter of less than half a second [R239]", async () => {
    const { record, begun } = await attempts("flaky", () => {
      throw new ToolError("unavailable", "The service is away.");
    });
    expect(record).toEqual({
      success: false,
      error: "max_retries_exceeded",
      output: "The service is away.",
      tool: "flaky",
    });
    expect(begun).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = begun;
    expect(second - first).toBeGreaterThanOrEqual(1_500);
    expect(second - first).toBeLessThan(2_000);
    expect(third - second).toBeGreaterThanOrEqual(2_250);
    expect(third - second).toBeLessThan(2_750);
  });

  it("stop at the attempt that succeeds, and say which it was [R239]", async () => {
    let left = 1;
    const { record } = await attempts("flaky", () => {
      left -= 1;
      return left >= 0 ? { success: false, output: "not yet" } : "done";
    });
    expect(record).toMatchObject({ success: true, output: "done", attempt: 2 });
  });

  it("try a reported failure again, by value or by mark [R239]", async () => {
    for (const reported of [{ success: false, output: "no luck" }, "❌ no luck"]) {
      const { record, begun } = await attempts("unlucky", () => reported);
      expect(begun).toHaveLength(3);
      expect(record).toEqual({
        success: false,
        error: "tool_reported_failure",
        output: "no luck",
        tool: "unlucky",
      });
    }
  });

  it("do not repeat what is not found, at a door or by the function's own word", async () => {
    const atDoor = await attempts(
      "file_manager",
      async ({ path }: { readonly path: string }, { fs }) => fs?.read?.(path),
      { requires: { fs: { read: ["{workspace}/**"] } }, resources: { path: "fs.read" } },
    );
    expect(atDoor.begun).toHaveLength(1);
    expect(atDoor.record).toMatchObject({ error: "tool_reported_failure", tool: "file_manager" });
    const byWord = await attempts("finder", () => ({
      success: false,
      output: "File not found: gone.txt",
    }));
    expect(byWord.begun).toHaveLength(1);
  });

  it("do not repeat what leaves the workspace, at a door or by the function's own word", async () => {
    const atDoor = await attempts(
      "sneaky",
      async (_parameters: object, { fs }) => fs?.read?.("/etc/passwd"),
      { requires: { fs: { read: ["{workspace}/**"] } } },
    );
    expect(atDoor.begun).toHaveLength(1);
    expect(atDoor.record.success).toBe(false);
    const byWord = await attempts("sneaky", () => ({
      success: false,
      output: "The path is outside the workspace.",
    }));
    expect(byWord.begun).toHaveLength(1);
  });

  it("do not repeat what was thrown as a missing file or a left workspace, and keep its words [R240]", async () => {
    const missing = Object.assign(new Error("ENOENT: no such file or directory, open 'gone.txt'"), {
      code: "ENOENT",
    });
    const spawned = Object.assign(new Error("spawn gone"), { code: "ENOENT" });
    const left = new RangeError("../x is outside the workspace");
    for (const error of [missing, spawned, new TypeError("File not found: gone.txt"), left]) {
      const { record, begun } = await attempts("thrower", () => {
        throw error;
      });
      expect(begun, error.message).toHaveLength(1);
      expect(record).toMatchObject({ success: false, output: error.message, tool: "thrower" });
    }
    const other = await attempts("thrower", () => {
      throw new TypeError("The socket hung up.");
    });
    expect(other.begun).toHaveLength(3);
    expect(other.record).toEqual({
      success: false,
      error: "max_retries_exceeded",
      output: "The socket hung up.",
      tool: "thrower",
    });
  });

  it("do not repeat tests that failed [R240]", async () => {
    const { record, begun } = await attempts("test_runner", () => ({
      success: false,
      failed_count: 2,
      error_count: 1,
      output: "assert 1 == 2",
    }));
    expect(begun).toHaveLength(1);
    expect(record).toEqual({
      success: false,
      error: "tests_failed",
      output: "Tests failed: 2 failed, 1 errors. assert 1 == 2",
      tool: "test_runner",
    });
    const broken = await attempts("test_runner", () => ({ success: false, output: "no pytest" }));
    expect(broken.begun).toHaveLength(3);
  });

  it("follow the settings", async () => {
    const world = openS2({ settings: { maxRetries: 2, backoffBase: 3 } });
    const begun: number[] = [];
    world.registry.register("flaky")(() => {
      begun.push(world.clock.nowMs());
      return { success: false };
    });
    await world.run("flaky");
    expect(begun).toHaveLength(2);
    expect((begun[1] ?? 0) - (begun[0] ?? 0)).toBeGreaterThanOrEqual(3_000);
  });
});
