/**
 * A repository at a glance: how many files of which language, the folders, and what the main files define. Files come from the
 * same list as `glob` and are read by the same door as `read`: what is ignored or denied is not counted, named or outlined.
 */
import { defineTool, type FsReadDoor, isToolError, output, type Tool } from "@toolplane/contract";
import { escapeHidden, isBelow, posixPath } from "@toolplane/readings";
import { folderTree } from "./folder-tree.ts";
import { languageOf } from "./languages.ts";
import type { OutlineInput, OutlineSymbol, Outlines } from "./outline.ts";
import { outlineModule } from "./outline-module.ts";

export interface RepoOverviewArguments {
  readonly path?: string;
  readonly depth?: number;
  readonly outline?: boolean;
}

const MAX_FILES = 50_000;
const DEFAULT_DEPTH = 3;
const MAX_TREE_LINES = 300;
const MAX_LANGUAGES = 15;
const OUTLINED_FILES = 40;
const MAX_FILE_BYTES = 200_000;
const MAX_SYMBOLS_PER_FILE = 40;
const MAX_OUTLINE_LINES = 500;
const OUTLINE_MS = 15_000;

/** The tool `repo_overview`. Its data is a text of three parts. */
export const repoOverviewTool: Tool<RepoOverviewArguments, string> = defineTool({
  id: "repo_overview",
  label: "Repository overview",
  description: [
    "Shows a repository or a folder at a glance: languages, the tree of folders with how many files each holds, and an outline (functions, classes, types) of its main files.",
    "Ignored files are left out. Name a folder as path to see more of it.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      path: { type: "string", description: "The folder. Default: the workspace." },
      depth: {
        type: "integer",
        minimum: 1,
        maximum: 10,
        description: `How many levels of folders to show. Default: ${DEFAULT_DEPTH}.`,
      },
      outline: { type: "boolean", description: "Outline the main files. Default: true." },
    },
    additionalProperties: false,
  },
  requires: { fs: { read: ["/**"] }, capabilities: ["compute"] },
  resources: { path: { access: "fs.read", tree: true, default: "." } },
  mode: "read",
  kind: "read",
  repeatable: true,
  limits: { timeoutMs: 60_000 },
  execute: async ({ path = ".", depth = DEFAULT_DEPTH, outline = true }, { fs, compute }) => {
    const found = await fs.glob({ pattern: "**/*", path, limit: MAX_FILES });
    const root = found.root ?? "";
    const paths = found.paths.map((each) => below(each, root));
    const files = new Map(paths.map((short, at) => [short, found.paths[at] ?? short]));
    const parts = [
      showLanguages(paths, found.truncated),
      ["Folders:", ...folderTree(paths, { depth, maxLines: MAX_TREE_LINES })],
      outline
        ? await showOutline(fs, { paths, files, run: (input) => runOutline(compute, input) })
        : [],
    ];
    return output(
      parts
        .filter((lines) => lines.length > 0)
        .map((lines) => lines.join("\n"))
        .join("\n\n"),
      { details: { files: paths.length, truncated: found.truncated } },
    );
  },
});

function below(path: string, root: string): string {
  return root !== "" && isBelow(path, root) ? posixPath.below(root, path) : path;
}

function showLanguages(paths: readonly string[], truncated: boolean): readonly string[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const name = languageOf(path)?.name ?? "other";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(
    ([left, few], [right, many]) => many - few || (left < right ? -1 : 1),
  );
  const shown = sorted.slice(0, MAX_LANGUAGES).map(([name, count]) => `${name} ${count}`);
  const more = sorted.length > MAX_LANGUAGES ? ` and ${sorted.length - MAX_LANGUAGES} more` : "";
  const files = paths.length === 1 ? "1 file" : `${paths.length} files`;
  const all = truncated ? `the ${paths.length} newest files of more` : files;
  return [`${all}: ${shown.join(", ") || "none"}${more}`];
}

