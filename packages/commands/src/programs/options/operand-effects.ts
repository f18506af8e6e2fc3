/** What the operands of a command are, by the row of its program. */

import type { PathAnalysis } from "@toolplane/contract/ports";
import { trimEnd } from "@toolplane/readings";
import type { OperandSpec } from "../../knowledge/book/program-spec.ts";
import type { CommandContext, Scope } from "../../line/command-context.ts";
import { addHost, addUrl } from "../../resources/add-destination.ts";
import { addFile, addPath } from "../../resources/add-file.ts";
import { addLooseWords } from "../../resources/add-loose-words.ts";
import type { NameFilter } from "../../resources/name-test.ts";
import { type ExpandedWord, literalWord } from "../../words/expanded-word.ts";
import { derived } from "./option-effects.ts";
import type { GivenOption, Scanned } from "./scan-options.ts";

/** Where and as what operands are written down. */
export interface OperandPlan {
  readonly operands: OperandSpec;
  readonly scanned: Scanned;
  readonly scope: Scope;
  readonly unitIndex: number;
  /** Links in a tree are followed. */
  readonly follows?: boolean;
  /** Which files of a tree are read. */
  readonly only?: NameFilter | undefined;
}

/** Writes down what the operands touch. */
export function applyOperands(context: CommandContext, plan: OperandPlan): void {
  const { scanned } = plan;
  const spec = softened(plan);
  if (spec.unless?.test(scanned.operands.map(({ text }) => text).join(" "))) return;
  const has = (meaning: string) => scanned.options.some((option) => option.meaning === meaning);
  const recursive = has("recursive") || scanned.options.some(descends);
  const creates = has("creates");
  const words = afterSkipped(context, plan);
  if (words.length === 0 && spec.absent && (recursive || spec.absent.when === undefined)) {
    applyOne(context, literalWord(spec.absent.text), widened(spec.absent.as, recursive), plan);
    return;
  }
  if (spec.as === "host-port") {
    applyConnection(context, words, plan);
    return;
  }
  const into = scanned.options.find((option) => option.meaning === "into")?.value;
  const target = into ?? (spec.last && words.length > 1 ? words.at(-1) : undefined);
  const sources = into || !target ? words : words.slice(0, -1);
  const found: PathAnalysis[] = [];
  for (const [index, word] of sources.entries()) {
    const only = sources.length === 1 && !target ? spec.single : undefined;
    const meaning = creates ? "write" : (only ?? (index === 0 ? spec.first : undefined) ?? spec.as);
    found.push(...(applyOne(context, word, widened(meaning, recursive), plan) ?? []));
  }
  if (!target) return;
  if (spec.last !== "write" || creates) {
    applyOne(context, target, creates ? "write" : widened(spec.last ?? "none", recursive), plan);
    return;
  }
  applyTarget(context, target, { plan, sources, found, recursive });
}

/** With an option that only lists, what would be read is listed; with one that spares, what would be rewritten is read. */
function softened({ operands, scanned }: OperandPlan): OperandSpec {
  const has = (wanted: string) => scanned.options.some(({ meaning }) => meaning === wanted);
  if (operands.as === "rewrite" && has("spares")) return { ...operands, as: "read" };
  if (!has("lists")) return operands;
  const { absent } = operands;
  return {
    ...operands,
    as: "listed-tree",
    ...(absent ? { absent: { ...absent, as: "listed-tree" } } : {}),
  };
}

/** Every operand that is not skipped; a skipped word that may become several is not known well enough. */
function afterSkipped(
  context: CommandContext,
  { operands: spec, scanned }: OperandPlan,
): readonly ExpandedWord[] {
  const isGiven = scanned.options.some(
    ({ meaning }: GivenOption) =>
      meaning === "subject" || meaning === "subject-file" || meaning === "lists",
  );
  const first = scanned.operands[0];
  const fits = !spec.skipWhen || (first !== undefined && spec.skipWhen.test(first.text));
  const skip = isGiven || !fits ? 0 : (spec.skip ?? 0);
  for (const word of scanned.operands.slice(0, skip))
    if (word.dynamic && word.splits && !word.pipe)
      context.reading.addUnknown(word.text, "it may become several words, and name files");
  return scanned.operands.slice(skip);
}

/** `grep -d recurse`. */
function descends({ name, value }: GivenOption): boolean {
  return /^(?:-d|--directories)$/.test(name) && /^rec/.test(value?.text ?? "");
}

const WHOLE: Readonly<Partial<Record<OperandSpec["as"], OperandSpec["as"]>>> = {
  read: "read-tree",
  write: "write-tree",
  listed: "listed-tree",
};

function widened(meaning: OperandSpec["as"], recursive: boolean): OperandSpec["as"] {
  return (recursive ? WHOLE[meaning] : undefined) ?? meaning;
}

