/**
 * Finds out whether util-linux can confine a command here: one is really run through every stage, and checks from inside whether
 * the walls hold. A machine often refuses only one step, and a program that fails to drop a privilege does not say so.
 */
import { spawn } from "node:child_process";
import { Socket } from "node:net";
import type { ProbeMemory } from "../probe/probe-memory.ts";
import { PROBE_MS } from "../probe/run-probe.ts";
import { mountScript } from "./mount-script.ts";
import { readMountTable } from "./mount-table.ts";
import { nameObstacle } from "./name-obstacle.ts";
import { plainLaunch } from "./plain-launch.ts";
import { findPlainPrograms, type PlainPrograms } from "./plain-programs.ts";
import { plainBase } from "./plain-root.ts";

/** Programs that work, and the version for people. */
export interface WorkingPlain {
  readonly programs: PlainPrograms;
  readonly version: string;
  readonly user: { readonly uid: number; readonly gid: number };
}

export type PlainFinding =
  | ({ readonly ok: true } & WorkingPlain)
  | { readonly ok: false; readonly reason: string; readonly remedy?: string };

/** Finds the programs outside the places that tools can write, and tries them. */
export async function findPlain(options: {
  readonly path: string;
  readonly reserved: readonly string[];
  /** Spares the trial where it was made before, in the same world. */
  readonly memory?: ProbeMemory;
}): Promise<PlainFinding> {
  const programs = findPlainPrograms(options);
  if ("missing" in programs)
    return {
      ok: false,
      reason: `The program ${programs.missing} is not installed.`,
      remedy: "install the package util-linux",
    };
  const user = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  const known = options.memory?.recall(programs.unshare);
  if (known) return { ok: true, programs, user, version: known.version };
  const failure = await probe(programs, user);
  if (failure !== null) return { ok: false, ...nameObstacle(failure) };
  const version = /(\d+(?:\.\d+)+)/.exec((await runWith([programs.unshare, "--version"])).output);
  const found = { programs, user, version: version?.[1] ?? "0" };
  options.memory?.keep(programs.unshare, { attempt: 0, version: found.version });
  return { ok: true, ...found };
}

/** Holds when no capability is left, none can come back, and no namespace can be made. */
const WALLS =
  'while read -r name value; do case "$name" in CapPrm:|CapEff:|CapBnd:|CapAmb:) ' +
  'case "$value" in *[!0]*) echo "kept $name"; exit 1;; esac;; ' +
  'NoNewPrivs:) [ "$value" = 1 ] || exit 1;; esac; done < /proc/self/status; ' +
  'if "$0" --user true 2>/dev/null; then echo "made a user namespace"; exit 1; fi; echo held';

async function probe(programs: PlainPrograms, user: WorkingPlain["user"]): Promise<string | null> {
  const script = mountScript({
    steps: plainBase({ files: null, installations: [] }),
    root: "/tmp",
    programs,
    table: readMountTable(),
    loopback: true,
  });
  const { argv, inherited } = plainLaunch({
    programs,
    user,
    mountScript: script,
    ownNetwork: true,
    cwd: "/",
    env: {},
    argv: [programs.sh, "-c", WALLS, programs.unshare],
  });
  const { code, output } = await runWith(argv, inherited);
  if (code === 0 && output === "held\n") return null;
  return output.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
}

/** Runs a program that reads these contents from descriptors 3, 4, … */
export function runWith(
  [program = "", ...rest]: readonly string[],
  inherited: readonly Uint8Array[] = [],
): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, rest, {
      env: {},
      cwd: "/",
      timeout: PROBE_MS,
      killSignal: "SIGKILL",
      stdio: ["ignore", "pipe", "pipe", ...inherited.map(() => "pipe" as const)],
    });
    let output = "";
    const hear = (data: Buffer) => {
      output = (output + data.toString("utf8")).slice(-MAX_SAID_CHARS);
    };
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    inherited.forEach((bytes, index) => {
      const pipe = child.stdio[FIRST_INHERITED + index];
      if (!(pipe instanceof Socket)) return;
      // A stage that fails reads no further.
      pipe.on("error", () => {});
      pipe.end(bytes);
    });
    child.once("error", (error) => resolve({ code: null, output: error.message }));
    child.once("close", (code) => resolve({ code, output }));
  });
}

const FIRST_INHERITED = 3;
const MAX_SAID_CHARS = 2_000;
