/**
 * The analyzer of the memory host. Paths are real arithmetic over the tree and URLs are parsed the WHATWG way, but no
 * command is ever parsed: what a test wants understood it writes into a table, and every other line is opaque. So a test
 * of the road says exactly what the footprint holds, and `parser: "off"` shows what is left when nothing was understood.
 */
import { isToolError, type Resource, type ShellUnit } from "@toolplane/contract";
import type { Analysis, Analyzer, PathAnalysis, ShellAnalysis } from "@toolplane/contract/ports";
import { posixPath, readUrl } from "@toolplane/readings";
import { type CommandScript, isCommandScript, type ScriptedPath } from "./command-script.ts";
import type { MemoryTree } from "./disk/memory-tree.ts";
import { readPathText } from "./disk/read-path-text.ts";

/** The entry of a line in the table of commands: a script, its units alone, or the analysis itself. */
export type CommandReading = CommandScript | readonly ShellUnit[] | ShellAnalysis;

export interface MemoryAnalyzerOptions {
  readonly tree: MemoryTree;
  readonly cwd: string;
  readonly commands?: Readonly<Record<string, CommandReading>>;
  /** "off": every command is opaque, whatever the table says. */
  readonly parser?: "table" | "off";
}

const MAX_BELOW = 10_000;

/** Makes an analyzer over a tree and a table of commands. */
export function createMemoryAnalyzer(options: MemoryAnalyzerOptions): Analyzer {
  const { tree, cwd, commands = {}, parser = "table" } = options;
  const analyzePath = (text: string, from: string) => readPlace(tree, text, from);

  return {
    path: (text) => analyzePath(text, cwd),
    url: readUrl,
    shell(text, from) {
      if (text.trim() === "") return { ok: false, message: "a command must not be empty" };
      if (text.includes("\0")) return { ok: false, message: "a command must not hold a NUL" };
      const place = analyzePath(from ?? ".", cwd);
      if (!place.ok) return place;
      const reading = parser === "off" ? undefined : commands[text];
      const reason = parser === "off" ? "the parser is off" : "not in the table of commands";
      if (reading === undefined)
        return { ok: true, value: { units: [], resources: [], opaque: [{ text, reason }] } };
      return readCommand(reading, { at: place.value.lexical, analyzePath });
    },
    below(path) {
      const paths = tree.walk(tree.resolve(path).real).map((entry) => entry.path);
      return { paths: paths.slice(0, MAX_BELOW), complete: paths.length <= MAX_BELOW };
    },
  };
}

function readPlace(tree: MemoryTree, text: string, from: string): Analysis<PathAnalysis> {
  const path = readPathText(text, from);
  if (!path.ok) return path;
  try {
    const { lexical, real, node } = tree.resolve(path.value);
    const links = node?.kind === "file" ? tree.linksOf(node) : 1;
    const kind = node?.kind ?? "missing";
    return { ok: true, value: { lexical, real, kind, ...(links > 1 ? { links } : {}) } };
  } catch (error) {
    return { ok: false, message: isToolError(error) ? error.message : String(error) };
  }
}

interface Surroundings {
  readonly at: string;
  readonly analyzePath: (text: string, from: string) => Analysis<PathAnalysis>;
}

function readCommand(reading: CommandReading, around: Surroundings): Analysis<ShellAnalysis> {
  if ("resources" in reading) return { ok: true, value: reading };
  const script: CommandScript = isCommandScript(reading) ? reading : { units: reading };
  const units = script.units.map((unit) => placeUnit(unit, around.at));
  const resources: Resource[] = [];
  for (const { list, capability, origin, via } of pathLists(script)) {
    for (const { path, unit, tree } of list) {
      const analysis = around.analyzePath(path, around.at);
      if (!analysis.ok) return analysis;
      const { lexical, real } = analysis.value;
      resources.push({
        capability,
        path: lexical,
        real,
        origin,
        via,
        unitIndex: unit ?? 0,
        ...(tree ? { tree } : {}),
      });
    }
  }
  for (const text of script.hosts ?? []) {
    const url = readUrl(text.includes("://") ? text : `https://${text}`);
    if (!url.ok) return url;
    const { scheme, host, port } = url.value;
    const net = { capability: "net.fetch", scheme, host, port } as const;
    resources.push({ ...net, origin: "derived", via: "destination", unitIndex: 0 });
  }
  return { ok: true, value: { units, resources, opaque: script.opaque ?? [] } };
}

function pathLists(script: CommandScript) {
  const { reads = [], writes = [], redirects = {} } = script;
  const lists = (
    list: readonly (string | ScriptedPath)[],
    capability: "fs.read" | "fs.write",
    via: "operand" | "redirect",
  ) => ({
    list: list.map((entry) => (typeof entry === "string" ? { path: entry } : entry)),
    capability,
    via,
    origin: via === "redirect" ? ("direct" as const) : ("derived" as const),
  });
  return [
    lists(redirects.reads ?? [], "fs.read", "redirect"),
    lists(redirects.writes ?? [], "fs.write", "redirect"),
    lists(reads, "fs.read", "operand"),
    lists(writes, "fs.write", "operand"),
  ];
}

function placeUnit(unit: ShellUnit, at: string): ShellUnit {
  return unit.cwd === null ? unit : { ...unit, cwd: posixPath.normalize(unit.cwd, at) };
}
