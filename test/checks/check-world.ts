/** Two folders, the base and the view, and checks that run in copies of them: what a held view does, without a sandbox. */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createHost } from "@toolplane/host";
import { compileConfinement } from "@toolplane/kernel";
import { listLinks } from "@toolplane/library/inside";
import {
  type CheckChange,
  type CheckEffects,
  type CheckRequest,
  type CheckRun,
  type CheckVerdict,
  createRequiredChecks,
  type RequiredChecksOptions,
} from "@toolplane/library/rooms/checks";

/** Texts by path; a link to a folder is `-> target`. */
export type Files = Readonly<Record<string, string>>;

const MAX_OUTPUT = 1_000_000;

export interface CheckWorld {
  /** Judges the files `after` against the files `before`. */
  judge(sets: { readonly before: Files; readonly after: Files }): Promise<CheckVerdict>;
  /** Commands so far, each with its side. */
  readonly ran: CheckRequest[];
  close(): Promise<void>;
}

export async function openCheckWorld(
  checks: RequiredChecksOptions["checks"],
  kept: Map<string, string> = new Map(),
): Promise<CheckWorld> {
  const root = mkdtempSync(join(tmpdir(), "toolplane-checks-"));
  const place = { base: join(root, "base"), view: join(root, "view") } as const;
  mkdirSync(join(root, "reports"));
  for (const folder of Object.values(place)) mkdirSync(folder);
  const host = await createHost({
    workspace: place.base,
    sandbox: "none",
    readConfinement: compileConfinement,
  });
  const ran: CheckRequest[] = [];
  const textOf = (path: string): string | null =>
    existsSync(path) && statSync(path).isFile() ? readFileSync(path, "utf8") : null;
  const effects: CheckEffects = {
    runCheck: (request) => {
      ran.push(request);
      return runInCopy(request, { root, place });
    },
    readText: async (side, path) => textOf(join(place[side], path)),
    listNames: async (folder) => {
      const whole = join(place.base, folder);
      return existsSync(whole) && lstatSync(whole).isDirectory() ? readdirSync(whole) : [];
    },
    listLinks: () => listLinks(place.base),
    readLine: (text, cwd) => host.analyzer.shell(text, cwd),
    kept: {
      get: async (key) => kept.get(key) ?? null,
      set: async (key, text) => void kept.set(key, text),
    },
    workspace: place.base,
    reportFolder: join(root, "reports"),
    newId: () => randomUUID(),
    nowMs: () => performance.now(),
    after: (ms) => AbortSignal.timeout(ms),
  };
  return {
    ran,
    async judge({ before, after }) {
      write(place.base, before);
      write(place.view, after);
      const set = { changes: changesOf(before, after), base: JSON.stringify(before) };
      return createRequiredChecks({ checks, ...effects }).judge(set, new AbortController().signal);
    },
    async close() {
      await host.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function changesOf(before: Files, after: Files): readonly CheckChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((path): readonly CheckChange[] => {
    if (before[path] === after[path]) return [];
    if (before[path] === undefined) return [{ path, kind: "added" }];
    return [{ path, kind: after[path] === undefined ? "removed" : "changed" }];
  });
}

function write(folder: string, files: Files): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [path, text] of Object.entries(files)) {
    const whole = join(folder, path);
    mkdirSync(dirname(whole), { recursive: true });
    if (text.startsWith("-> ")) symlinkSync(text.slice(3), whole);
    else writeFileSync(whole, text, { mode: text.startsWith("#!") ? 0o755 : 0o644 });
  }
}

interface Places {
  readonly root: string;
  readonly place: Readonly<Record<"base" | "view", string>>;
}

async function runInCopy(request: CheckRequest, { root, place }: Places): Promise<CheckRun> {
  const folder = mkdtempSync(join(root, "run-"));
  cpSync(place[request.side], folder, { recursive: true, verbatimSymlinks: true });
  for (const path of request.restore ?? []) {
    rmSync(join(folder, path), { recursive: true, force: true });
    if (existsSync(join(place.base, path)))
      cpSync(join(place.base, path), join(folder, path), {
        recursive: true,
        verbatimSymlinks: true,
      });
  }
  const { reportFile } = request;
  if (reportFile !== undefined) rmSync(reportFile, { force: true });
  const ended = await run(request, folder);
  const report =
    reportFile !== undefined && existsSync(reportFile) ? readFileSync(reportFile, "utf8") : null;
  rmSync(folder, { recursive: true, force: true });
  return { ...ended, folder, ...(report === null ? {} : { report }) };
}

function run({ command, withinMs, environment }: CheckRequest, cwd: string): Promise<CheckRun> {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn("sh", ["-c", command], {
    cwd,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { PATH, HOME, CI: "1", PYTHONDONTWRITEBYTECODE: "1", ...environment },
  });
  let output = "";
  let stopped: "time" | "flood" | undefined;
  const stop = (why: "time" | "flood"): void => {
    stopped ??= why;
    endGroup(child.pid);
  };
  const timer = setTimeout(() => stop("time"), withinMs);
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (piece: string) => {
      output += piece;
      if (output.length > MAX_OUTPUT) stop("flood");
    });
  return new Promise((resolve) => {
    child.on("close", (exitCode) => {
      clearTimeout(timer);
      resolve({ exitCode, output, ...(stopped ? { stopped } : {}) });
    });
    // What it left behind ends with it, and lets go of the streams.
    child.on("exit", () => endGroup(child.pid));
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended already.
  }
}

/** The packages of this checkout, seen from a project in another place. */
export const installed = (name: string): string =>
  `-> ${join(import.meta.dirname, "../../node_modules", name)}`;
