import { ConfigurationError } from "@toolplane/contract";

/** The parser calls itself for each level; nothing of ours is deeper than a few. */
export function readShallow<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) throw new ConfigurationError(file, "is nested too deeply");
    throw error;
  }
}
