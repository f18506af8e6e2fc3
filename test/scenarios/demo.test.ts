import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openCliWorld, type RunAnswer } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { SANDBOX_LEVELS } from "../sandbox-levels.ts";

const LEVELS = SANDBOX_LEVELS.map(({ sandbox, needs, runs }) => ({
  needs,
  runs,
  options: sandbox === "plain" ? ["--plain"] : [],
}));

describe("the demo", () => {
  it.each(LEVELS.filter(({ runs }) => runs))(
    "refuses every way in by the same line, goes on working, and shows no secret (needs $needs)",
    async ({ options }) => {
      const { stdout, stderr, code } = await runDemo(options);
      expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
      expect(refusals(stdout)).toEqual([
        "policy.json:2",
        "policy.json:2",
        "policy.json:2",
        "policy.json:2, likely",
        "policy.json:2",
        "policy.json:2",
        "policy.json:2, likely",
        "policy.json:2, likely",
        "policy.json:2, likely",
      ]);
      expect(stdout).toContain("Seven ways in");
      expect(stdout).toMatch(/✗ mcp__files__read_text_file {2}\.env +policy\.json:2, likely/);
      expect(stdout).toMatch(/✓ bash {2}npm test +1 passed, 0 failed/);
      expect(stdout).toContain("src/price.js is again: export const price = 41;");
      expect(stdout).toMatch(/14 calls, 9 refused; record: \d+ rows, chain whole\./);
      expect(stdout).toContain("✓ The secret was never shown.");
      expect(stdout).not.toContain("TOKEN=4f1c");
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
      if (options.length === 0) expect(lasting(stdout)).toEqual(lasting(picturedDemo()));
    },
  );

  it("refuses the same ones without a sandbox, and says that there is none", async () => {
    const { stdout, code } = await runDemo(["--no-sandbox"]);
    expect(code).toBe(0);
    expect(refusals(stdout)).toHaveLength(10);
    expect(stdout).toMatch(/✗ mcp__files__read_text_file {2}\.env +its server was not started/);
    expect(stdout).toContain("There is no sandbox here, so what is not understood is refused.");
    expect(stdout).toContain("The secret was never shown.");
    expect(stdout).not.toContain("TOKEN=4f1c");
  });

  it("is one JSON value with --json, and paints only a terminal", async () => {
    const { stdout } = await runDemo(["--no-sandbox", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({ refused: 10, leaked: false });
    expect(stdout.trimEnd()).not.toContain("\n");
    const painted = await runDemo(["--no-sandbox"], { isTerminal: true });
    const plain = await runDemo(["--no-sandbox"], { isTerminal: true, env: { NO_COLOR: "1" } });
    expect(painted.stdout).toContain("\u001b[31m");
    expect(plain.stdout).not.toContain("\u001b[");
  });

  it("ends at once when it is cancelled, and leaves nothing behind", async () => {
    const abort = new AbortController();
    abort.abort();
    const before = leftovers();
    expect((await runDemo(["--no-sandbox"], { abort })).code).toBe(130);
    expect(leftovers()).toEqual(before);
  });
});

/** What the picture in the README shows, as text. */
function picturedDemo(): string {
  const picture = readFileSync("docs/images/demo.svg", "utf8");
  const text = /<desc[^>]*>([\s\S]*?)<\/desc>/.exec(picture)?.[1] ?? "";
  const words: Readonly<Record<string, string>> = {
    "&quot;": '"',
    "&lt;": "<",
    "&gt;": ">",
    "&#39;": "'",
  };
  return text
    .replace(/^\$ .*\n/, "")
    .replace(/&(?:quot|lt|gt|#39);/g, (entity) => words[entity] ?? entity)
    .replaceAll("&amp;", "&");
}

/** The lines without what differs from run to run: times, versions, and what stands after the work. */
function lasting(demo: string): readonly string[] {
  return demo
    .split("\n")
    .map((line) =>
      line
        .replace(/ [\d.]+ m?s$/, "")
        .replace(/bubblewrap [\d.]+/, "bubblewrap")
        .trimEnd(),
    )
    .filter((line) => line !== "" && !/record: \d+ rows/.test(line));
}

function runDemo(
  options: readonly string[],
  more: Parameters<ReturnType<typeof openCliWorld>["run"]>[1] = {},
): Promise<RunAnswer> {
  const world = openCliWorld();
  onTestFinished(() => world.remove());
  // Where the command is on the PATH, the demo names it as it is typed.
  const PATH = `${join(import.meta.dirname, "../../node_modules/.bin")}:${process.env.PATH}`;
  return world.run(["demo", ...options], { ...more, env: { PATH, ...more.env } });
}

function leftovers(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("toolplane-demo-"));
}

function refusals(stdout: string): readonly string[] {
  return stdout
    .split("\n")
    .filter((line) => line.startsWith("  ✗"))
    .map((line) => line.slice(50).trim());
}
