import { execFile } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeScratchProject } from "../examples/stub/scratch-project.ts";
import { withTestPackages } from "../scripts/build/test-program.ts";
import { hasSandbox } from "./has-sandbox.ts";

// Examples are what a stranger copies first, so they are run as a stranger would run them: as programs, and all they print is
// compared. Those for an agent run in a small project, with a model behind them that says its lines; the others from the root.
// `npx vitest run test/examples.test.ts -u` accepts a changed output.

const root = join(import.meta.dirname, "..");
const names = readdirSync(join(root, "examples"))
  .filter((file) => file.endsWith(".ts"))
  .map((file) => basename(file, ".ts"));

/** An unattended job that met a question ends with the code that says so. */
const EXIT_CODES: Readonly<Record<string, number>> = { "headless-ci": 4 };

/** They end with an error where no view can be held. */
const IN_A_VIEW = new Set(["views"]);

const IN_A_PROJECT = new Set([
  ...["ai-sdk-agent", "anthropic", "chat-approval", "headless-ci", "openai", "own-loop"],
]);

const home = mkdtempSync(join(tmpdir(), "toolplane-examples-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

interface Outcome {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

async function runExample(name: string): Promise<Outcome> {
  if (!IN_A_PROJECT.has(name)) return run(name, root, []);
  const project = await makeScratchProject();
  const stage = `--import=${join(root, "examples/stub/stage.ts")}`;
  return run(name, project.workspace, [stage]).finally(() => project.remove());
}

function run(name: string, directory: string, more: readonly string[]): Promise<Outcome> {
  // A machine without a sandbox says so on standard error, and that is not the example's output.
  const { words, environment } = withTestPackages(join(root, "examples", `${name}.ts`));
  const args = ["--disable-warning=ToolplaneWarning", ...more, ...words];
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NO_COLOR: "1", HOME: home, ...environment };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: directory, env }, (error, stdout, stderr) => {
      resolve({ code: error ? error.code : 0, stdout: withoutFolders(stdout), stderr });
    });
  });
}

/** The one thing that changes from run to run: the folder a project was made in. */
function withoutFolders(text: string): string {
  return text.replaceAll(/\/[^\s"]*\/toolplane-example-\w{6}/g, "…");
}

describe("examples", () => {
  it("each have an expected output, and no output is left over", () => {
    const expected = readdirSync(join(root, "examples/expected")).map((file) =>
      basename(file, ".txt"),
    );
    expect(expected.toSorted()).toEqual(names.toSorted());
  });

  it("hold no stand-in where a page shows them", () => {
    const pages = ["README.md", ...globSync("docs/guides/*.md", { cwd: root })];
    const shown = pages.filter((page) =>
      readFileSync(join(root, page), "utf8").includes("./stub/"),
    );
    expect(shown).toEqual([]);
  });

  const runnable = names.filter((name) => hasSandbox || !IN_A_VIEW.has(name));

  it.each(runnable)("%s.ts prints what its expected output says", async (name) => {
    const { code, stdout, stderr } = await runExample(name);
    expect({ code, stderr }).toEqual({ code: EXIT_CODES[name] ?? 0, stderr: "" });
    const file = join(root, "examples/expected", `${name}.txt`);
    await expect(stdout).toMatchFileSnapshot(file);
  });
});
