/**
 * Where programs of another user than the tests' keep what they compiled: a folder of their own, for what a program finds there it
 * runs. Without one each start of the command line compiles all of it anew.
 */
import { chownSync, mkdirSync } from "node:fs";

/** Undefined where nothing is kept. */
export function compiledFor(user: number): string | undefined {
  const own = process.env.NODE_COMPILE_CACHE;
  if (!own || process.getuid?.() !== 0) return own;
  const folder = `${own}-${user}`;
  mkdirSync(folder, { recursive: true });
  chownSync(folder, user, user);
  return folder;
}