function applyOne(
  context: CommandContext,
  word: ExpandedWord,
  meaning: OperandSpec["as"],
  plan: OperandPlan,
): readonly PathAnalysis[] | undefined {
  const provenance = derived("operand", plan.unitIndex);
  const file = { provenance, scope: plan.scope };
  const net = derived("destination", plan.unitIndex);
  if (word.text === "-" && !word.dynamic && meaning !== "config") return undefined;
  switch (meaning) {
    case "read":
    case "read-tree":
      // `gcc @file`, `java @file`: a file of further words.
      if (word.text.startsWith("@")) addLooseWords(context, { ...file, words: [word] });
      return addFile(context, word, {
        ...file,
        access: "read",
        tree: meaning === "read-tree",
        only: plan.only,
        follows: plan.follows,
      });
    case "name":
      return addFile(context, word, { ...file, access: "read", look: "name" });
    case "listed":
    case "listed-tree":
      return addFile(context, word, {
        ...file,
        access: "read",
        look: "list",
        tree: meaning === "listed-tree",
      });
    case "write":
    case "write-tree":
      return addFile(context, word, { ...file, access: "write", tree: meaning === "write-tree" });
    case "rewrite":
      addFile(context, word, { ...file, access: "read" });
      return addFile(context, word, { ...file, access: "write" });
    case "move":
      addFile(context, word, { ...file, access: "read", tree: true, follows: plan.follows });
      return addFile(context, word, { ...file, access: "write", tree: true });
    case "remote":
      return applyRemote(context, word, plan);
    case "exec":
      addLooseWords(context, { ...file, words: [word] });
      context.reading.addOpaque(word.text, "it may be a program that is run elsewhere");
      return undefined;
    case "config":
      if (word.text !== "-") addFile(context, word, { ...file, access: "read" });
      context.reading.addOpaque(word.text, "what it holds may be run later");
      return undefined;
    case "url":
      // `file=@x` among the operands, or the value of an option that nobody listed.
      addLooseWords(context, { ...file, words: [word] });
      addUrl(context, word, { provenance: net, fallback: "http" });
      return undefined;
    case "host":
      addLooseWords(context, { ...file, words: [word] });
      addQueried(context, word, plan);
      return undefined;
    default:
      return undefined;
  }
}

/** `host:path` and `rsync://host/…` are elsewhere; anything else is a file here. */
function applyRemote(
  context: CommandContext,
  word: ExpandedWord,
  plan: OperandPlan,
): readonly PathAnalysis[] | undefined {
  const provenance = derived("destination", plan.unitIndex);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(word.text)) {
    addUrl(context, word, { provenance, fallback: "ssh" });
    return undefined;
  }
  const remote = /^([^/:]+|[^/]*@\[[^\][]*\]|\[[^\][]*\]):/.exec(word.text)?.[1];
  if (remote === undefined)
    return addFile(context, word, {
      provenance: derived("operand", plan.unitIndex),
      scope: plan.scope,
      access: "read",
      tree: true,
      follows: plan.follows,
    });
  addHost(context, { ...word, text: remote }, { provenance, scheme: "ssh" });
  return undefined;
}

/** `dig @server name type +option`. */
function addQueried(context: CommandContext, word: ExpandedWord, plan: OperandPlan): void {
  if (
    /^(?:\+.*|A|AAAA|MX|TXT|NS|ANY|CNAME|SOA|PTR|SRV|CAA|IN|HTTPS|DS|DNSKEY)$/i.test(word.text) &&
    !word.dynamic
  )
    return;
  const name = word.text.replace(/^@/, "");
  addHost(
    context,
    { ...word, text: name },
    { provenance: derived("destination", plan.unitIndex), scheme: "https" },
  );
}

function applyConnection(
  context: CommandContext,
  words: readonly ExpandedWord[],
  plan: OperandPlan,
): void {
  if (
    plan.scanned.options.some(({ name }) => name === "-l" || name === "--listen" || name === "-U")
  )
    return;
  const [host, port] = words;
  if (!host) return;
  const provenance = derived("destination", plan.unitIndex);
  const number = port && /^\d{1,5}$/.test(port.text) ? Number(port.text) : undefined;
  if (port && number === undefined) {
    context.reading.addUnknown(port.text, "it names a port that is only known when it runs");
    return;
  }
  addHost(context, host, {
    provenance,
    scheme: number === undefined ? "telnet" : "tcp",
    ...(number === undefined ? {} : { port: number }),
  });
}

interface Copied {
  readonly plan: OperandPlan;
  readonly sources: readonly ExpandedWord[];
  readonly found: readonly PathAnalysis[];
  readonly recursive: boolean;
}

/** The place that sources go to: itself, and what they become inside it. */
function applyTarget(
  context: CommandContext,
  target: ExpandedWord,
  { plan, sources, found, recursive }: Copied,
): void {
  if (plan.operands.as === "remote" && isRemote(target)) {
    applyRemote(context, target, plan);
    return;
  }
  const provenance = derived("operand", plan.unitIndex);
  const use = { provenance, scope: plan.scope, access: "write" as const };
  const targets = addFile(context, target, use);
  for (const place of targets) {
    const names = sources
      .filter((source) => !source.dynamic)
      .map((source) => lastName(source.text));
    if (place.kind === "directory")
      for (const name of new Set([...names, ...found.map(({ lexical }) => lastName(lexical))]))
        if (name !== "" && name !== "." && name !== "..")
          addPath(context, `${place.lexical}/${name}`, use);
    const moved = plan.operands.as === "move" || recursive;
    for (const source of found)
      if (moved && source.kind === "directory") addCopiedTree(context, { place, source, use });
  }
}

/** Everything below a source lands below the target: protected names inside it count. */
function addCopiedTree(
  context: CommandContext,
  copy: {
    readonly place: PathAnalysis;
    readonly source: PathAnalysis;
    readonly use: Parameters<typeof addPath>[2];
  },
): void {
  const { place, source, use } = copy;
  const below = context.world.below?.(source.real);
  const start = `${source.real}/`;
  const paths = below?.paths.map(
    (path) => `${place.lexical}/${path.startsWith(start) ? path.slice(start.length) : path}`,
  );
  context.reading.addResource({
    capability: "fs.write",
    path: place.lexical,
    real: place.real,
    tree: true,
    ...(paths ? { entries: { paths, complete: below?.complete ?? false } } : {}),
    ...use.provenance,
  });
}

function isRemote(word: ExpandedWord): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/|[^/:]+:|[^/]*@\[)/i.test(word.text);
}

function lastName(path: string): string {
  return trimEnd(path, "/").split("/").at(-1) ?? "";
}
