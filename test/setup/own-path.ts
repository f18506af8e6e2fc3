/**
 * PATH as a person's shell has it, without what only makes the tests dearer. npm puts the programs of every dependency before it, and
 * what lies on PATH every sandboxed command is shown: two dozen folders more to mount and to look through, for each command of each
 * test. Installations in the home are left out too: one version manager has as many names as half of `/usr`, and whoever opens a
 * sandbox with a rule about any place reads all of them. `npm run whole` keeps these. Only the Node that runs the tests stays. Tests
 * that are about such folders make their own.
 */
import { homedir } from "node:os";
import { delimiter, dirname } from "node:path";

interface Around {
  /** The Node that runs the tests. */
  readonly node: string;
  readonly home: string;
  readonly isWhole: boolean;
}

/** Called by vitest once a run, before the workers get their environment. */
export function setup(): void {
  process.env.PATH = ownPath(process.env.PATH ?? "", {
    node: process.execPath,
    home: homedir(),
    isWhole: process.env.TOOLPLANE_WHOLE === "1",
  });
}

export function ownPath(path: string, { node, home, isWhole }: Around): string {
  const folders = path
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .filter((folder) => isWhole || !`${folder}/`.startsWith(`${home}/`));
  return [...new Set([dirname(node), ...folders])].join(delimiter);
}
