/**
 * Commands that run the command they are given. A neutral one (`timeout 60 npm test`) is taken off, and the rest is the
 * unit; any other is a unit of its own and the wrapped command another. A wrapper that wraps nothing is just a command.
 */
import type { Compiled } from "../knowledge/command-book.ts";
import type { WrapperRow } from "../knowledge/program-row.ts";
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { innerCommands } from "../programs/inner/inner-commands.ts";
import { readProgramText } from "../programs/inner/read-program-text.ts";
import { applyOptions, derived, optionFloors } from "../programs/options/option-effects.ts";
import { type Scanned, scanOptions } from "../programs/options/scan-options.ts";
import { wantedBy } from "../programs/read-wants.ts";
import { addFile } from "../resources/add-file.ts";
import { addLooseWords, type LooseWords } from "../resources/add-loose-words.ts";
import { addWanted } from "../resources/add-wanted.ts";
import { assignmentEffects, leadingAssignments } from "../words/assignments.ts";
import { dynamicWord, type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";
import { splitText } from "../words/split-text.ts";
import { readVariableValues } from "./read-variable-values.ts";

/** The command inside a neutral wrapper, to be read in its place; null when the wrapper was read as a command itself. */
export function readWrapper(
  context: CommandContext,
  call: Invocation,
  known: Compiled<WrapperRow>,
): Invocation | null {
  const { row } = known;
  const scanned = scanOptions(call.words.slice(1), { ...known, stopAtOperand: true });
  const own = ownWords(call, row, scanned);
  const isBare = !(call.words[0]?.text ?? "").includes("/");
  const wrapped = wrappedWords(row, scanned);
  const wrapsNothing =
    wrapped.words.length === 0 || scanned.options.some(({ meaning }) => meaning === "nothing");
  if (row.neutral && isBare && !wrapsNothing) {
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
  const isAlternate = row.command === "alternate" && wrapped.words.length > 0;
  const unitIndex = emitUnit(context, inner, {
    floors: optionFloors(call, scanned.options),
    alternates: isAlternate ? [wrapped.words, ...innerCommands(context, wrapped.words)] : [],
  });
  const wanted = isAlternate && !isHere(context, wrapped.words) ? wantedBy(context, call) : null;
  if (wanted) addWanted(context, wanted.hosts, unitIndex);
  const provenance = derived("operand", unitIndex);
  const scope = applyOptions(context, inner, { options: scanned.options, unitIndex });
  addLooseWords(context, { ...own, provenance, scope });
  readVariableValues(context, wrapped.assignments, inner.scope);
  const [first] = scanned.operands;
  if (row.first && first && !/^\d+$/.test(first.text)) {
    const access = row.first === "write" ? "write" : "read";
    addFile(context, first, { provenance, scope, access, tree: access === "read" });
  }
  const words = wrapsNothing ? [] : wrapped.words;
  readInside(context, { ...inner, scope }, { known, scanned, words });
  return null;
}

/** `npx prettier` where the project has it: nothing is fetched. */
function isHere({ world }: CommandContext, [name]: readonly ExpandedWord[]): boolean {
  const found = name && isLiteral(name) && world.path(`node_modules/.bin/${name.text}`, "read");
  return found !== undefined && found !== false && found.ok && found.value.kind !== "missing";
}

/**
 * The words before the wrapped command: values, files of variables, `A=b`; and the first word of the command itself, which a
 * wrapper may take for a file of its own. Of a runner of packages all of them, for what it runs is read by no row.
 */
function ownWords(
  { words: [, ...words], scope }: Invocation,
  row: WrapperRow,
  { operands, firstOperand }: Scanned,
): Omit<LooseWords, "provenance"> {
  if (row.command === "alternate") return { words, scope, mayWrite: true, unknownProgram: true };
  if (row.command === "text") return { words, scope };
  const given = row.assignments ? leadingAssignments(operands).length : 0;
  return { words: words.slice(0, firstOperand + (row.skip ?? 0) + given + 1), scope };
}

interface Wrapped {
  readonly words: readonly ExpandedWord[];
  readonly assignments: ReturnType<typeof leadingAssignments>;
}

function wrappedWords(row: WrapperRow, { operands, options }: Scanned): Wrapped {
  // `runuser -u me cmd` names the user by an option, `su me` by a word.
  const isSpared =
    row.names.startsWith("su ") && options.some(({ name }) => /^(?:-u|--user)$/.test(name));
  const after = operands.slice(isSpared ? 0 : (row.skip ?? 0));
  const plain = after[0]?.text === "--" ? after.slice(1) : after;
  const split = options.flatMap(({ meaning, value }) =>
    meaning === "split" && value ? splitText(value) : [],
  );
  const words = [...split, ...plain];
  const assignments = row.assignments ? leadingAssignments(words) : [];
  return { words: words.slice(assignments.length), assignments };
}

interface Inside {
  readonly known: Compiled<WrapperRow>;
  readonly scanned: Scanned;
  readonly words: readonly ExpandedWord[];
}

function readInside(context: CommandContext, call: Invocation, inside: Inside): void {
  const { known, scanned } = inside;
  const { command, appends = false, names, shell = "posix" } = known.row;
  const fills = appends && command === "joined";
  const sources = fills ? inside.words.findIndex(({ text }) => text.startsWith(":::")) : -1;
  // What `parallel` fills in, from wherever, is unknown like what comes in.
  const words = sources === -1 ? inside.words : inside.words.slice(0, sources);
  const scope = { ...call.scope, inWords: true };
  const at = { scope: call.scope, dialect: shell } as const;
  const provenance = derived("operand", context.reading.units.length - 1);
  const late = lateOptions(inside);
  for (const { meaning, value } of [...scanned.options, ...late])
    if (meaning === "text" && value) readProgramText(context, value, at);
  // `parallel` without a command: what it is given are the commands.
  if (fills && words.length === 0)
    context.reading.addOpaque(call.text, "the programs it would run are only known when it runs");
  if (words.length === 0 || command === "alternate" || late.length > 0) return;
  if (command === "text") {
    // The operand of `script` is a file.
    if (names === "script")
      addFile(context, words[0] as ExpandedWord, {
        provenance,
        scope: call.scope,
        access: "write",
      });
    else for (const word of words) readProgramText(context, word, at);
    return;
  }
  const added = appends ? filledWords({ ...inside, words }) : words;
  if (command === "words" || !words.every(isLiteral)) context.readWords(added, scope);
  if (command !== "joined") return;
  // A shell reads these words again, so operators in them count.
  if (words.some((word) => /[^\w./:=@%+,-]/.test(word.text)))
    readProgramText(context, joined(appends ? added : words), at);
  else if (words.every(isLiteral)) context.readWords(added, scope);
}

/** `flock FILE -c TEXT` and `script FILE -c TEXT`: options may stand behind the operands. */
function lateOptions({ known, words }: Inside): Scanned["options"] {
  const mayFollow = known.row.command !== "words" || words[0]?.text.startsWith("-") === true;
  if (!mayFollow || ![...known.options.values()].includes("text")) return [];
  return scanOptions(words, known).options.filter(({ meaning }) => meaning === "text");
}

/** The words as one text. */
function joined(words: readonly ExpandedWord[]): ExpandedWord {
  const text = words.map((word) => word.text).join(" ");
  if (words.every(isLiteral)) return literalWord(text);
  const template = words.every((word) => isLiteral(word) || word.template === true);
  return { ...dynamicWord(text), ...(template ? { template } : {}) };
}

/** `xargs -I{} cmd {}`: a placeholder is whatever comes in, wherever it stands; without one that is added at the end. */
function filledWords({ known, scanned, words }: Inside): readonly ExpandedWord[] {
  const marks = scanned.options
    .filter(({ name }) => /^(?:-[IiJ]|--rep.*)$/.test(name))
    .map(({ value }) => value?.text || "{}");
  const isMark = (text: string) =>
    [...marks, "{}"].some((mark) => text.includes(mark)) ||
    (known.row.command === "joined" && /\{[^\s{}]*\}/.test(text));
  const unknown = (text: string) => ({ ...dynamicWord(text), template: true });
  const filled = words.map((word) =>
    word.dynamic || !isMark(word.text) ? word : unknown(word.text),
  );
  return marks.length > 0 ? filled : [...filled, unknown("…")];
}
