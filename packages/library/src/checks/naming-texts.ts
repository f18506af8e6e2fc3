/**
 * Gathers what says on the base which files a check runs: its command and scripts, and configuration above what changed. A text names a
 * file with or without its ending, and by the folder that it stands for; letter case does not matter.
 */
import type { SetChange } from "./expand-folders.ts";
import { folderOf, isConfigurationName } from "./name-roles.ts";
import { isFolderFile } from "./read-project.ts";
import type { CheckEffects } from "./run-check.ts";
import { scriptParts } from "./script-parts.ts";

export interface NamingTexts {
  /** Names it, or has it run with its folder, in the command or a script that it runs. */
  ownNames(path: string): boolean;
  /** Names it there or in configuration. */
  names(path: string): boolean;
}

interface NamingText {
  readonly folder: string;
  readonly words: ReadonlySet<string>;
  /** Those that a program may be given to run, of the command and its scripts; null in configuration. */
  readonly run: ReadonlySet<string> | null;
}

const MAX_FOLDERS = 200;
const MAX_TEXTS = 60;

export async function namingTexts(
  changes: readonly SetChange[],
  {
    command,
    line,
    readText,
    listNames,
  }: Pick<CheckEffects, "readText" | "listNames"> & {
    readonly command: string;
    /** The command where its scripts are known by it; null: any script may be one of them. */
    readonly line: string | null;
  },
): Promise<NamingTexts> {
  const folders = new Set([""]);
  for (const path of changes.flatMap(({ names }) => names)) {
    const steps = path.split("/").slice(0, -1);
    for (let at = 1; at <= steps.length && folders.size < MAX_FOLDERS; at += 1)
      if (!steps.includes("node_modules") && !steps.includes(".git"))
        folders.add(steps.slice(0, at).join("/"));
  }
  const texts: NamingText[] = [
    { folder: "", words: wordsOf(command), run: runWords(command, line) },
  ];
  for (const folder of folders)
    for (const name of await listNames(folder)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const isManifest = name === "package.json";
      if (texts.length >= MAX_TEXTS || !(isManifest || isConfigurationName(path))) continue;
      const text = await readText("base", path);
      if (text === null) continue;
      const said = isManifest ? scriptParts(text, line) : text;
      const run = isManifest ? runWords(said, line) : null;
      texts.push({ folder, words: wordsOf(said), run });
    }
  const own = texts.filter(({ run }) => run !== null);
  return {
    ownNames: (path) => own.some((text) => isNamed(text, path)),
    names: (path) => texts.some((text) => isNamed(text, path)),
  };
}

function isNamed(text: NamingText, path: string): boolean {
  return namesIn(text, path) || runsFolder(text, path);
}

function namesIn({ folder, words }: NamingText, path: string): boolean {
  const below = placeIn(folder, path);
  if (below === null) return false;
  const bare = below.replace(/\.[^./]+$/, "");
  return [below, bare, bare.replaceAll("/", ".")].some((name) => words.has(name));
}

/** `node tools/check` runs `tools/check/index.js`. */
function runsFolder({ folder, run }: NamingText, path: string): boolean {
  const below = placeIn(folder, path);
  if (run === null || below === null || !isFolderFile(below)) return false;
  const whole = folderOf(below);
  return whole !== "" && [whole, whole.replaceAll("/", ".")].some((name) => run.has(name));
}

function placeIn(folder: string, path: string): string | null {
  if (folder === "") return path.toLowerCase();
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).toLowerCase() : null;
}

/** A folder that linters and runners are given is not run as a program. Where nobody knows what the line does, it may be. */
function runWords(text: string, line: string | null): ReadonlySet<string> {
  if (line === null) return wordsOf(text);
  const found = text.matchAll(
    /\b(?:node|bun|tsx|ts-node|deno run|python[\d.]*|ruby|php|perl)((?:\s+[\w.@/-]+)+)/gi,
  );
  return new Set([...found].flatMap(([, words = ""]) => [...wordsOf(words)]));
}

/** Everything in a text that could be a path, as it is written and without `./` and a slash at its end. */
function wordsOf(text: string): ReadonlySet<string> {
  const found = text.toLowerCase().match(/[\w.@/-]+/g) ?? [];
  return new Set(
    found.flatMap((word) => [word, word.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "")]),
  );
}
