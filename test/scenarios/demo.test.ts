import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const hasBubblewrap = canConfine();

describe("the demo", () => {
  it.skipIf(!hasBubblewrap)(
    "refuses every way in by the same line, goes on working, and shows no secret (needs bubblewrap)",
    async () => {
      const stdout = await runDemo();
      expect(refusals(stdout)).toEqual([
        "(policy.json:2)",
        "(policy.json:2)",
        "(policy.json:2)",
        "likely refused by the sandbox (policy.json:2)",
        "(policy.json:2)",
        "likely refused by the sandbox (policy.json:2)",
        "likely refused by the sandbox (policy.json:2)",
      ]);
      expect(stdout).toMatch(/✓ bash npm test +1 passed, 0 failed/);
      expect(stdout).toContain("src/price.js is again: export const price = 41;");
      expect(stdout).toMatch(/12 calls, 7 refused\. The record: \d+ rows, the chain is whole\./);
      expect(stdout).toContain("The secret was never shown.");
      expect(stdout).not.toContain("TOKEN=4f1c");
    },
  );

  it("refuses the same seven without a sandbox, and says that there is none", async () => {
    const stdout = await runDemo({ TOOLPLANE_DEMO_SANDBOX: "none" });
    expect(refusals(stdout)).toHaveLength(8);
    expect(stdout).toContain("There is no sandbox here, so what is not understood is refused.");
    expect(stdout).toContain("The secret was never shown.");
    expect(stdout).not.toContain("TOKEN=4f1c");
  });
});

async function runDemo(env: Readonly<Record<string, string>> = {}): Promise<string> {
  const program = [
    "--conditions=@toolplane/source",
    "--disable-warning=ToolplaneWarning",
    "examples/demo/demo.ts",
  ];
  const options = { env: { ...process.env, ...env } };
  return (await promisify(execFile)(process.execPath, program, options)).stdout;
}

function refusals(stdout: string): readonly string[] {
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("  ✗"))
    .map((line) => line.slice(50).trim());
}

function canConfine(): boolean {
  try {
    execFileSync("bwrap", ["--ro-bind", "/", "/", "--unshare-all", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
