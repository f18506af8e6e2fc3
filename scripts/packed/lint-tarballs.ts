/**
 * `node scripts/packed/lint-tarballs.ts FILE…`: judges tarballs by two tools that others keep. publint looks at the manifest and
 * the files that it names, attw at what a compiler finds behind every entry. Prints the faults of each as one JSON list of lists.
 * A program of its own, because under the test runner attw resolves to its sources, which Node does not read there.
 */
import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { filterProblems, problemKindInfo } from "@arethetypeswrong/core/problems";
import type { ResolutionKind } from "@arethetypeswrong/core/types";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

/**
 * How our readers resolve a package. The packages are modules only: the resolution of Node 10 knows no `exports`, and `require`
 * of a module is left to the Node that does it.
 */
const RESOLUTIONS: readonly ResolutionKind[] = ["node16-esm", "bundler"];

const faults: (readonly string[])[] = [];
for (const file of process.argv.slice(2))
  faults.push(await lintTarball(new Uint8Array(readFileSync(file))));
console.log(JSON.stringify(faults));

/** Suggestions count too. */
async function lintTarball(tarball: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer } });
  const faults = messages.map(
    (message) => formatMessage(message, pkg, { color: false }) ?? message.code,
  );
  // A package that is only a program has no entry to find types behind.
  return pkg.exports === undefined ? faults : [...faults, ...(await lintTypes(tarball))];
}

async function lintTypes(tarball: Uint8Array<ArrayBuffer>): Promise<readonly string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(tarball));
  if (analysis.types === false) return ["has no types"];
  const faults = RESOLUTIONS.flatMap((resolutionKind) =>
    filterProblems(analysis, { resolutionKind }).map((problem) => {
      const at = "entrypoint" in problem ? `${problem.entrypoint} ` : "";
      return `${at}as ${resolutionKind}: ${problemKindInfo[problem.kind].shortDescription}`;
    }),
  );
  return [...new Set(faults)];
}
