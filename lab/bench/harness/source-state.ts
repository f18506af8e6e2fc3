import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * A digest of every source file of the packages. Rounds run one after the other for minutes; when a file is edited meanwhile,
 * they measure different programs, and their median is of nothing.
 */
export function digestSources(packages: string): string {
  const hash = createHash("sha256");
  const files = readdirSync(packages, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => join(entry.parentPath, entry.name))
    // Built files are measured too, and the section that starts them makes them again.
    .filter((file) => !/\/(?:node_modules|dist)\//.test(file) && !file.endsWith(".test.ts"))
    .sort();
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}
