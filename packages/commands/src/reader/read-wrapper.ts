/**
 * Commands that run the command they are given. A neutral one (`timeout 60 npm test`) is taken off, and the rest is the
 * unit; any other is a unit of its own and the wrapped command another. A wrapper that wraps nothing is just a command.
 */

import type { Compiled } from "../knowledge/book/command-book.ts";
import type { WrapperSpec } from "../knowledge/book/program-spec.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { programFromInput } from "../line/program-from-input.ts";
import { innerCommands } from "../programs/inner-commands.ts";
import { addFolderReads } from "../programs/options/add-folder-reads.ts";
import {
  applyOptions,
  derived,
  optionFloors,
  readProgramText,
} from "../programs/options/option-effects.ts";
import { type Scanned, scanOptions } from "../programs/options/scan-options.ts";
import { addFile } from "../resources/add-file.ts";
import { addLooseWords, type LooseWords } from "../resources/add-loose-words.ts";
import { listedNames } from "../resources/listed-names.ts";
import { assignmentEffects, leadingAssignments } from "../words/assignments.ts";
import {
  dynamicWord,
  type ExpandedWord,
  isLiteral,
  joinedWord,
  literalWord,
} from "../words/expanded-word.ts";
import { splitText } from "../words/split-text.ts";
import { readVariableValues } from "./read-variable-values.ts";

/** The command inside a neutral wrapper, to be read in its place; null when the wrapper was read as a command itself. */
export function readWrapper(
  context: CommandContext,
  call: Invocation,
  row: Compiled<WrapperSpec>,
): Invocation | null {
  const { spec } = row;
  const scanned = scanOptions(call.words.slice(1), { ...row, stopAtOperand: true });
  const own = ownWords(call, { row, scanned });
  const isBare = !(call.words[0]?.text ?? "").includes("/");
  const wrapped = wrappedWords(spec, scanned);
  const wrapsNothing =
    wrapped.words.length === 0 || scanned.options.some(({ meaning }) => meaning === "nothing");
  if (spec.neutral && isBare && !wrapsNothing) {
    const unitIndex = context.reading.units.length;
    applyOptions(context, call, { options: scanned.options, unitIndex });
    addLooseWords(context, { ...own, provenance: derived("operand", unitIndex) });
    const taken = call.words.length - wrapped.words.length;
    return {
      ...call,
      words: wrapped.words,
      kept: [...call.kept, ...call.words.slice(0, taken)],
      pastFunctions: call.pastFunctions || call.words[0]?.text === "command",
    };
  }
  const given = assignmentEffects(wrapped.assignments);
  const inner: Invocation = {
    ...call,
    floors: [...call.floors, ...given.floors],
    assignments: [...call.assignments, ...given.assignments],
  };
  const alternates =
    spec.command === "alternate" && wrapped.words.length > 0
      ? [wrapped.words, ...innerCommands(context, wrapped.words)]
      : [];
  const unitIndex = emitUnit(context, inner, {
    floors: optionFloors(call, scanned.options),
    alternates,
  });
  const scope = applyOptions(context, inner, { options: scanned.options, unitIndex });
  addLooseWords(context, { ...own, provenance: derived("operand", unitIndex), scope });
  readVariableValues(context, wrapped.assignments, inner.scope);
  for (const words of alternates) addFolderReads(context, words, { scope, unitIndex });
  const [first] = scanned.operands;
  if (spec.first === "write" && first && !/^\d+$/.test(first.text))
    addFile(context, first, { provenance: derived("operand", unitIndex), scope, access: "write" });
  if (spec.first === "in" && first)
    addFile(context, first, {
      provenance: derived("operand", unitIndex),
      scope,
      access: "read",
      tree: true,
    });
  readInside(
    context,
    { ...inner, scope },
    { row, scanned, words: wrapsNothing ? [] : wrapped.words },
  );
  return null;
}

/**
 * The words before the wrapped command: values, files of variables, `A=b`; and the first word of the command itself, which a
 * wrapper may take for a file of its own (`direnv dotenv bash .env`, `envdir .env env`). Of a runner of packages all of them, for
 * what it runs is read by no row. What a wrapper reads unasked is named beside them.
 */
function ownWords(
  call: Invocation,
  { row, scanned }: Pick<Inside, "row" | "scanned">,
): Omit<LooseWords, "provenance"> {
  const { spec } = row;
  const words = call.words.slice(1);
  if (spec.command === "alternate")
    return { words, scope: call.scope, mayWrite: "likely", unknownProgram: true };
  if (spec.command === "text") return { words, scope: call.scope };
  const given = spec.assignments ? leadingAssignments(scanned.operands).length : 0;
  const own = words.slice(0, scanned.firstOperand + (spec.skip ?? 0) + given + 1);
  const unasked = (spec.reads ?? "").split(" ").filter(Boolean).map(literalWord);
  return { words: [...own, ...unasked], scope: call.scope };
}

