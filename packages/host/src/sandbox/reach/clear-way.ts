/**
 * A workspace that lies below `/tmp` is mounted inside scratch, which stands in for `/tmp`. The directories on the way are
 * made there beforehand, and what an earlier command put in their place goes: bubblewrap would follow a link.
 */
import { mkdirSync, rmSync } from "node:fs";
import { isWithin, toFsPath } from "../plan/byte-path.ts";
import { statOf } from "../plan/directory-cache.ts";

/** Makes the way for every start that lies below `/tmp`. */
export function clearWay(scratch: string, starts: readonly string[]): void {
  for (const start of starts) {
    if (!isWithin(start, "/tmp") || start === "/tmp") continue;
    let at = scratch;
    for (const name of start.slice("/tmp/".length).split("/")) {
      at = `${at}/${name}`;
      const stat = statOf(at);
      if (stat?.isDirectory() === true) continue;
      if (stat !== null) rmSync(toFsPath(at), { force: true });
      mkdirSync(toFsPath(at), { mode: 0o700 });
    }
  }
}
