/** Reads one whole line: its facts, its commands, and what binds all of them. */
import { hasHiddenTyped } from "@toolplane/readings";
import { type ParsedScript, parse } from "unbash";
import type { CommandBook } from "../knowledge/command-book.ts";
import type { CommandContext, Scope } from "../line/command-context.ts";
import { type Directory, NOWHERE, startAt } from "../line/directories.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { isInsidePlaces } from "../line/enter-directory.ts";
import { gatherFacts, type LineFacts, nestedFacts, PLAIN_LINE } from "../line/line-facts.ts";
import { createLineReading, type FoundUnit, type LineReading } from "../line/line-reading.ts";
import type { ShellWorld } from "../line/shell-world.ts";
import { readsAlike } from "../words/dialects.ts";
import { literalWord } from "../words/expanded-word.ts";
import { interpretCommand } from "./interpret-command.ts";
import { createLineWorld } from "./line-world.ts";
import { isTooDeep, readBrokenText, readLongChain, readTooDeep } from "./read-broken-text.ts";
import { readScript } from "./read-script.ts";

export interface LineTools {
  readonly world: ShellWorld;
  readonly book: CommandBook;
}

const MAX_DEPTH = 24;

/** The reading of a line, or what is wrong with its directory. */
export function readLine(
  { world: given, book }: LineTools,
  text: string,
  cwd: string | undefined,
): (Pick<LineReading, "resources" | "opaque"> & { readonly units: readonly FoundUnit[] }) | string {
  const reading = createLineReading();
  const world = createLineWorld(given);
  const parsed = parseText(text);
  const deep = parsed === null;
  const script = parsed ?? parse("");
  const facts = factsOf(script, deep ? "" : text);
  const context = createContext({ world, book, reading, facts });
  const start = startDirectory(context, cwd);
  if (typeof start === "string") return start;
  const scope: Scope = {
    where: startAt(start),
    stdin: { kind: facts.feedsShell ? "unknown" : "none" },
    depth: 0,
    certain: true,
    always: true,
    inWords: false,
    local: true,
    dialect: "bash",
  };
  if (deep) readTooDeep(context, text, scope);
  else readSafely(context, text, () => readScript(context, { script, source: text, scope }), scope);
  if (!deep && script.commands.length === 0) reading.markIdle();
  addIdleUnit(context, text, scope);
  if (!hasHiddenTyped(text)) return reading;
  reading.addOpaque(text, "it holds characters that cannot be seen");
  return {
    units: reading.units.map(withHiddenFloor),
    resources: reading.resources,
    opaque: reading.units.length > 0 ? reading.opaque.slice(0, -1) : reading.opaque,
  };
}

/** A line that only sets variables, or that holds comments only, is one command that needs no rule. */
function addIdleUnit(context: CommandContext, text: string, scope: Scope): void {
  const { units, resources, opaque, isIdle } = context.reading;
  if (units.length + resources.length + opaque.length > 0 || !isIdle()) return;
  const call = { scope, text, kept: [], floors: [], assignments: [], pastFunctions: false };
  emitUnit(context, { ...call, words: [literalWord(text.trim())] }, { neutral: true });
}

/** Makes the context of one text: a nested one has its own facts, and shares what has been found. */
function createContext(
  base: Pick<CommandContext, "world" | "book" | "reading" | "facts">,
): CommandContext {
  const { reading } = base;
  if (base.facts.changesShell) reading.changeShell();
  const context: CommandContext = {
    ...base,
    values: new Map(),
    repeats: new Map(),
    readText: (text, { scope: at, shell }) => {
      if (at.depth > MAX_DEPTH || !reading.takeText(text.length)) {
        reading.addOpaque(text, "more programs are nested in one another than can be followed");
        readBrokenText(context, text, at);
        return NOWHERE;
      }
      const script = parseText(text);
      if (script === null) return readTooDeep(context, text, at);
      const facts = nestedFacts(context.facts, factsOf(script, text), shell);
      const scope: Scope = facts.feedsShell ? { ...at, stdin: { kind: "unknown" } } : at;
      if (!readsAlike(text, scope.dialect)) {
        reading.addOpaque(text, "another shell than bash may read it otherwise");
        readBrokenText(context, text, scope);
      }
      return readScript(createContext({ ...base, facts }), { script, source: text, scope });
    },
    readWords: (words, scope) => {
      if (scope.depth > MAX_DEPTH || !reading.takeWords(words.length))
        return readLongChain(context, words, scope);
      const inner = { ...scope, depth: scope.depth + 1 };
      const shown = words.map((word) => word.text).join(" ");
      interpretCommand(context, {
        words,
        scope: inner,
        text: shown,
        kept: [],
        floors: [],
        assignments: [],
        pastFunctions: true,
      });
    },
  };
  return context;
}

/** Null for a text that is nested deeper than the parser goes (`coproc coproc …`). */
function parseText(text: string): ParsedScript | null {
  if (isTooDeep(text)) return null;
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** When even the facts are too much to gather, nothing is certain. */
function factsOf(script: ParsedScript, text: string): LineFacts {
  try {
    return gatherFacts(script, text);
  } catch {
    return { ...PLAIN_LINE, unseen: true, changesShell: true, feedsShell: true };
  }
}

/** A text that is too much for our own reading (a stack that overflows) is one that is not understood. */
function readSafely(context: CommandContext, text: string, read: () => void, scope: Scope): void {
  try {
    read();
  } catch (error) {
    context.reading.addOpaque(text, "it is more than can be followed");
    readBrokenText(context, text, scope);
    if (!(error instanceof RangeError)) context.reading.addOpaque(text, "reading it failed");
  }
}

/** The directory the line starts in; outside the workspace it is a resource, like one that `cd` enters. */
function startDirectory(
  context: CommandContext,
  cwd: string | undefined,
): Directory | null | string {
  const root = context.world.places.roots[0];
  if (cwd === undefined) return root === undefined ? null : { lexical: root, real: root };
  const path = context.world.path(cwd, "read");
  if (!path.ok) return path.message;
  const { lexical, real } = path.value;
  if (!isInsidePlaces(context, lexical) || !isInsidePlaces(context, real))
    context.reading.addResource({
      capability: "fs.read",
      path: lexical,
      real,
      origin: "direct",
      via: "operand",
    });
  return { lexical, real };
}

function withHiddenFloor({ unit, from }: FoundUnit): FoundUnit {
  const floor = {
    floor: "F3",
    reason: "The command holds characters that cannot be seen.",
  } as const;
  return { from, unit: { ...unit, floors: [...(unit.floors ?? []), floor] } };
}
