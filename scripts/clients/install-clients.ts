/**
 * Clients as the lock file names them, installed once into a folder of their own: they are some hundred megabytes each. The
 * program of pi is one bundle; the libraries that it names besides, and does not load, are held at versions that are published.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Returns the folder of their programs. TOOLPLANE_CLIENTS names another place than the cache of the person. */
export function installClients(
  locks: string,
  folder: string = process.env.TOOLPLANE_CLIENTS ?? join(homedir(), ".cache", "toolplane-clients"),
): string {
  const lock = readFileSync(join(locks, "package-lock.json"));
  const digest = createHash("sha256").update(lock).digest("hex");
  const mark = join(folder, "installed");
  if (!existsSync(mark) || readFileSync(mark, "utf8") !== digest) {
    mkdirSync(folder, { recursive: true });
    for (const name of ["package.json", "package-lock.json"])
      copyFileSync(join(locks, name), join(folder, name));
    // Not `npm ci`: the lock leaves out what other platforms would have.
    execFileSync("npm", ["install", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: ["ignore", 2, 2],
    });
    writeFileSync(mark, digest);
  }
  return join(folder, "node_modules", ".bin");
}
