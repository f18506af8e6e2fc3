/**
 * Finds rules that close a folder by its bare name. Such a rule is about the folder itself, so that what lies in it stays open;
 * nearly always its author meant everything below. The author gets a warning at once.
 */
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import type { PolicyLayer, PolicyRule, RuleReference } from "@toolplane/contract";
import {
  compilePathAlternative,
  expandBraces,
  foldText,
  type PathAlternative,
} from "@toolplane/readings";
import { isAboutFiles } from "./is-about-files.ts";

/** At most so many are looked at. */
const MAX_RULES = 2_000;
/** Folders that are looked at, the nearest first. Installed folders and git's own are not the project's work. */
const MAX_FOLDERS = 2_000;
const NOT_OWN: ReadonlySet<string> = new Set([".git", "node_modules"]);

interface FolderRule {
  readonly reference: RuleReference;
  readonly alternatives: readonly PathAlternative[];
}

/** Denies and asks about files whose pattern names a folder that is there, without what lies in it. */
export function findFolderRules(
  layers: readonly PolicyLayer[],
  workspace: string | null,
): readonly RuleReference[] {
  if (workspace === null) return [];
  const rules = layers.flatMap((layer) => readLayer(layer, workspace));
  if (rules.length === 0) return [];
  const found = new Set<FolderRule>();
  for (const folder of foldersBelow(workspace)) {
    const path = foldText(folder);
    for (const rule of rules)
      if (rule.alternatives.some((pattern) => pattern.test(path) && !pattern.test(`${path}/x`)))
        found.add(rule);
  }
  return rules.filter((rule) => found.has(rule)).map(({ reference }) => reference);
}

function readLayer(
  { rules, scope, file, lines }: PolicyLayer,
  workspace: string,
): readonly FolderRule[] {
  return rules.slice(0, MAX_RULES).flatMap((rule, at) => {
    if (rule.label !== undefined || !closesByName(rule)) return [];
    const alternatives = alternativesOf(rule.pattern, workspace);
    if (alternatives.length === 0) return [];
    const line = lines?.[at];
    const source = { scope, ...(file === undefined ? {} : { file }) };
    const reference = { rule, source: line === undefined ? source : { ...source, line } };
    return [{ reference, alternatives }];
  });
}

function closesByName({ action, permission }: PolicyRule): boolean {
  return action !== "allow" && isAboutFiles(permission);
}

/** As rules are read: from the workspace, or from anywhere. Only where the last name is written out. */
function alternativesOf(pattern: string, workspace: string): readonly PathAlternative[] {
  const own = pattern.replace(/^\{workspace\}(?=\/)/, workspace).replace(/^\.\//, "");
  const whole = own.startsWith("/") ? own : `${own.startsWith("**") ? "" : workspace}/${own}`;
  const texts = expandBraces(whole);
  if (!texts.ok) return [];
  return texts.value.flatMap((text) => {
    if (text.endsWith("/") || /[*?\\{}]/.test(basename(text))) return [];
    const compiled = compilePathAlternative(foldText(text));
    return compiled.ok ? [compiled.value] : [];
  });
}

function foldersBelow(root: string): readonly string[] {
  const found = [root];
  for (let at = 0; at < found.length && found.length < MAX_FOLDERS; at += 1)
    found.push(...foldersIn(found[at] as string));
  return found.slice(1, MAX_FOLDERS);
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !NOT_OWN.has(entry.name))
      .map(({ name }) => join(folder, name));
  } catch {
    return [];
  }
}