interface Wrapped {
  readonly words: readonly ExpandedWord[];
  readonly assignments: ReturnType<typeof leadingAssignments>;
}

function wrappedWords(spec: WrapperSpec, { operands, options }: Scanned): Wrapped {
  const isSpared = options.some(({ name }) => spec.skipUnless?.test(name));
  const fits = spec.skipWhen?.test(operands[0]?.text ?? "") ?? true;
  const after = operands.slice(isSpared || !fits ? 0 : (spec.skip ?? 0));
  const plain = after[0]?.text === "--" ? after.slice(1) : after;
  const split = options.flatMap(({ meaning, value }) =>
    meaning === "split" && value ? splitText(value) : [],
  );
  const words = [...split, ...plain];
  const assignments = spec.assignments ? leadingAssignments(words) : [];
  return { words: words.slice(assignments.length), assignments };
}

interface Inside {
  readonly row: Compiled<WrapperSpec>;
  readonly scanned: Scanned;
  readonly words: readonly ExpandedWord[];
}

function readInside(context: CommandContext, call: Invocation, inside: Inside): void {
  const { row, scanned, words } = inside;
  const { spec } = row;
  const scope = { ...call.scope, inWords: true };
  const dialect = spec.shell ?? "posix";
  const late = lateOptions(inside);
  for (const { meaning, value } of [...scanned.options, ...late])
    if (meaning === "text" && value)
      readProgramText(context, value, { scope: call.scope, dialect });
  if (spec.appends && spec.command === "joined" && SOURCES.test(words[0]?.text ?? ":::"))
    return void readGivenCommands(context, call, inside);
  if (
    words.length === 0 ||
    spec.command === "alternate" ||
    (late.length > 0 && spec.command !== "text")
  )
    return;
  if (spec.command === "text") {
    // `hyperfine 'a' 'b'`: each operand is a text; the operand of `script` is a file.
    if (spec.names === "script")
      return void addFile(context, words[0] as ExpandedWord, {
        provenance: derived("operand", context.reading.units.length - 1),
        scope: call.scope,
        access: "write",
      });
    for (const word of words) readProgramText(context, word, { scope: call.scope, dialect });
    return;
  }
  if (spec.appends) {
    for (const each of knownRuns(call, inside)) context.readWords(each, scope);
    const files = words.findIndex((word) => /^::::\+?$/.test(word.text));
    const provenance = derived("operand", context.reading.units.length - 1);
    for (const word of files === -1 ? [] : words.slice(files + 1))
      if (!SOURCES.test(word.text))
        addFile(context, word, { provenance, scope: call.scope, access: "read" });
  }
  const added = spec.appends ? filledWords(context, call, inside) : words;
  if (spec.command === "words" || !words.every(isLiteral)) context.readWords(added, scope);
  if (spec.command !== "joined") return;
  // A shell reads these words again, so operators in them count.
  if (words.some((word) => /[^\w./:=@%+,-]/.test(word.text)))
    readProgramText(context, joined(spec.appends ? added : words), { scope: call.scope, dialect });
  else if (words.every(isLiteral)) context.readWords(added, scope);
}

/** `parallel` without a command: what it is given are the commands. */
function readGivenCommands(
  context: CommandContext,
  call: Invocation,
  { words, scanned }: Pick<Inside, "words" | "scanned">,
): void {
  const at = { scope: call.scope, dialect: "any" } as const;
  const inFiles = scanned.options.some(({ meaning, value }) => meaning === "read" && value);
  const isFed = words.length === 0 && !inFiles && call.scope.stdin.kind !== "none";
  const text = isFed ? programFromInput(context, call) : null;
  if (text !== null) readProgramText(context, literalWord(text), at);
  if (inFiles || words.some((word) => /^::::/.test(word.text)))
    context.reading.addOpaque(call.text, "the programs it would run stand in files");
  for (const word of words) if (!SOURCES.test(word.text)) readProgramText(context, word, at);
}

const SOURCES = /^:::?:?\+?$/;
const MAX_RUNS = 32;

/**
 * `parallel git ::: push` and `echo push | xargs git`: what is filled in stands in the line, so what denies sees it. What is
 * filled in otherwise is read beside it, as unknown.
 */
