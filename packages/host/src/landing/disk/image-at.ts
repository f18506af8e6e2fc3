/** What stands at a path, for people to compare: bytes of a file, where a link leads, that it is a folder. Bounded. */
import { readFileSync } from "node:fs";
import { toFsPath } from "../../paths/handles/byte-path.ts";
import { lookAt, targetOf } from "./byte-fs.ts";

const MAX_BYTES = 1024 * 1024;

export function imageAt(path: string): Uint8Array | null {
  const stat = lookAt(path);
  if (stat === null) return null;
  if (stat.isSymbolicLink()) return Buffer.from(`link to ${targetOf(path)}\n`, "latin1");
  if (!stat.isFile()) return Buffer.from(stat.isDirectory() ? "a folder\n" : "a special file\n");
  if (stat.size > MAX_BYTES) return Buffer.from(`a file of ${stat.size} bytes\n`);
  return readFileSync(toFsPath(path));
}
