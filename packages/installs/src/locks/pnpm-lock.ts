/**
 * Reads `pnpm-lock.yaml`, versions 5 to 9. Its keys name package and version: `/name/1.0.0`, `/name@1.0.0(peer@2.0.0)`, `name@1.0.0`.
 */
import { isRecord } from "@toolplane/readings";
import { CORE_SCHEMA, loadAll } from "js-yaml";
import type { LockedFile } from "./locked-file.ts";
import { readIntegrity } from "./read-integrity.ts";
import { textAt } from "./text-at.ts";

const MAX_DEPTH = 64;

export function readPnpmLock(text: string): readonly LockedFile[] {
  // Newer versions put a document of their own, about pnpm itself, before the project's.
  const options = { schema: CORE_SCHEMA, json: true, maxDepth: MAX_DEPTH, maxAliases: 0 };
  const documents: readonly unknown[] = loadAll(text, options);
  return documents.flatMap((lock) =>
    isRecord(lock) && isRecord(lock.packages)
      ? Object.entries(lock.packages).flatMap(([key, entry]) => lockedFile(key, entry))
      : [],
  );
}

const KEY = /^\/?((?:@[^@/]+\/)?[^@/]+)[@/]([^()_/@]+)(?:[_(].*)?$/;

function lockedFile(key: string, entry: unknown): readonly LockedFile[] {
  const resolution = isRecord(entry) ? entry.resolution : undefined;
  const sums = readIntegrity(textAt(resolution, "integrity") ?? "");
  const [, ofKey, versionOfKey] = KEY.exec(key) ?? [];
  const name = textAt(entry, "name") ?? ofKey;
  const version = textAt(entry, "version") ?? versionOfKey;
  if (sums.length === 0 || name === undefined || version === undefined) return [];
  const url = textAt(resolution, "tarball");
  const file = { manager: "npm", name, version, sums } as const;
  return [url === undefined ? file : { ...file, url }];
}
