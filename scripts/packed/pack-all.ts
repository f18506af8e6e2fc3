/**
 * Packs every package that is published. Each is packed from a copy, so that what only a checkout needs can be taken out of its
 * manifest while the tree stays as it is, also when this is killed.
 */
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { publishedPackages } from "./published-packages.ts";
import { runProgram } from "./run-program.ts";
import { stripConditions } from "./strip-conditions.ts";

export async function packAll(root: string, into: string): Promise<readonly string[]> {
  const copies = mkdtempSync(join(tmpdir(), "toolplane-copies-"));
  try {
    const folders = publishedPackages(root).map(({ folder, name }) => {
      const copy = join(copies, name);
      copyPackage(folder, copy);
      // One file for the repository, and a copy for everybody who gets a part of it.
      copyFileSync(join(root, "LICENSE"), join(copy, "LICENSE"));
      return copy;
    });
    // The build has run, and no package has scripts of its own.
    const words = ["pack", ...folders, "--silent", "--ignore-scripts", "--pack-destination", into];
    await runProgram("npm", words, { cwd: copies });
  } finally {
    rmSync(copies, { recursive: true, force: true });
  }
  return [];
}

function copyPackage(folder: string, copy: string): void {
  mkdirSync(copy, { recursive: true });
  cpSync(folder, copy, {
    recursive: true,
    filter: (path) => basename(path) !== "node_modules",
  });
  const file = join(copy, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, `${JSON.stringify(stripConditions(manifest), null, 2)}\n`);
}
