/** Builds and packs our packages, and installs the program and the library, each alone, as a user would get them. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installAlone } from "../../../scripts/packed/install-packed.ts";
import { packAll } from "../../../scripts/packed/pack-all.ts";
import { runProgram } from "../../../scripts/packed/run-program.ts";

export const PROGRAM = "toolplane";
export const LIBRARY = "@toolplane/library";

/** Names the folder of both installs to the children. */
const INSTALLS = "BENCH_SIZE_INSTALLS";

/** Makes them; returns what takes them away. */
export async function prepareSize(): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, "../../..");
  await runProgram("npm", ["run", "--silent", "build"], { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), "toolplane-bench-size-"));
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs);
  await packAll(root, tarballs);
  for (const name of [PROGRAM, LIBRARY]) {
    const faults = await installAlone(installOf(folder, name), { tarballs, name });
    if (faults.length > 0) throw new Error(faults.join("\n"));
  }
  process.env[INSTALLS] = folder;
  return async () => rmSync(folder, { recursive: true, force: true });
}

/** The `node_modules` of one of them. */
export function installedModules(name: string): string {
  return join(installOf(process.env[INSTALLS] ?? "", name), "node_modules");
}

function installOf(folder: string, name: string): string {
  return join(folder, name.replace("/", "-"));
}
