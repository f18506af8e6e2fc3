/** Reads whatever lies at a path into lines that can be compared. Bounded. */
import { sideAt } from "./side-at.ts";

const MAX_BYTES = 1024 * 1024;

export function imageAt(path: string): Uint8Array | null {
  const side = sideAt(path, MAX_BYTES);
  return side !== null && "told" in side ? Buffer.from(`${side.told}\n`) : side;
}