async function showOutline(
  fs: FsReadDoor,
  from: {
    readonly paths: readonly string[];
    readonly files: ReadonlyMap<string, string>;
    readonly run: (input: OutlineInput) => Promise<Outlines>;
  },
): Promise<readonly string[]> {
  const chosen = chooseFiles(from.paths, OUTLINED_FILES);
  const read: { readonly path: string; readonly grammar: string; readonly text: string }[] = [];
  for (const { path, grammar } of chosen) {
    const text = await readText(fs, from.files.get(path) ?? path);
    if (text !== null) read.push({ path, grammar, text });
  }
  if (read.length === 0) return [];
  const outlines = await from.run({
    files: read.map(({ grammar, text }) => ({ grammar, text })),
    maxSymbols: MAX_SYMBOLS_PER_FILE,
  });
  const lines = read.flatMap(({ path }, at) => showSymbols(path, outlines[at] ?? null));
  if (lines.length === 0) return [];
  const left = lines.length - MAX_OUTLINE_LINES;
  return [
    "Outline (line, what, name):",
    ...lines.slice(0, MAX_OUTLINE_LINES),
    ...(left > 0 ? [`… ${left} more lines`] : []),
  ];
}

function showSymbols(path: string, symbols: readonly OutlineSymbol[] | null): readonly string[] {
  if (symbols === null || symbols.length === 0) return [];
  const more = symbols.length >= MAX_SYMBOLS_PER_FILE ? ["  …"] : [];
  return [
    escapeHidden(path),
    ...symbols.map(
      ({ line, depth, kind, name }) =>
        `  ${"  ".repeat(depth)}${line} ${kind} ${escapeHidden(name)}`,
    ),
    ...more,
  ];
}

/** Runs the outline. One that breaks or takes too long costs itself: the rest of the overview is given without it. */
async function runOutline(
  compute: (module: string, input: unknown, options?: { timeoutMs?: number }) => Promise<unknown>,
  input: OutlineInput,
): Promise<Outlines> {
  try {
    return (await compute(outlineModule(), input, { timeoutMs: OUTLINE_MS })) as Outlines;
  } catch (error) {
    if (isToolError(error) && error.code === "cancelled") throw error;
    return [];
  }
}

/** A file that went away, is denied or is no text is left out. */
async function readText(fs: FsReadDoor, path: string): Promise<string | null> {
  try {
    const { bytes, size } = await fs.read(path, { offset: 0, length: MAX_FILE_BYTES });
    return size > MAX_FILE_BYTES || bytes.includes(0) ? null : new TextDecoder().decode(bytes);
  } catch (error) {
    if (isToolError(error) && error.code !== "cancelled") return null;
    throw error;
  }
}

const FIRST = /^(?:index|main|mod|lib|app|server|cli|__init__|__main__)\.[^.]+$/;
const LESS =
  /(?:^|\/)(?:tests?|__tests__|spec|examples?|fixtures?|vendor|third_party|dist|build)\/|[._-](?:test|spec)\.[^/]+$|(?:^|\/)test_[^/]+$|\.min\.js$|\.d\.ts$/;

interface ChosenFile {
  readonly path: string;
  readonly grammar: string;
}

/** Chooses files worth an outline: those by which a reader would begin, then the shallow ones. */
function chooseFiles(paths: readonly string[], most: number): readonly ChosenFile[] {
  return paths
    .flatMap((path) => {
      const grammar = languageOf(path)?.grammar;
      return grammar === undefined ? [] : [{ path, grammar, rank: rankOf(path) }];
    })
    .sort((left, right) => left.rank - right.rank || (left.path < right.path ? -1 : 1))
    .slice(0, most)
    .map(({ path, grammar }) => ({ path, grammar }));
}

function rankOf(path: string): number {
  const steps = path.split("/");
  const begins = FIRST.test(steps.at(-1) ?? "") ? 0 : 3;
  return steps.length + begins + (LESS.test(path) ? 100 : 0);
}