function knownRuns(
  { scope }: Invocation,
  { words, scanned, row }: Inside,
): readonly (readonly ExpandedWord[])[] {
  const at = words.findIndex((word) => SOURCES.test(word.text));
  const own = at === -1 ? words : words.slice(0, at);
  const isFile = scanned.options.some(({ name }) => /^(?:-a|--ar)/.test(name));
  const given =
    at !== -1
      ? words.slice(at + 1).filter((word) => isLiteral(word) && !SOURCES.test(word.text))
      : scope.stdin.kind === "text" && !isFile
        ? scope.stdin.text
            .split(/\s+/)
            .filter((text) => text !== "" && !/['"\\]/.test(text))
            .map(literalWord)
        : [];
  if (given.length === 0 || own.length === 0) return [];
  const each = given.slice(0, MAX_RUNS).map((word) => filledWith(own, word));
  return row.spec.command === "joined" ? each : [...each, [...own, ...given.slice(0, MAX_RUNS)]];
}

/** The words with one of the incoming ones in place of `{}`, or behind them. */
function filledWith(own: readonly ExpandedWord[], incoming: ExpandedWord): readonly ExpandedWord[] {
  const has = own.some((word) => isLiteral(word) && word.text.includes("{}"));
  if (!has) return [...own, incoming];
  return own.map((word) =>
    isLiteral(word) ? literalWord(word.text.replaceAll("{}", incoming.text)) : word,
  );
}

/** `flock FILE -c TEXT` and `script FILE -c TEXT`: options may stand behind the operands. */
function lateOptions({ row, words }: Inside): Scanned["options"] {
  const { spec } = row;
  const mayFollow = spec.command !== "words" || words[0]?.text.startsWith("-") === true;
  if (!mayFollow || ![...row.options.values()].includes("text")) return [];
  return scanOptions(words, row).options.filter(({ meaning }) => meaning === "text");
}

/** The words as one text, up to where `parallel` takes what to fill in. */
function joined(words: readonly ExpandedWord[]): ExpandedWord {
  const until = words.findIndex((word) => SOURCES.test(word.text));
  const own = until === -1 ? words : words.slice(0, until);
  const text = own.map((word) => word.text).join(" ");
  if (own.every(isLiteral)) return literalWord(text);
  const template = own.every((word) => isLiteral(word) || word.template === true);
  return { text, dynamic: true, splits: true, ...(template ? { template } : {}) };
}

/** `xargs -I{} cat src/{}`: of names that are exact it is known what they become. */
function withinText(
  text: string,
  marks: readonly string[],
  listed: readonly ExpandedWord[] | null,
): readonly ExpandedWord[] | null {
  const mark = marks.find((each) => text.includes(each));
  const [before = "", after = "", ...more] = mark === undefined ? [] : text.split(mark);
  const isPlain = mark !== undefined && more.length === 0 && /^[\w./]*$/.test(before + after);
  if (!isPlain || listed?.every(({ exact }) => exact === true) !== true) return null;
  return listed.map((each) => joinedWord({ text: before }, each, { text: after }));
}

/** `xargs -I{} cmd {}`: a placeholder is whatever comes in, wherever it stands; without one that is added at the end. */
function filledWords(
  context: CommandContext,
  { scope }: Invocation,
  { row, scanned, words }: Inside,
): readonly ExpandedWord[] {
  const { options } = scanned;
  const marks = options
    .filter(({ name }) => /^(?:-[IiJ]|--rep.*)$/.test(name))
    .map(({ value }) => value?.text || "{}");
  const isFile = options.some(({ name }) => name === "-a" || name.startsWith("--ar"));
  const isZero = options.some(({ name }) => name === "-0" || name.startsWith("--nu"));
  const { stdin } = scope;
  const listed =
    stdin.kind === "names" && !isFile && stdin.zero === isZero && row.spec.command === "words"
      ? listedNames(context, stdin, scope)
      : null;
  const incoming = (text: string) => ({
    ...dynamicWord(text),
    template: true,
    ...(listed ? { listed } : {}),
  });
  const isMark = row.spec.command === "joined" ? (text: string) => /\{[^\s{}]*\}/.test(text) : null;
  const filled = words.map((word) => {
    const has = isMark?.(word.text) || [...marks, "{}"].some((mark) => word.text.includes(mark));
    if (!has || word.dynamic) return word;
    if (marks.includes(word.text)) return incoming(word.text);
    const inside = withinText(word.text, marks, listed);
    return { ...dynamicWord(word.text), template: true, ...(inside ? { listed: inside } : {}) };
  });
  return marks.length > 0 ? filled : [...filled, incoming("…")];
}
