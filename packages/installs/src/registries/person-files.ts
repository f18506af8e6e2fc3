/** Reads files of the person's own home, by the variables that may name them. */
import { readFileSync, statSync } from "node:fs";

export type Environment = Readonly<Record<string, string | undefined>>;

const MAX_BYTES = 1_024 * 1_024;

/** Empty where there is none, or where it is larger than a configuration is. */
export function readPersonFile(path: string): string {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(path, "utf8") : "";
  } catch {
    return "";
  }
}
