/**
 * `npm run packed`: tries what a stranger gets. Builds, packs every package and checks the tarballs, installs them together in a
 * folder of their own and the library alone in another, uses them there on the oldest Node that is promised and on the newest, and
 * tries a Node that is too old. Needs the registry, so it is no part of `npm test`.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkLibraryAlone } from "./packed/check-library-alone.ts";
import { checkTarballs } from "./packed/check-tarballs.ts";
import { checkTypes } from "./packed/check-types.ts";
import { checkUse } from "./packed/check-use.ts";
import { installNodes } from "./packed/install-nodes.ts";
import { installAlone, installPacked } from "./packed/install-packed.ts";
import { packAll } from "./packed/pack-all.ts";
import { runProgram } from "./packed/run-program.ts";

const root = join(import.meta.dirname, "..");
const folder = mkdtempSync(join(tmpdir(), "toolplane-packed-"));
const faults: string[] = [];

try {
  await step("build", async () => {
    await runProgram("npm", ["run", "--silent", "build"], { cwd: root });
    return [];
  });
  const tarballs = join(folder, "tarballs");
  mkdirSync(tarballs);
  await step("pack", () => packAll(root, tarballs));
  await step("tarballs", () => checkTarballs(tarballs));
  const consumer = join(folder, "consumer");
  await step("install", () => installPacked(consumer, tarballs));
  const alone = join(folder, "alone");
  await step("install the library alone", () =>
    installAlone(alone, { tarballs, name: "@toolplane/library" }),
  );
  await step("types", () => checkTypes(root, consumer));
  const nodes = await installNodes(join(folder, "nodes"));
  for (const node of nodes) {
    const title = node.isTooOld ? `Node ${node.version}, too old` : `Node ${node.version}`;
    await step(title, () => checkUse({ node, consumer, folder }));
    if (!node.isTooOld)
      await step(`${title}, the library alone`, () =>
        checkLibraryAlone({ node, consumer: alone, folder }),
      );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(faults.length === 0 ? "packed: all well" : `packed: ${faults.length} faults`);
console.log(JSON.stringify({ faults: faults.length }));
process.exitCode = faults.length === 0 ? 0 : 1;

async function step(name: string, run: () => Promise<readonly string[]>): Promise<void> {
  const started = performance.now();
  const found = await run().catch((error: unknown) => [String(error)]);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${found.length === 0 ? "ok  " : "FAIL"} ${name}, ${seconds} s`);
  for (const fault of found) console.log(`     ${fault.replaceAll("\n", "\n     ")}`);
  faults.push(...found);
}
