/** Everyday commands inside the sandbox and outside, over one small project under git. */
import { execFileSync } from "node:child_process";
import type { Figures } from "../harness/section.ts";
import { createWorkspace, insideTool, personsEnvironment, withDirectory } from "./open-product.ts";
import { projectWorkspace } from "./prepared-workspaces.ts";
import { timeRuns } from "./time-runs.ts";

const RUNS = 6;

/** With the person's own environment, by Node. */
export function outside(command: string): () => Promise<Figures> {
  return () =>
    withDirectory((base) => {
      const place = projectWorkspace();
      const workspace = "workspace" in place ? place.workspace : createWorkspace(base);
      if ("fill" in place) place.fill(workspace);
      const options = { cwd: workspace, env: personsEnvironment(), stdio: "ignore" } as const;
      const argv = ["--noprofile", "--norc", "-c", command];
      return timeRuns(RUNS, async () => void execFileSync("bash", argv, options));
    });
}

/** By the shell of a tool, confined. */
export function inside(command: string): () => Promise<Figures> {
  return () =>
    insideTool({ sandbox: "auto", denied: "**/.env", ...projectWorkspace() }, (run) =>
      timeRuns(RUNS, async () => {
        const result = await run(command);
        if (result.exitCode !== 0 || result.report.sandbox !== "enforced")
          throw new Error(JSON.stringify(result));
      }),
    );
}
