/**
 * `npm run release -- --dry-run`: builds and packs everything, checks it, and lists exactly what would go out. Without `--dry-run` it
 * publishes, and only from a runner that can say by which commit and workflow it was built. The last line is one JSON object.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkTarballs } from "./packed/check-tarballs.ts";
import { packAll } from "./packed/pack-all.ts";
import { runProgram } from "./packed/run-program.ts";
import { readOptions } from "./read-options.ts";
import { checkRelease } from "./release/check-release.ts";
import { listTarballs } from "./release/list-tarballs.ts";
import { publishAll } from "./release/publish-all.ts";

const root = join(import.meta.dirname, "..");
process.exitCode = await main();

async function main(): Promise<number> {
  const { values } = readOptions("npm run release -- [--dry-run] [--all] [--tag NAME]", {
    options: {
      "dry-run": { type: "boolean", default: false },
      tag: { type: "string" },
      all: { type: "boolean", default: false },
    },
  });
  const isDry = values["dry-run"];
  const folder = mkdtempSync(join(tmpdir(), "toolplane-release-"));
  try {
    const faults = [...checkRelease(root, { tag: values.tag ?? null, isDry })];
    await runProgram("npm", ["run", "--silent", "build"], { cwd: root });
    await packAll(root, folder);
    faults.push(...(await checkTarballs(folder)));
    const packages = await listTarballs(folder);
    for (const { name, version, files, packedBytes, bytes, settings } of packages) {
      console.log(
        `${name} ${version}  ${files.length} files, ${kilo(packedBytes)} packed, ${kilo(bytes)} installed`,
      );
      console.log(`  ${settings.join(", ")}`);
      const shown = values.all ? files : files.slice(0, 8);
      for (const file of shown) console.log(`  ${kilo(file.bytes).padStart(9)}  ${file.path}`);
      if (shown.length < files.length)
        console.log(`             and ${files.length - shown.length} more: --all lists them`);
    }
    for (const fault of faults) console.error(`! ${fault}`);
    const isPublished = faults.length === 0 && !isDry;
    if (isPublished) await publishAll(packages, folder);
    console.log(
      JSON.stringify({
        packages: packages.length,
        files: packages.reduce((sum, { files }) => sum + files.length, 0),
        bytes: packages.reduce((sum, { packedBytes }) => sum + packedBytes, 0),
        faults: faults.length,
        published: isPublished,
      }),
    );
    return faults.length === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function kilo(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
