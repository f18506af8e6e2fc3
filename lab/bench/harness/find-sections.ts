import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The sections of the folder by name: every `NAME.ts` is one. */
export function findSections(folder: string): ReadonlyMap<string, string> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(
    names
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .sort()
      .map((name) => [name.slice(0, -3), join(folder, name)]),
  );
}
