/**
 * Tells whether bubblewrap works here: it is really run once, with every option that commands get. A kernel or a container
 * often refuses only one of them, and a sandbox that fails at the first command is worse than one that says so at start.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { safeProgram } from "@toolplane/disk/paths";
import type { ProbeMemory } from "../probe/probe-memory.ts";
import { type RunProbe, runProbe } from "../probe/run-probe.ts";
import { installCommand } from "./install-command.ts";

/** One that works, and how it is called. */
export interface WorkingBubblewrap {
  readonly program: string;
  readonly version: string;
  readonly options: readonly string[];
}

/** A bubblewrap that works, or why none does and what a person can do about it. */
export type BubblewrapFinding =
  | ({ readonly ok: true } & WorkingBubblewrap)
  | {
      readonly ok: false;
      readonly reason: string;
      readonly remedy?: string;
      readonly absent?: true;
    };

/** Options that every command gets. The last ones are left out where an older version does not know them. */
const NEEDED: readonly string[] = [
  "--unshare-user",
  "--unshare-pid",
  "--unshare-ipc",
  "--unshare-uts",
  "--unshare-cgroup-try",
  "--die-with-parent",
  "--cap-drop",
  "ALL",
];
// The filter refuses new user namespaces as well; this is the second wall.
const WISHED: readonly string[] = ["--disable-userns"];

const PLACES: readonly string[] = ["/usr/bin", "/usr/local/bin", "/bin"];

/** Finds a bubblewrap outside the places that tools can write, and tries it. */
export async function findBubblewrap(options: {
  readonly path: string;
  readonly reserved: readonly string[];
  readonly run?: RunProbe;
  /** Spares the trial where it was made before, in the same world. */
  readonly memory?: ProbeMemory;
}): Promise<BubblewrapFinding> {
  const program = programOf(options);
  if (program === null)
    return {
      ok: false,
      absent: true,
      reason: "bubblewrap is not installed.",
      remedy: installCommand(),
    };
  const attempts = [[...NEEDED, ...WISHED], NEEDED];
  const known = options.memory?.recall(program);
  const worked = known && attempts[known.attempt];
  if (worked) return { ok: true, program, version: known.version, options: worked };
  const run = options.run ?? runProbe;
  const said = run(program, ["--version"]);
  let output = "";
  for (const [index, attempt] of attempts.entries()) {
    const probe = await run(program, [...attempt, ...PROBE_MOUNTS, "--", "true"]);
    if (probe.code === 0) {
      const version = /(\d+(?:\.\d+)+)/.exec((await said).output)?.[1] ?? "0";
      options.memory?.keep(program, { attempt: index, version });
      return { ok: true, program, version, options: attempt };
    }
    output = probe.output;
  }
  await said;
  return { ok: false, ...failureOf(output.trim().split("\n").at(-1)?.slice(0, 200) ?? "") };
}

const PROBE_MOUNTS: readonly string[] = [
  ...["--unshare-net", "--new-session", "--ro-bind", "/", "/"],
  ...["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--remount-ro", "/"],
];

function programOf(options: {
  readonly path: string;
  readonly reserved: readonly string[];
}): string | null {
  const folders = [...PLACES, ...options.path.split(":").filter((entry) => entry.startsWith("/"))];
  for (const folder of folders) {
    const program = safeProgram(join(folder, "bwrap"), options.reserved);
    if (program !== null) return program;
  }
  return null;
}

function failureOf(said: string): { readonly reason: string; readonly remedy?: string } {
  const refused = "bubblewrap may not make user namespaces";
  if (readSetting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") === "1")
    return {
      reason: `${refused}: AppArmor restricts them. It said: ${said}`,
      remedy:
        "install the package apparmor-profiles and load its profile bwrap-userns-restrict, or run sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
    };
  if (readSetting("/proc/sys/kernel/unprivileged_userns_clone") === "0")
    return {
      reason: `${refused}: kernel.unprivileged_userns_clone is 0. It said: ${said}`,
      remedy: "sysctl -w kernel.unprivileged_userns_clone=1",
    };
  if (readSetting("/proc/sys/user/max_user_namespaces") === "0")
    return {
      reason: `${refused}: user.max_user_namespaces is 0. It said: ${said}`,
      remedy: "sysctl -w user.max_user_namespaces=1000",
    };
  if (existsSync("/.dockerenv") || existsSync("/run/.containerenv"))
    return {
      reason: `bubblewrap does not work in this container. It said: ${said}`,
      remedy:
        "start the container with a seccomp profile that permits user namespaces, or with --security-opt seccomp=unconfined --security-opt systempaths=unconfined",
    };
  return { reason: `bubblewrap is installed and does not work here. It said: ${said}` };
}

function readSetting(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
}
