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
  /** The folder above it that is run as a program; null: none is. */
  programFolder(path: string): string | null;
  /** Names it there or in configuration. */
  names(path: string): boolean;
}

interface NamingText {
  readonly folder: string;
  readonly words: ReadonlySet<string>;
  /** Those that an interpreter is given to run: a folder that a linter is given is no program. */
  readonly run: ReadonlySet<string>;
  /** It is the command, or its scripts. */
  readonly isOwn: boolean;
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
  const texts = [namingText(command, { folder: "", isOwn: true })];
  for (const folder of folders)
    for (const name of await listNames(folder)) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const isManifest = name === "package.json";
      if (texts.length >= MAX_TEXTS || !(isManifest || isConfigurationName(path))) continue;
      const text = await readText("base", path);
      if (text === null) continue;
      const said = isManifest ? scriptParts(text, line) : text;
      texts.push(namingText(said, { folder, isOwn: isManifest }));
    }
  const own = texts.filter(({ isOwn }) => isOwn);
  return {
    ownNames: (path) => own.some((text) => isNamed(text, path)),
    programFolder: (path) => texts.map((text) => programIn(text, path)).find(Boolean) ?? null,
    names: (path) => texts.some((text) => isNamed(text, path)),
  };
}

function namingText(text: string, place: Pick<NamingText, "folder" | "isOwn">): NamingText {
  return { ...place, words: wordsOf(text), run: runWords(text) };
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
  if (below === null || !isFolderFile(below)) return false;
  const whole = folderOf(below);
  return whole !== "" && run.has(whole);
}

function programIn({ folder, run }: NamingText, path: string): string | null {
  const steps = path.split("/").slice(0, -1);
  const above = steps.map((_, at) => steps.slice(0, at + 1).join("/"));
  const found = above.find((one) => run.has(placeIn(folder, one) ?? ""));
  return found ?? null;
}

function placeIn(folder: string, path: string): string | null {
  if (folder === "") return path.toLowerCase();
  return path.startsWith(`${folder}/`) ? path.slice(folder.length + 1).toLowerCase() : null;
}

const INTERPRETER =
  /\b(?:node|bun|tsx|ts-node|deno run|python[\d.]*|ruby|php|perl|sh|bash)((?:\s+-\S+)*)\s+([\w.@/][\w.@/-]*)/gi;

/** What an interpreter is given first, as a path; `python -m tools.check` names it with dots. */
function runWords(text: string): ReadonlySet<string> {
  const found = [...text.matchAll(INTERPRETER)].flatMap(([, options = "", word = ""]) => {
    if (/--test\b/.test(options)) return [];
    return [...wordsOf(/-m\b/.test(options) ? word.replaceAll(".", "/") : word)];
  });
  return new Set(found);
}

/** Everything in a text that could be a path, as it is written and without `./` and a slash at its end. */
function wordsOf(text: string): ReadonlySet<string> {
  const found = text.toLowerCase().match(/[\w.@/-]+/g) ?? [];
  return new Set(
    found.flatMap((word) => [word, word.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "")]),
  );
}
