/**
 * PATH as a person's shell has it. npm puts the programs of every dependency before it, and what lies on PATH every sandboxed
 * command is shown: two dozen folders more to mount and to look through, for each command of each test. Only the Node that runs
 * the tests stays. Tests that are about such folders make their own.
 */
import { delimiter, dirname } from "node:path";

/** Called by vitest once a run, before the workers get their environment. */
export function setup(): void {
  process.env.PATH = ownPath(process.env.PATH ?? "", process.execPath);
}

export function ownPath(path: string, node: string): string {
  const folders = path.split(delimiter).filter((folder) => !folder.includes("node_modules"));
  return [...new Set([dirname(node), ...folders])].join(delimiter);
}
