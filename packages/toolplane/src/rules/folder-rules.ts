/**
 * Rules that close a folder by its bare name. Such a rule is about the folder itself, so that what lies in it stays open; nearly
 * always its author meant everything below. Whoever writes one is told at once.
 */
import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { PolicyLayer, RuleReference } from "@toolplane/contract";

/** At most so many are looked at. */
const MAX_RULES = 2_000;

/** Denies and asks about files whose pattern names a folder that is there, without what lies in it. */
export function findFolderRules(
  layers: readonly PolicyLayer[],
  workspace: string | null,
): readonly RuleReference[] {
  if (workspace === null) return [];
  return layers.flatMap(({ rules, scope, file, lines }) =>
    rules.slice(0, MAX_RULES).flatMap((rule, at) => {
      const { action, permission, pattern } = rule;
      const isAboutFiles = permission === "*" || permission.startsWith("fs.");
      const name = plainName(pattern);
      if (rule.label !== undefined || action === "allow" || !isAboutFiles || name === null)
        return [];
      if (!isFolder(resolve(workspace, name))) return [];
      const line = lines?.[at];
      const source = { scope, ...(file === undefined ? {} : { file }) };
      return [{ rule, source: line === undefined ? source : { ...source, line } }];
    }),
  );
}

/** The path that a pattern without wildcards names, from the workspace; `**` in front may stand for nothing. */
function plainName(pattern: string): string | null {
  const name = pattern.replace(/^(?:\{workspace\}|\*\*|\.)\//, "");
  if (name === "" || name.endsWith("/") || /[*?{}[\]\\]/.test(name)) return null;
  return name;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch {
    return false;
  }
}
