/**
 * Interprets one simple command. The order matters: a function of the line hides everything of its name, builtins hide programs,
 * wrappers are taken off before the rest is looked up, and a name that is expanded is never guessed.
 */
import { readBuiltin } from "../builtins/read-builtin.ts";
import { GIT_COMMANDS } from "../knowledge/git.ts";
import { FOREIGN_SHELLS, SHELLS } from "../knowledge/shells.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { NOWHERE, type Outcome, staying } from "../line/directories.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { isInsidePlaces } from "../line/enter-directory.ts";
import { programPlace } from "../line/program-place.ts";
import { readProgram } from "../programs/read-program.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { matchGlob } from "../resources/match-glob.ts";
import { isLiteral, literalWord } from "../words/expanded-word.ts";
import { readLongChain } from "./read-broken-text.ts";
import { readShell } from "./read-shell.ts";
import { readWrapper } from "./read-wrapper.ts";

/** Neutral wrappers inside one another; more are nobody's work. */
const MAX_WRAPPERS = 32;
/** A glob that matches more programs means none of them. */
const MAX_PROGRAMS = 40;

/** Reads a command and says where it leaves the line. */
export function interpretCommand(context: CommandContext, given: Invocation): Outcome {
  let call = given;
  for (let taken = 0; taken < MAX_WRAPPERS; taken += 1) {
    const step = interpretOnce(context, call);
    if (!("words" in step)) return step;
    call = step;
    if (!context.reading.takeWords(call.words.length)) break;
  }
  readLongChain(context, call.words, call.scope);
  return staying(NOWHERE);
}

/** The outcome, or the command inside a wrapper that was taken off. */
function interpretOnce(context: CommandContext, call: Invocation): Outcome | Invocation {
  const { where } = call.scope;
  const [name] = call.words;
  context.reading.spend(1);
  if (!name) return staying(where);
  if (!isLiteral(name)) {
    const globbed = programsOf(context, call);
    emitUnit(context, call, { alternates: globbed });
    context.values.clear();
    context.reading.addOpaque(call.text, "which command it would run is only known when it runs");
    return { success: NOWHERE, failure: NOWHERE };
  }
  const { text } = name;
  if (context.facts.functions.has(text) && !call.pastFunctions) {
    emitUnit(context, call);
    return staying(context.facts.functionsMove || context.facts.unseen ? NOWHERE : where);
  }
  const base = programName(context, call);
  if (text.includes("/") && isMade(context, call))
    context.reading.addOpaque(call.text, "the program it would run is only known when it runs");
  addProgramFile(context, call);
  if (!text.includes("/")) {
    const outcome = readBuiltin(context, call);
    if (outcome) return outcome;
    const own = ownProgram(context, text);
    if (own !== null) return { ...call, words: [literalWord(own), ...call.words.slice(1)] };
  }
  if (SHELLS.has(base) || FOREIGN_SHELLS.has(base) || SHELLS.has(base.toLowerCase())) {
    readShell(context, call);
    return staying(where);
  }
  // All of git's own are links to one file, so it is the link's name that says which.
  const dashed = /^git-([a-z0-9-]+)$/.exec(lastName(text))?.[1];
  if (dashed !== undefined && GIT_COMMANDS.has(dashed)) {
    emitUnit(context, call);
    const words = [literalWord("git"), literalWord(dashed), ...call.words.slice(1)];
    context.readWords(words, { ...call.scope, inWords: true });
    return staying(where);
  }
  const wrapper = context.book.wrapper(base);
  if (wrapper) return readWrapper(context, call, wrapper) ?? afterWrapper(call);
  readProgram(context, call, context.book.program(base));
  return staying(where);
}

/** A file that the line itself makes, of something that it read elsewhere or that nobody knows: a copy of a program is that program. */
function isMade(context: CommandContext, call: Invocation): boolean {
  const { resources, opaque } = context.reading;
  const place = programPlace(context, call);
  if (place === null) return false;
  const isWritten = resources.some(
    (each) => each.capability === "fs.write" && each.real === place.real,
  );
  if (place.kind !== "missing" && !isWritten) return false;
  return (
    opaque.length > 0 ||
    resources.some((each) => each.capability === "fs.read" && !isInsidePlaces(context, each.real))
  );
}

/** A program that is named by its path is read too; those of the system are everybody's. */
function addProgramFile(context: CommandContext, { words, scope }: Invocation): void {
  const [name] = words;
  if (!name?.text.includes("/") || /^\/(?:usr|bin|sbin|lib\w*|opt|nix|snap)\//.test(name.text))
    return;
  const unitIndex = context.reading.units.length;
  const provenance = { origin: "derived", via: "operand", unitIndex } as const;
  addLooseWords(context, { words: [name], provenance, scope });
}

/** The name that is looked up: of a link or a copy whose own name says nothing, that of what it leads to or is made of. */
function programName(context: CommandContext, call: Invocation): string {
  const own = lastName(call.words[0]?.text ?? "");
  if (isKnown(context, own)) return own;
  const place = programPlace(context, call);
  const led = place ? lastName(place.real) : own;
  return isKnown(context, led) ? led : own;
}

function isKnown({ book }: CommandContext, name: string): boolean {
  if (SHELLS.has(name) || FOREIGN_SHELLS.has(name)) return true;
  return book.program(name) !== undefined || book.wrapper(name) !== undefined;
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** `/usr/bin/gi? push`: what a glob in the place of the program matches, for what denies. */
function programsOf(
  { world, reading }: CommandContext,
  { words, scope }: Invocation,
): readonly Invocation["words"][] {
  const [name, ...rest] = words;
  const [directory] = scope.where.now ?? [];
  if (!name || name.dynamic || name.pattern === undefined || !directory) return [];
  const text = name.text.startsWith("/") ? name.text : `${directory.real}/${name.text}`;
  const found = reading.shellChanged() ? null : matchGlob(world, text, name.pattern);
  return (found ?? []).slice(0, MAX_PROGRAMS).map((path) => [literalWord(path), ...rest]);
}

/** Where a bare name leads inside the workspace, when a rule or we could take it for the system's program of that name. */
function ownProgram(context: CommandContext, name: string): string | null {
  const own = context.world.ownProgram?.(name);
  if (!own) return null;
  return own.hides || context.book.program(name)?.row.readsOnly ? own.path : null;
}

/** `builtin cd x` moves this very shell; `exec cmd` ends it. */
function afterWrapper(call: Invocation): Outcome {
  const name = call.words[0]?.text;
  const { where } = call.scope;
  if (name === "builtin") return staying(NOWHERE);
  return staying(where);
}
