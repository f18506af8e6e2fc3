/**
 * Reads `package-lock.json` and `npm-shrinkwrap.json`, versions 1 to 3. An entry without a sum names nothing: links, what is bundled
 * in another package, what comes from git.
 */
import { isRecord } from "@toolplane/readings";
import type { LockedFile } from "./locked-file.ts";
import { readIntegrity } from "./read-integrity.ts";
import { textAt } from "./text-at.ts";

const MAX_DEPTH = 64;

export function readNpmLock(text: string): readonly LockedFile[] {
  const lock: unknown = JSON.parse(text);
  if (!isRecord(lock)) return [];
  if (isRecord(lock.packages))
    return Object.entries(lock.packages).flatMap(([place, entry]) =>
      lockedFile(textAt(entry, "name") ?? nameOfPlace(place), entry),
    );
  return nested(lock.dependencies, 0);
}

function nameOfPlace(place: string): string {
  const at = place.lastIndexOf("node_modules/");
  return at < 0 ? "" : place.slice(at + "node_modules/".length);
}

function nested(entries: unknown, depth: number): readonly LockedFile[] {
  if (!isRecord(entries) || depth > MAX_DEPTH) return [];
  return Object.entries(entries).flatMap(([name, entry]) => [
    ...lockedFile(name, entry),
    ...(isRecord(entry) ? nested(entry.dependencies, depth + 1) : []),
  ]);
}

const ALIAS = /^npm:((?:@[^@/]+\/)?[^@/]+)@(.+)$/;

function lockedFile(key: string, entry: unknown): readonly LockedFile[] {
  const sums = readIntegrity(textAt(entry, "integrity") ?? "");
  const said = textAt(entry, "version");
  if (key === "" || said === undefined || sums.length === 0) return [];
  const [, name = key, version = said] = ALIAS.exec(said) ?? [];
  const url = textAt(entry, "resolved");
  const file = { manager: "npm", name, version, sums } as const;
  return [url === undefined ? file : { ...file, url }];
}
