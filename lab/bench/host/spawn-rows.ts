/** The ways to run `bash -c true` that are compared. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Figures } from "../harness/section.ts";
import { insideTool, withDirectory } from "./open-product.ts";
import { workspaceOf } from "./prepared-workspaces.ts";
import { timeRuns } from "./time-runs.ts";

const RUNS = 60;
const GIB = 1 << 30;

/** Bash itself forks and executes bash: what the system takes, without Node. */
export async function bashLoop(): Promise<Figures> {
  const rounds = 200;
  const script = `for ((i = 0; i < ${rounds}; i++)); do bash --noprofile --norc -c true; done`;
  const times = await timeRuns(3, async () => {
    execFileSync("bash", ["--noprofile", "--norc", "-c", script]);
  });
  return { p50Ms: (times.p50Ms ?? 0) / rounds, bestMs: (times.bestMs ?? 0) / rounds };
}

/** `child_process.spawn`, waiting for the end of the process and of its pipes. */
export function nodeSpawn(): Promise<Figures> {
  return timeRuns(RUNS, () => spawned("bash", ["--noprofile", "--norc", "-c", "true"]));
}

/** The same from a process that has touched 1 GiB. */
export function nodeSpawnLarge(): Promise<Figures> {
  return besideOneGib(nodeSpawn);
}

export function ours(): Promise<Figures> {
  return insideTool({ sandbox: "none" }, (run) => timeRuns(RUNS, () => passed(run("true"))));
}

/** Ours, unconfined, from a process that has touched 1 GiB. */
export function oursLarge(): Promise<Figures> {
  return besideOneGib(ours);
}

export function oursSandboxed(): Promise<Figures> {
  return insideTool({ sandbox: "auto" }, (run) =>
    timeRuns(RUNS, async () => {
      const { report } = await passed(run("true"));
      if (report.sandbox !== "enforced") throw new Error("there is no sandbox to measure");
    }),
  );
}

/** A line that may write: it runs on a view, and what it changed is looked for. It starts no further program. */
const TRANSACTION = "eval true";

/** Ours, as a transaction: a view with something denied in it, the command, an empty change set. */
export function oursOnView(files: number): () => Promise<Figures> {
  return () =>
    insideTool(
      { sandbox: "auto", denied: "**/.env", ...workspaceOf(files) },
      async (run, workspace) => {
        const figures = await timeRuns(RUNS, () => passed(run(TRANSACTION)));
        const proof = join(workspace, "landed");
        const { report } = await run("test ! -e .env && touch landed");
        const ranOnView = report.landing?.state === "landed" && existsSync(proof);
        rmSync(proof, { force: true });
        if (!ranOnView) throw new Error(`there is no view to measure: ${JSON.stringify(report)}`);
        return figures;
      },
    );
}

/** Ours, confined, from a process that has touched 1 GiB. */
export function oursSandboxedLarge(): Promise<Figures> {
  return besideOneGib(oursSandboxed);
}

/** Bubblewrap by hand, spawned by Node: every namespace, the system read-only, one writable directory. */
export function rawBwrap(): Promise<Figures> {
  return withDirectory((directory) => {
    const argv = [
      ...["--unshare-all", "--die-with-parent", "--new-session", "--ro-bind", "/usr", "/usr"],
      ...["--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib"],
      ...["--symlink", "usr/lib64", "/lib64", "--ro-bind", "/etc", "/etc"],
      ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"],
      ...["--bind", directory, directory, "--chdir", directory],
      ...["bash", "--noprofile", "--norc", "-c", "true"],
    ];
    return timeRuns(RUNS, () => spawned("bwrap", argv));
  });
}

/** The other sandbox for agents: its wrapped command line, spawned by Node as its users do. */
export function sandboxRuntime(): Promise<Figures> {
  return withDirectory(async (directory) => {
    const { SandboxManager } = await import("@anthropic-ai/sandbox-runtime");
    await SandboxManager.initialize({
      network: { allowedDomains: [], deniedDomains: [] },
      filesystem: { denyRead: [], allowWrite: [directory], denyWrite: [] },
    });
    const figures = await timeRuns(RUNS / 2, async () => {
      const wrapped = await SandboxManager.wrapWithSandbox("true");
      await spawned("bash", ["-c", wrapped]);
    });
    await SandboxManager.reset();
    return figures;
  });
}

async function besideOneGib(measure: () => Promise<Figures>): Promise<Figures> {
  // Filled, so that the pages are there: untouched memory costs a fork nothing.
  const held = Array.from({ length: 16 }, () => Buffer.alloc(GIB / 16, 1));
  const figures = await measure();
  if (held.some((part) => part[0] !== 1)) throw new Error("the memory was let go");
  return figures;
}

async function passed<T extends { readonly exitCode: number | null }>(run: Promise<T>): Promise<T> {
  const result = await run;
  if (result.exitCode !== 0) throw new Error(`the command failed: ${JSON.stringify(result)}`);
  return result;
}

function spawned(program: string, argv: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, argv, { stdio: ["ignore", "pipe", "pipe"] });
    let complaint = "";
    child.stdout.resume();
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      complaint += text;
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}: ${complaint}`));
    });
  });
}
