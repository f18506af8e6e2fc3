/** Notes what a command's operands touch, by its program's row. */
import type { Provenance } from "@toolplane/contract";
import type { PathAnalysis } from "@toolplane/contract/ports";
import { trimEnd } from "@toolplane/readings";
import type { Operands, ProgramRow } from "../../knowledge/program-row.ts";
import { isMode } from "../../knowledge/programs.ts";
import type { CommandContext, Scope } from "../../line/command-context.ts";
import { addHost, addUrl } from "../../resources/add-destination.ts";
import { addFile, addPath, type FileUse } from "../../resources/add-file.ts";
import { addLooseWords } from "../../resources/add-loose-words.ts";
import { type ExpandedWord, literalWord } from "../../words/expanded-word.ts";
import { derived } from "./option-effects.ts";
import type { Scanned } from "./scan-options.ts";

/** Where and as what operands are written down. */
export interface OperandPlan {
  readonly row: ProgramRow;
  readonly scanned: Scanned;
  readonly scope: Scope;
  readonly unitIndex: number;
}

/** Writes down what the operands touch. */
export function applyOperands(context: CommandContext, plan: OperandPlan): void {
  const { row, scanned } = plan;
  const has = (wanted: string) => scanned.options.some(({ meaning }) => meaning === wanted);
  const recursive = has("recursive") || scanned.options.some(descends);
  const into = scanned.options.find(({ meaning }) => meaning === "into")?.value;
  const given = afterSkipped(context, plan);
  const kind = kindOf(row.operands, { has, recursive });
  if (given.length === 0 && (row.absent === "always" || (row.absent && recursive)))
    return void applyOne(context, literalWord("."), kind, plan);
  if (kind === "host") return void applyHosts(context, given, plan);
  if (kind === "unpack" && !has("spares")) addUnpacked(context, plan);
  const goes = (kind === "copy" || kind === "move" || kind === "remote") && !has("creates");
  const target = into ?? (goes && given.length > 1 ? given.at(-1) : undefined);
  const sources = into || !target ? given : given.slice(0, -1);
  const found = sources.flatMap((word, index) => {
    const own = kind === "pack" ? (index === 0 ? "write" : "read-tree") : kind;
    return applyOne(context, word, own, plan, kind === "pack" ? false : recursive) ?? [];
  });
  if (!target) return;
  if (kind === "remote" && isRemote(target)) applyOne(context, target, kind, plan);
  else applyTarget(context, target, { plan, sources, found, whole: kind === "move" || recursive });
}

/** With an option that only lists, what would be read is listed; with one that spares, what would be rewritten is read. */
function kindOf(
  kind: Operands,
  { has, recursive }: { readonly has: (meaning: string) => boolean; readonly recursive: boolean },
): Operands {
  if (has("creates")) return "write";
  if (has("lists")) return "listed-tree";
  if (kind === "rewrite" && has("spares")) return "read";
  if (recursive && kind === "read") return "read-tree";
  return recursive && kind === "listed" ? "listed-tree" : kind;
}

/** Every operand that is not skipped; a skipped word that may become several is not known well enough. */
function afterSkipped(
  context: CommandContext,
  { row, scanned: { options, operands } }: OperandPlan,
): readonly ExpandedWord[] {
  const isGiven = options.some(({ meaning }) => /^(?:subject|subject-file|lists)$/.test(meaning));
  const first = operands[0];
  // `chmod -w x`: a mode that looks like an option.
  const fits =
    !row.names.startsWith("chmod") ||
    options.length === 0 ||
    isMode(first?.text ?? "") ||
    options.some(({ meaning }) => meaning === "recursive");
  const skip = isGiven || !fits ? 0 : (row.skip ?? 0);
  for (const word of operands.slice(0, skip))
    if (word.dynamic && word.splits && !word.pipe)
      context.reading.addUnknown(word.text, "it may become several words, and name files");
  return operands.slice(skip);
}

/** `grep -d recurse`. */
function descends({ name, value }: Scanned["options"][number]): boolean {
  return /^(?:-d|--directories)$/.test(name) && /^rec/.test(value?.text ?? "");
}

/** Options of many programs with which links are followed. */
const FOLLOWS = /^(?:-[LRhk]|--(?:follow|deref|copy-).*)$/;

