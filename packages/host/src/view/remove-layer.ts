/** Removes a folder that may hold folders which not even their owner can enter: the kernel makes some, and masks copy others. */
import { chmodSync, lstatSync, readdirSync, rmdirSync, unlinkSync } from "node:fs";
import { below, toFsPath } from "../paths/byte-path.ts";

/** Removes what stands at a byte path without following a link; what is gone already is fine. */
export function removeLayer(path: string): void {
  const target = toFsPath(path);
  const stat = lstatSync(target, { throwIfNoEntry: false });
  if (stat === undefined) return;
  unlessGone(() => {
    if (!stat.isDirectory()) {
      unlinkSync(target);
      return;
    }
    chmodSync(target, 0o700);
    for (const name of readdirSync(target, { encoding: "latin1" })) removeLayer(below(path, name));
    rmdirSync(target);
  });
}

// Another process may be removing the same left-overs.
function unlessGone(work: () => void): void {
  try {
    work();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
}
