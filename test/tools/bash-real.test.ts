import { bashTool } from "@toolplane/tools";
import { noteOf, told } from "@toolplane/tools/fixtures";
import { describe, expect, it } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";
import { openProduct } from "../host/product/fixture.ts";

describe.skipIf(!hasSandbox)("the tool bash on this machine (needs bubblewrap)", () => {
  it("keeps nothing from one call to the next", async () => {
    const { call } = await openProduct({ tools: [bashTool], files: { "src/a.txt": "a\n" } });
    const run = async (line: string, more = {}) =>
      told(await call("bash", { command: line, ...more }));
    expect(await run("cd src && X=1 && ls")).toBe("a.txt\n");
    expect(await run("echo ${X:-none}; ls")).toBe("none\nsrc\n");
    expect(await run("ls", { cwd: "src" })).toBe("a.txt\n");
    expect(await run("echo out; echo err >&2")).toBe("out\nerr\n");
  });

  it("says which rule hides what it looked for", async () => {
    const { call } = await openProduct({
      tools: [bashTool],
      files: { ".env": "KEY=1\n" },
      rules: [{ permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    const result = await call("bash", { command: "python3 -c 'open(\".env\").read()'" });
    expect(noteOf(result)).toMatch(/exit code 1/);
    expect(noteOf(result)).toMatch(/Not shown to it, because a rule denies it: .*\.env \(fs\.read/);
  });

  it("ends a command that runs too long, and cuts what is too long", async () => {
    const { call } = await openProduct({ tools: [bashTool] });
    // A busy machine may take longer to start it than it is given: then it is given more, and ended all the same.
    let given = 1_500;
    const stopped = async (): Promise<unknown> => {
      given *= 2;
      const late = await call("bash", { command: "echo begun; sleep 600", timeout_ms: given });
      expect(late).toMatchObject({ type: "error", code: "timeout" });
      return told(late);
    };
    await expect.poll(stopped).toContain("begun");
    const big = await call("bash", { command: "seq 100001 150000" });
    expect(big.metadata).toMatchObject({ truncated: true, output_path: expect.any(String) });
    expect((told(big) as { readonly head: string }).head).toHaveLength(200_000);
  });
});
