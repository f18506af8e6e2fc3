/** Builds, packs and installs our packages, as a user would get them. */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { installPacked } from "../../../scripts/packed/install-packed.ts";
import { packAll } from "../../../scripts/packed/pack-all.ts";
import { runProgram } from "../../../scripts/packed/run-program.ts";

/** Names the `node_modules` to the children. */
export const SIZE_MODULES = "BENCH_SIZE_MODULES";

/** Makes it; returns what takes it away. */
export async function prepareSize(): Promise<() => Promise<void>> {
  const root = join(import.meta.dirname, "../../..");
  await runProgram("npm", ["run", "--silent", "build"], { cwd: root });
  const folder = mkdtempSync(join(tmpdir(), "toolplane-bench-size-"));
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs);
  await packAll(root, tarballs);
  await installPacked(join(folder, "consumer"), tarballs);
  process.env[SIZE_MODULES] = join(folder, "consumer/node_modules");
  return async () => rmSync(folder, { recursive: true, force: true });
}
