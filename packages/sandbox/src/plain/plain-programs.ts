/**
 * The programs of util-linux that replace bubblewrap, and the shell that runs them one after the other. They run with privileges
 * over their namespaces, so none of them may lie where a tool can write.
 */
import { join } from "node:path";
import { safeProgram } from "@toolplane/disk/paths";

const NAMES = [
  "sh",
  "unshare",
  "mount",
  "umount",
  "pivot_root",
  "setpriv",
  "mkdir",
  "ln",
  "cat",
  "rm",
] as const;

export type PlainPrograms = Readonly<Record<(typeof NAMES)[number], string>>;

const PLACES: readonly string[] = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];

/** All of them, or the name of one that is missing. */
export function findPlainPrograms(options: {
  readonly path: string;
  readonly reserved: readonly string[];
}): PlainPrograms | { readonly missing: string } {
  const folders = [...PLACES, ...options.path.split(":").filter((entry) => entry.startsWith("/"))];
  const found: Partial<Record<keyof PlainPrograms, string>> = {};
  for (const name of NAMES) {
    const program = folders
      .map((folder) => join(folder, name))
      .find((file) => safeProgram(file, options.reserved) !== null);
    if (program === undefined) return { missing: name };
    found[name] = program;
  }
  return found as PlainPrograms;
}
