/** Packs every workspace that is published, as `npm publish` would. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "./run-program.ts";

export async function packAll(root: string, into: string): Promise<readonly string[]> {
  const workspaces = readdirSync(join(root, "packages"))
    .filter((name) => !isPrivate(join(root, "packages", name, "package.json")))
    .map((name) => `--workspace=packages/${name}`);
  await runProgram("npm", ["pack", ...workspaces, "--silent", "--pack-destination", into], {
    cwd: root,
  });
  return [];
}

/** Parts that only exist inside another package, such as the console's pages. */
function isPrivate(manifest: string): boolean {
  return (
    (JSON.parse(readFileSync(manifest, "utf8")) as { readonly private?: boolean }).private === true
  );
}
