/**
 * Each client in a folder of its own, at the versions of the lock file: they are some hundred megabytes each, and one that cannot
 * be had today must not keep the others from being tried. The program of pi is one bundle; the libraries that it names besides,
 * and does not load, are held at versions that are published.
 */
import { spawnSync } from "node:child_process";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Driver } from "./drivers.ts";
import { installLocked } from "./install-locked.ts";

export interface InstalledClients {
  /** By the name of the client: the folder of its program. */
  readonly programs: Readonly<Record<string, string>>;
  /** The others, each as `client: why`. */
  readonly missing: readonly string[];
}

const START_MS = 60_000;

/** TOOLPLANE_CLIENTS names another place than the cache of the person. */
export function installClients(
  drivers: readonly Driver[],
  locks: string,
  folder: string = process.env.TOOLPLANE_CLIENTS ?? join(homedir(), ".cache", "toolplane-clients"),
): InstalledClients {
  const programs: Record<string, string> = {};
  const missing: string[] = [];
  for (const driver of drivers) {
    try {
      const into = join(folder, driver.name);
      const found = installLocked({ locks, into, only: driver.package });
      refuseUnstartable(join(found, driver.program), join(into, "home"));
      programs[driver.name] = found;
    } catch (error) {
      missing.push(`${driver.name}: ${reasonOf(error)}`);
    }
  }
  return { programs, missing };
}

/** npm is content without the binding of this platform; the program is not. */
function refuseUnstartable(program: string, home: string): void {
  const env = { ...process.env, HOME: home, CI: "1", DO_NOT_TRACK: "1" };
  const options = { env, encoding: "utf8", timeout: START_MS } as const;
  const { status, stderr, error } = spawnSync(program, ["--version"], options);
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`does not start: ${stderr.trim().split("\n")[0] ?? ""}`);
}

/** npm's message about an install that failed, or the reason itself, in one line. */
function reasonOf(error: unknown): string {
  const { stderr = "", message = "" } = error as { stderr?: string; message?: string };
  const [said] = stderr.match(/^npm error (?!code|errno|A complete).+$/m) ?? [];
  return (said ?? message.split("\n")[0] ?? "").replace(/^npm error /, "").trim();
}
