/** What lies at a path as lines that can be compared, whatever it is. Bounded. */
import { sideAt } from "./side-at.ts";

const MAX_BYTES = 1024 * 1024;

export function imageAt(path: string): Uint8Array | null {
  const side = sideAt(path, MAX_BYTES);
  return side !== null && "told" in side ? Buffer.from(`${side.told}\n`) : side;
}
