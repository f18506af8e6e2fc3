/** The system's programs that views are made with, found outside every place that a tool can write. */
import { join } from "node:path";
import { safeProgram } from "@toolplane/disk/paths";
import type { ViewPrograms } from "./launch-in-views.ts";

const NAMES = ["unshare", "mount", "sh", "mknod"] as const;
const PLACES: readonly string[] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/** Their paths, or the name of the first that is missing. */
export function findViewPrograms(reserved: readonly string[]): ViewPrograms | string {
  const found: Partial<Record<(typeof NAMES)[number], string>> = {};
  for (const name of NAMES) {
    const program = PLACES.map((folder) => join(folder, name)).find(
      (file) => safeProgram(file, reserved) !== null,
    );
    if (program === undefined) return name;
    found[name] = program;
  }
  return found as ViewPrograms;
}
