/**
 * Measures how much the upper layers of a running command hold. One look takes a bounded number of names and goes on where the
 * last one ended, so that it is cheap however much there is.
 */
import { below, toBytePath } from "@toolplane/disk/paths";
import { lookAt, namesIn } from "../disk/byte-fs.ts";
import type { LandingBounds } from "./landings.ts";

const NAMES_PER_LOOK = 2_000;

/** Each call looks once; a sentence when a bound is passed, null while none is. */
export function createUpperGauge(
  uppers: readonly string[],
  { maxUpperBytes, maxUpperFiles }: Pick<LandingBounds, "maxUpperBytes" | "maxUpperFiles">,
): () => string | null {
  let pass = walk(uppers.map(toBytePath));
  let files = 0;
  let bytes = 0;
  return () => {
    for (let seen = 0; seen < NAMES_PER_LOOK; seen += 1) {
      const next = pass.next();
      if (next.done === true) {
        pass = walk(uppers.map(toBytePath));
        files = 0;
        bytes = 0;
        return null;
      }
      files += 1;
      bytes += next.value;
      if (bytes > maxUpperBytes) return `it wrote more than ${maxUpperBytes} bytes`;
      if (files > maxUpperFiles) return `it changed more than ${maxUpperFiles} files`;
    }
    return null;
  };
}

function* walk(folders: readonly string[]): Generator<number> {
  const todo = [...folders];
  for (let folder = todo.pop(); folder !== undefined; folder = todo.pop()) {
    for (const name of listed(folder)) {
      const stat = lookAt(below(folder, name));
      if (stat?.isDirectory() === true) todo.push(below(folder, name));
      yield stat?.isFile() === true ? Number(stat.blocks * 512n) : 0;
    }
  }
}

/** A command may take a folder away just now. */
function listed(folder: string): readonly string[] {
  try {
    return namesIn(folder);
  } catch {
    return [];
  }
}
