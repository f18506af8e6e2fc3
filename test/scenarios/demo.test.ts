import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

describe("the demo", () => {
  it("refuses every way in by the same line, goes on working, and shows no secret", {
    timeout: 30_000,
  }, async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [
      "--conditions=@toolplane/source",
      "examples/demo.ts",
    ]);
    const refusals = stdout.split("\n").filter((line) => line.startsWith("  ✗"));
    expect(refusals.map((line) => line.slice(50).trim())).toEqual([
      "(policy.json:1)",
      "(policy.json:1)",
      "(policy.json:1)",
      "(policy.json:1)",
      "likely refused by the sandbox",
      "likely refused by the sandbox",
      "likely refused by the sandbox",
    ]);
    expect(stdout).toContain("✓ bash npm test");
    expect(stdout).toContain("src/price.ts is again: export const price = 41;");
    expect(stdout).toContain("The secret was never shown.");
    expect(stdout).not.toContain("TOKEN=4f1c");
  });
});
