/**
 * Finds what a set touches of a check: tests, the scripts of package.json, configuration, files that either names, and installed
 * packages. A second run has the base's versions of these.
 */
import { installedPart, isConfigurationPath, isTestPath } from "./name-roles.ts";
import type { CheckChange, CheckEffects } from "./run-check.ts";
import { scriptParts } from "./script-parts.ts";
import { testTail } from "./test-tail.ts";

/** One thing that a set touches. */
export interface TouchedPart {
  readonly path: string;
  readonly kind: CheckChange["kind"];
  readonly role: "test" | "script" | "configuration" | "named" | "installed";
}

export interface Touched {
  readonly parts: readonly TouchedPart[];
  /** Source files whose own tests changed: source and test cannot be parted. */
  readonly inseparable: readonly string[];
}

type Ground = Pick<CheckEffects, "readText" | "listNames">;

const MAX_FOLDERS = 200;
const MAX_TEXTS = 60;

export async function findTouched(
  changes: readonly CheckChange[],
  {
    command,
    testFiles,
    ...ground
  }: Ground & { readonly command: string; readonly testFiles: readonly string[] },
): Promise<Touched> {
  const parts = new Map<string, TouchedPart>();
  const inseparable: string[] = [];
  const add = ({ path, kind }: CheckChange, role: TouchedPart["role"]): void => {
    if (!parts.has(path)) parts.set(path, { path, kind, role });
  };
  const texts = await namingTexts(changes, { command, ...ground });
  const known = new Set(testFiles);
  for (const change of changes) {
    const { path } = change;
    const installed = installedPart(path);
    if (installed !== null) {
      if (await isOfBase(change, installed, ground))
        add({ ...change, path: installed }, "installed");
    } else if (/(?:^|\/)package\.json$/.test(path)) {
      if (await saysOther(path, ground)) add(change, "script");
    } else if (isTestPath(path) || known.has(path)) add(change, "test");
    else if (isConfigurationPath(path)) add(change, "configuration");
    else if (texts.some((text) => names(text, path))) add(change, "named");
    else if (change.kind === "changed" && (await hasOtherTests(path, ground)))
      inseparable.push(path);
  }
  return { parts: [...parts.values()], inseparable };
}

/** A package that is new to the base decides nothing about the check; a changed one, or a program, may. */
async function isOfBase(
  { kind }: CheckChange,
  installed: string,
  { readText }: Ground,
): Promise<boolean> {
  if (kind !== "added" || installed.endsWith("/.bin")) return true;
  return (await readText("base", `${installed}/package.json`)) !== null;
}

async function saysOther(path: string, { readText }: Ground): Promise<boolean> {
  const before = await readText("base", path);
  return scriptParts(before) !== scriptParts(await readText("view", path));
}

async function hasOtherTests(path: string, { readText }: Ground): Promise<boolean> {
  if (!/\.(?:rs|[cm]?[jt]sx?|py)$/.test(path)) return false;
  const before = testTail(await readText("base", path));
  return before !== null && before !== testTail(await readText("view", path));
}

interface NamingText {
  readonly folder: string;
  readonly words: ReadonlySet<string>;
}

/** Gathers all that says on the base which files a check runs: its command, scripts and configuration above what changed. */
async function namingTexts(
  changes: readonly CheckChange[],
  { command, readText, listNames }: Ground & { readonly command: string },
): Promise<readonly NamingText[]> {
  const folders = new Set([""]);
  for (const { path } of changes) {
    const steps = path.split("/").slice(0, -1);
    for (let at = 1; at <= steps.length && folders.size < MAX_FOLDERS; at += 1)
      if (!steps.includes("node_modules")) folders.add(steps.slice(0, at).join("/"));
  }
  const texts: NamingText[] = [{ folder: "", words: wordsOf(command) }];
  for (const folder of folders)
    for (const name of await listNames(folder)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const isManifest = name === "package.json";
      if (texts.length >= MAX_TEXTS || !(isManifest || isConfigurationPath(path))) continue;
      const text = await readText("base", path);
      if (text !== null)
        texts.push({ folder, words: wordsOf(isManifest ? scriptParts(text) : text) });
    }
  return texts;
}

/** True when a text names a file, with or without its ending. */
function names({ folder, words }: NamingText, path: string): boolean {
  if (folder !== "" && !path.startsWith(`${folder}/`)) return false;
  const below = folder === "" ? path : path.slice(folder.length + 1);
  return words.has(below) || words.has(below.replace(/\.[^./]+$/, ""));
}

/** Everything in a text that could be a path, as it is written and without `./`. */
function wordsOf(text: string): ReadonlySet<string> {
  const found = text.match(/[\w.@/-]+/g) ?? [];
  return new Set(found.flatMap((word) => [word, word.replace(/^(?:\.\/)+/, "")]));
}
