/**
 * Reads `yarn.lock` of Yarn 1 and of Yarn 2 and later. Yarn 2 sums the archive that it makes of a package, not the file that a
 * registry sends: there name and version are all that can be held.
 */
import { isRecord } from "@toolplane/readings";
import { parseSyml } from "@yarnpkg/parsers";
import type { LockedFile } from "./locked-file.ts";
import { readIntegrity } from "./read-integrity.ts";
import { textAt } from "./text-at.ts";

export function readYarnLock(text: string): readonly LockedFile[] {
  const lock: unknown = parseSyml(text);
  if (!isRecord(lock)) return [];
  return Object.entries(lock).flatMap(([key, entry]) =>
    textAt(entry, "resolution") === undefined ? classic(key, entry) : berry(entry),
  );
}

const RESOLUTION = /^((?:@[^@/]+\/)?[^@/]+)@npm:([^:]+)$/;

function berry(entry: unknown): readonly LockedFile[] {
  // Parameters of a resolution (`::__archiveUrl=`) name another place, so such a one is not counted.
  const [, name, version] = RESOLUTION.exec(textAt(entry, "resolution") ?? "") ?? [];
  if (name === undefined || version === undefined) return [];
  return [{ manager: "npm", name, version, sums: [] }];
}

const PATTERN = /^"?((?:@[^@/]+\/)?[^@/]+)@(?:npm:((?:@[^@/]+\/)?[^@/]+)@)?/;
const SHA1 = /^[0-9a-f]{40}$/;

function classic(key: string, entry: unknown): readonly LockedFile[] {
  const [, asked, aliased] = PATTERN.exec(key) ?? [];
  const name = aliased ?? asked;
  const version = textAt(entry, "version");
  const [url, fragment = ""] = (textAt(entry, "resolved") ?? "").split("#");
  const strong = readIntegrity(textAt(entry, "integrity") ?? "");
  const sums = strong.length === 0 && SHA1.test(fragment) ? [`sha1:${fragment}`] : strong;
  if (name === undefined || version === undefined || sums.length === 0) return [];
  const file = { manager: "npm", name, version, sums } as const;
  return [url === undefined || url === "" ? file : { ...file, url }];
}
