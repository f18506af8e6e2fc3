/** Everyday commands inside the sandbox and outside, over one small project under git. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figures } from "../harness/section.ts";
import { createWorkspace, insideTool, personsEnvironment, withDirectory } from "./open-product.ts";
import { timeRuns } from "./time-runs.ts";

const RUNS = 6;
const FILES = 2_000;

/** With the person's own environment, by Node. */
export function outside(command: string): () => Promise<Figures> {
  return () =>
    withDirectory((base) => {
      const workspace = createWorkspace(base);
      fillProject(workspace);
      const options = { cwd: workspace, env: personsEnvironment(), stdio: "ignore" } as const;
      const argv = ["--noprofile", "--norc", "-c", command];
      return timeRuns(RUNS, async () => void execFileSync("bash", argv, options));
    });
}

/** By the shell of a tool, confined. */
export function inside(command: string): () => Promise<Figures> {
  return () =>
    insideTool({ sandbox: "auto", denied: "**/.env", fill: fillProject }, (run) =>
      timeRuns(RUNS, async () => {
        const result = await run(command);
        if (result.exitCode !== 0 || result.report.sandbox !== "enforced")
          throw new Error(JSON.stringify(result));
      }),
    );
}

function fillProject(workspace: string): void {
  for (let index = 0; index < FILES; index += 1) {
    const folder = join(workspace, "lib", String(Math.floor(index / 20)));
    if (index % 20 === 0) mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${index}.js`), `export const x = ${index}; // needle\n`);
  }
  writeFileSync(
    join(workspace, "package.json"),
    '{"scripts":{"test":"node --test one.test.mjs"}}\n',
  );
  writeFileSync(
    join(workspace, "one.test.mjs"),
    'import { test } from "node:test";\ntest("holds", () => {});\n',
  );
  writeFileSync(join(workspace, ".gitignore"), ".env\n");
  writeFileSync(join(workspace, ".env"), "A=1\n");
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=b", "-c", "user.email=b@example.com", ...args], {
      cwd: workspace,
      stdio: "ignore",
    });
  git("init");
  git("add", ".");
  git("commit", "-m", "all");
}
