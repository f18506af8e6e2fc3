/** Publishes the tarballs that were checked, each after those that it needs, so that half a release can never be installed. */
import { runProgram } from "../packed/run-program.ts";
import type { ListedPackage } from "./list-tarballs.ts";

export async function publishAll(
  packages: readonly ListedPackage[],
  folder: string,
): Promise<void> {
  for (const { name, version, tarball } of inOrder(packages)) {
    await runProgram("npm", ["publish", "--provenance", "--access", "public", tarball], {
      cwd: folder,
    });
    console.log(`published ${name} ${version}`);
  }
}

/** Those that need no other first. */
export function inOrder(packages: readonly ListedPackage[]): readonly ListedPackage[] {
  const left = [...packages];
  const done: ListedPackage[] = [];
  while (left.length > 0) {
    const at = left.findIndex(({ needs }) =>
      needs.every((need) => !left.some(({ name }) => name === need)),
    );
    if (at === -1) throw new Error(`${left.map(({ name }) => name).join(", ")} need each other`);
    done.push(...left.splice(at, 1));
  }
  return done;
}
