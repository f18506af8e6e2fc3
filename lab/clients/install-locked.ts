import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface LockedInstall {
  /** Has the package.json and the package-lock.json. */
  readonly locks: string;
  readonly into: string;
  /** One of the dependencies, alone; all of them without it. */
  readonly only?: string;
}

/**
 * Installs what a lock file names, once, and returns the folder of its programs. Not by `npm ci`: the lock leaves out what other
 * platforms would have. With `only` the whole lock is given all the same: npm takes the versions from it and drops the rest.
 */
export function installLocked({ locks, into, only }: LockedInstall): string {
  const lock = readFileSync(join(locks, "package-lock.json"));
  const digest = createHash("sha256").update(lock).digest("hex");
  const mark = join(into, "installed");
  if (!existsSync(mark) || readFileSync(mark, "utf8") !== digest) {
    mkdirSync(into, { recursive: true });
    copyFileSync(join(locks, "package-lock.json"), join(into, "package-lock.json"));
    writeFileSync(join(into, "package.json"), manifestOf(locks, only));
    execFileSync("npm", ["install", "--no-audit", "--no-fund"], {
      cwd: into,
      stdio: ["ignore", 2, "pipe"],
      encoding: "utf8",
    });
    writeFileSync(mark, digest);
  }
  return join(into, "node_modules", ".bin");
}

function manifestOf(locks: string, only: string | undefined): string {
  const manifest = JSON.parse(readFileSync(join(locks, "package.json"), "utf8"));
  if (only === undefined) return JSON.stringify(manifest);
  const version = manifest.dependencies[only];
  if (version === undefined) throw new Error(`${only} is not in ${locks}/package.json`);
  return JSON.stringify({ ...manifest, dependencies: { [only]: version } });
}
