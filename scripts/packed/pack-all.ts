/** Packs every workspace, as `npm publish` would. */
import { runProgram } from "./run-program.ts";

export async function packAll(root: string, into: string): Promise<readonly string[]> {
  await runProgram("npm", ["pack", "--workspaces", "--silent", "--pack-destination", into], {
    cwd: root,
  });
  return [];
}
