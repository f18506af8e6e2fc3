import type { ImportEdge } from "../source/read-imports.ts";
import { resolveRelative } from "./judge-import.ts";

/**
 * Why a file of `test/` or `lab/` may not import this, or nothing. It sees what a user sees; what it needs of the inside of a package
 * is in that package's entries for tests, `/inside` and `/fixtures`, which are not packed.
 */
export function judgeRootTest(site: {
  readonly path: string;
  readonly edge: ImportEdge;
}): string | undefined {
  const { specifier } = site.edge;
  if (!specifier.startsWith(".")) return undefined;
  const target = resolveRelative(site.path, specifier);
  const [, name, folder] = target.split("/");
  if (!target.startsWith("packages/") || folder !== "src") return undefined;
  return `"${specifier}" reaches into packages/${name}/src: import a public entry, or @toolplane/${name}/inside`;
}