/** One operand; gives what it was resolved to, of a file. */
function applyOne(
  context: CommandContext,
  word: ExpandedWord,
  kind: Operands,
  plan: OperandPlan,
  recursive = false,
): readonly PathAnalysis[] | undefined {
  const provenance = derived("operand", plan.unitIndex);
  const follows =
    plan.row.reader === "ssh" ||
    plan.row.operands === "pack" ||
    plan.scanned.options.some(({ name }) => FOLLOWS.test(name));
  const file = { provenance, scope: plan.scope, follows };
  const net: Provenance = { ...provenance, via: "destination" };
  if (word.text === "-" && !word.dynamic) return undefined;
  switch (kind) {
    case "read":
    case "read-tree":
    case "copy":
      return addFile(context, word, {
        ...file,
        access: "read",
        tree: kind === "read-tree" || recursive,
      });
    case "name":
      return addFile(context, word, { ...file, access: "read", look: "name" });
    case "listed":
    case "listed-tree":
      return addFile(context, word, {
        ...file,
        access: "read",
        look: "list",
        tree: kind === "listed-tree",
      });
    case "write":
      return addFile(context, word, { ...file, access: "write", tree: recursive });
    case "rewrite":
    case "unpack":
      addFile(context, word, { ...file, access: "read" });
      return addFile(context, word, { ...file, access: "write" });
    case "move":
      addFile(context, word, { ...file, access: "read", tree: true });
      return addFile(context, word, { ...file, access: "write", tree: true });
    case "remote":
      return applyRemote(context, word, { ...file, access: "read", tree: true });
    case "url":
      addLooseWords(context, { ...file, words: [word] });
      addUrl(context, word, { provenance: net, fallback: "http" });
      return undefined;
    case "words":
      addLooseWords(context, { ...file, words: [word], mayWrite: true });
      return undefined;
    default:
      return undefined;
  }
}

/** Hosts, each with the port that may follow it; of `dig` the server behind a sign, and no types of records. */
function applyHosts(
  context: CommandContext,
  words: readonly ExpandedWord[],
  { unitIndex, scope }: OperandPlan,
): void {
  const provenance = derived("destination", unitIndex);
  addLooseWords(context, { words, provenance: derived("operand", unitIndex), scope });
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]?.text ?? "";
    const port = /^\d{1,5}$/.test(next)
      ? { scheme: "tcp", port: Number(next) }
      : { scheme: "https" };
    if (word.dynamic || !/^(?:\d+|\+.*|[A-Z]{1,6})$/.test(word.text))
      addHost(context, { ...word, text: word.text.replace(/^@/, "") }, { provenance, ...port });
  }
}

/** While nothing holds a command, it may write anything in the folder it unpacks into. */
export function addUnpacked(
  context: CommandContext,
  { scope, unitIndex }: Pick<OperandPlan, "scope" | "unitIndex">,
): void {
  if (!context.world.exposed) return;
  const provenance = derived("operand", unitIndex);
  addFile(context, literalWord("."), { provenance, scope, access: "write", tree: true });
  context.reading.addUnknown(".", "it writes files whose names stand in what it unpacks");
}

/** `host:path` and `rsync://host/…` are elsewhere; anything else is a file here. */
function applyRemote(
  context: CommandContext,
  word: ExpandedWord,
  use: FileUse,
): readonly PathAnalysis[] | undefined {
  const provenance: Provenance = { ...use.provenance, via: "destination" };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word.text)) {
    addUrl(context, word, { provenance, fallback: "ssh" });
    return undefined;
  }
  const remote = /^([^/:]+|[^/]*@\[[^\][]*\]|\[[^\][]*\]):/.exec(word.text)?.[1];
  if (remote === undefined) return addFile(context, word, use);
  addHost(context, { ...word, text: remote }, { provenance, scheme: "ssh" });
  return undefined;
}

interface Copied {
  readonly plan: OperandPlan;
  readonly sources: readonly ExpandedWord[];
  readonly found: readonly PathAnalysis[];
  /** Folders go with everything below them. */
  readonly whole: boolean;
}

/** The place that sources go to: itself, and what they become inside it. */
function applyTarget(
  context: CommandContext,
  target: ExpandedWord,
  { plan, sources, found, whole }: Copied,
): void {
  const provenance = derived("operand", plan.unitIndex);
  const use = { provenance, scope: plan.scope, access: "write" as const };
  for (const place of addFile(context, target, use)) {
    const names = sources.flatMap(({ dynamic, text }) => (dynamic ? [] : [lastName(text)]));
    if (place.kind === "directory")
      for (const name of new Set([...names, ...found.map(({ lexical }) => lastName(lexical))]))
        if (!/^\.{0,2}$/.test(name)) addPath(context, `${place.lexical}/${name}`, use);
    for (const source of found)
      if (whole && source.kind === "directory") addCopiedTree(context, { place, source, use });
  }
}

/** Everything below a source lands below the target: protected names inside it count. */
function addCopiedTree(
  { world, reading }: CommandContext,
  {
    place,
    source,
    use,
  }: { readonly place: PathAnalysis; readonly source: PathAnalysis; readonly use: FileUse },
): void {
  const below = world.below?.(source.real);
  const paths = below?.paths.map((path) => place.lexical + path.slice(source.real.length));
  reading.addResource({
    capability: "fs.write",
    path: place.lexical,
    real: place.real,
    tree: true,
    ...(paths ? { entries: { paths, complete: below?.complete ?? false } } : {}),
    ...use.provenance,
  });
}

function isRemote({ text }: ExpandedWord): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|[^/:]+:|[^/]*@\[)/i.test(text);
}

function lastName(path: string): string {
  return trimEnd(path, "/").split("/").at(-1) ?? "";
}
