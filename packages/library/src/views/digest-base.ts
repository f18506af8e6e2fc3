/**
 * Names what a folder holds, without reading it. Any change of a file is another name; the same name is the same content, unless
 * somebody set a time back.
 */
import { createHash } from "node:crypto";
import { walkBase } from "./walk-base.ts";

/** Null where it is too much to be named. */
export async function digestBase(folder: string): Promise<string | null> {
  const hash = createHash("sha256");
  const isWhole = await walkBase(folder, (path, stat) => {
    hash.update(`${path}\0${stat.mode}\0${stat.ino}\0`);
    if (!stat.isDirectory()) hash.update(`${stat.size}\0${stat.mtimeNs}\0${stat.ctimeNs}\0`);
  });
  return isWhole ? hash.digest("hex") : null;
}
