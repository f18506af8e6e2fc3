import type { ImportEdge } from "../source/read-imports.ts";
import { isTestFile } from "../source/source-file.ts";
import type { Floors } from "./floors.ts";
import { resolveRelative } from "./judge-import.ts";

/**
 * Why a file of `test/` or `lab/` may not import this, or nothing. A test there sees what a user sees; one that needs the inside of a
 * package lies beside that source. Fixtures are made for tests, so any test may have them.
 */
export function judgeRootTest(
  floors: Floors,
  site: { readonly path: string; readonly edge: ImportEdge },
): string | undefined {
  const { specifier } = site.edge;
  if (!specifier.startsWith(".")) return undefined;
  const target = resolveRelative(site.path, specifier);
  const [, name, folder] = target.split("/");
  if (!target.startsWith("packages/") || folder !== "src" || isTestFile(target)) return undefined;
  const excused = Object.keys(floors.rootTests.mayReachInto);
  if (excused.some((place) => site.path.startsWith(place))) return undefined;
  return `"${specifier}" reaches into packages/${name}/src: import a public entry, or put this test beside that source`;
}
