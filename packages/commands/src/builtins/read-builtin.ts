/**
 * Builtins that run text, write variables or change what names mean. All need a rule; what they run is read too, and what
 * changes the meaning of later words makes the line opaque.
 */
import type { ShellFloor } from "@toolplane/contract";
import {
  DECLARING_BUILTINS,
  HARMLESS_SHELL_OPTIONS,
  IDLE_COMMANDS,
  INTEGER_VARIABLES,
  LEAVING_BUILTINS,
  MOVING_BUILTINS,
  SUBSCRIPT_READERS,
  UNLIKE_FLAGS,
  UNLIKE_OPTIONS,
} from "../knowledge/builtins.ts";
import type { CommandContext, Invocation, Scope } from "../line/command-context.ts";
import { NOWHERE, type Outcome, staying } from "../line/directories.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { inheritedInput } from "../line/inherited-input.ts";
import { programFromInput } from "../line/program-from-input.ts";
import { readProgramText } from "../programs/inner/read-program-text.ts";
import { derived, runsProgram } from "../programs/options/option-effects.ts";
import { addFile } from "../resources/add-file.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { listedFloor } from "../words/assignments.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../words/expanded-word.ts";
import { streamOf } from "../words/stream-number.ts";
import { addExported } from "./add-exported.ts";
import { checkDeclared } from "./check-declared.ts";
import { readMove } from "./read-move.ts";
import { readTest } from "./read-test.ts";

/** Reads a builtin; null when the name is none of these. */
export function readBuiltin(context: CommandContext, call: Invocation): Outcome | null {
  const name = call.words[0]?.text ?? "";
  const { where } = call.scope;
  if (MOVING_BUILTINS.has(name)) return readMove(context, call);
  if (IDLE_COMMANDS.has(name)) return emitted(context, call, { neutral: true, effect: "read" });
  if (LEAVING_BUILTINS.has(name)) {
    emitUnit(context, call);
    return { success: undefined, failure: undefined };
  }
  if (SUBSCRIPT_READERS.has(name) || name === "printf" || name === "test" || name === "[")
    checkSubscripts(context, call);
  switch (name) {
    case "test":
    case "[":
      readTest(context, call);
      return staying(where);
    case "eval":
      return readEval(context, call);
    case "trap":
      return readTrap(context, call);
    case "source":
    case ".":
      return readSource(context, call);
    case "alias":
      return readAlias(context, call);
    case "hash":
    case "enable":
      emitUnit(context, call);
      if (call.words.some((word) => /^-[a-z]*[pf]/.test(word.text)))
        context.reading.addOpaque(call.text, "it changes which program a name means");
      return staying(where);
    case "set":
      addExported(context, call);
      emitUnit(context, call);
      if (call.words.some(({ text }) => UNLIKE_FLAGS.test(text) || UNLIKE_OPTIONS.has(text)))
        context.reading.addOpaque(call.text, "after it the shell reads words otherwise");
      return staying(where);
    case "shopt":
      emitUnit(context, call);
      context.reading.changeShell();
      if (!call.words.slice(1).every(isHarmlessOption))
        context.reading.addOpaque(call.text, "after it the shell reads words otherwise");
      return staying(where);
    case "mapfile":
    case "readarray":
    case "complete":
    case "compgen":
    case "bind":
    case "fc":
      return readCallback(context, call);
    case "let":
      emitUnit(context, call);
      if (
        !call.words
          .slice(1)
          .every((word) => isLiteral(word) && /^[\d\s+*/%()<>=!&|^~?:-]+$/.test(word.text))
      )
        context.reading.addOpaque(call.text, "it evaluates arithmetic over variables");
      return staying(where);
    default:
      return SUBSCRIPT_READERS.has(name) || name === "printf"
        ? emitted(context, call, { floors: writtenFloors(context, call) })
        : null;
  }
}

/** F2 for listed variables that a builtin sets by name (`read PATH`); a reference to another variable is not followed. */
function writtenFloors(context: CommandContext, call: Invocation): readonly ShellFloor[] {
  const name = call.words[0]?.text ?? "";
  if (DECLARING_BUILTINS.has(name)) {
    checkDeclared(context, call);
    addExported(context, call);
    return declaredFloors(call);
  }
  const names = name === "printf" ? afterOption(call.words, "-v") : call.words.slice(1);
  return names.flatMap((word) => listedFloor(word.text, { ...word, text: "?" }) ?? []);
}

function isHarmlessOption(word: ExpandedWord): boolean {
  return isLiteral(word) && (/^-[supq]+$/.test(word.text) || HARMLESS_SHELL_OPTIONS.has(word.text));
}

function emitted(
  context: CommandContext,
  call: Invocation,
  details: Parameters<typeof emitUnit>[2],
): Outcome {
  emitUnit(context, call, details);
  return staying(call.scope.where);
}

/** F2 for listed variables that are declared or exported. */
function declaredFloors(call: Invocation): readonly ShellFloor[] {
  return call.words.slice(1).flatMap((word) => {
    const [, name, value] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(word.text) ?? [];
    if (name === undefined) return [];
    return listedFloor(name, { ...word, text: value ?? "" }) ?? [];
  });
}

/** A subscript in a name that a builtin takes is evaluated, whatever quotes stood around it. */
function checkSubscripts(context: CommandContext, call: Invocation): void {
  const name = call.words[0]?.text ?? "";
  const names =
    name === "printf"
      ? afterOption(call.words, "-v")
      : name === "test" || name === "["
        ? []
        : call.words.slice(1);
  for (const word of names) {
    const target = word.text.split("=")[0] ?? "";
    const isNumber = /^(?:-v)?[A-Za-z_]\w*\[(?:\d+|[@*])\]$/.test(target);
    const evaluated = /^(?:-[a-zA-Z])?[A-Za-z_]\w*\[/.test(target);
    // A number is harmless; but what is printed into a variable is told by its whole name.
    if (evaluated ? !isNumber || name === "printf" : name === "printf" && !isLiteral(word))
      context.reading.addOpaque(call.text, "it evaluates the subscript of a variable's name");
    if (INTEGER_VARIABLES.has(target.replace(/^-[a-zA-Z](?=[A-Z])/, "")) && name !== "unset")
      context.reading.addOpaque(call.text, "it evaluates what it puts into an integer variable");
  }
}

function afterOption(words: readonly ExpandedWord[], option: string): readonly ExpandedWord[] {
  const [, first, second] = words;
  if (first?.text === option && second) return [second];
  return first?.text.startsWith(option)
    ? [{ ...first, text: first.text.slice(option.length) }]
    : [];
}

function readEval(context: CommandContext, call: Invocation): Outcome {
  emitUnit(context, call);
  const words = call.words.slice(1).filter((word, index) => index > 0 || word.text !== "--");
  if (!words.every(isLiteral)) {
    context.reading.addOpaque(call.text, "the program it would run is only known when it runs");
    return { success: NOWHERE, failure: NOWHERE };
  }
  const text = words.map((word) => word.text).join(" ");
  const { scope } = call;
  const after = context.readText(text, {
    shell: "this",
    scope: {
      ...scope,
      depth: scope.depth + 1,
      inWords: true,
      certain: false,
      stdin: inheritedInput(scope.stdin),
    },
  });
  return staying(after);
}

function readTrap(context: CommandContext, call: Invocation): Outcome {
  emitUnit(context, call);
  const [action, ...signals] = call.words.slice(1).filter((word) => word.text !== "--");
  if (action && signals.length > 0 && !/^-[lp]?$/.test(action.text))
    readLater(context, action, { ...call.scope, where: NOWHERE });
  return staying(call.scope.where);
}

/** The file's text runs in this very shell. */
function readSource(context: CommandContext, call: Invocation): Outcome {
  const unitIndex = emitUnit(context, call, {
    floors: call.words[1]?.dynamic ? [runsProgram(call, "with a file that is not known")] : [],
  });
  const [file] = call.words.slice(1).filter((word) => word.text !== "--");
  if (file)
    addFile(context, file, {
      provenance: derived("operand", unitIndex),
      scope: call.scope,
      access: "read",
    });
  const provenance = derived("operand", unitIndex);
  addLooseWords(context, {
    words: call.words.slice(2),
    provenance,
    scope: call.scope,
    unknownProgram: true,
  });
  const stream = file ? streamOf(context, file.text, call.scope) : null;
  const text = stream === 0 ? programFromInput(context, call) : null;
  if (text !== null)
    readProgramText(context, literalWord(text), { scope: call.scope, dialect: "bash" });
  else if (file?.pipe || (stream !== null && stream !== 0))
    context.reading.addOpaque(call.text, "the program it would run is only known when it runs");
  return { success: NOWHERE, failure: NOWHERE };
}

function readAlias(context: CommandContext, call: Invocation): Outcome {
  emitUnit(context, call);
  for (const word of call.words.slice(1)) {
    const at = word.text.indexOf("=");
    if (at === -1) continue;
    context.reading.addOpaque(call.text, "it changes which command a name means");
    readLater(context, { ...word, text: word.text.slice(at + 1) }, call.scope);
  }
  return staying(call.scope.where);
}

/** `mapfile -C text`, `complete -C text`, `bind -x`: text that runs later, with words that the shell adds. */
function readCallback(context: CommandContext, call: Invocation): Outcome {
  const runs = call.words.filter((word) => /^-[a-zA-Z]*[CFxW]/.test(word.text));
  const floors = runs.map(({ text }) => runsProgram(call, text.slice(0, 2)));
  emitUnit(context, call, { floors: [...writtenFloors(context, call), ...floors] });
  if (runs.length > 0) context.reading.addOpaque(call.text, "it runs text at a later time");
  return staying(call.scope.where);
}

/** Text that this very shell runs at some later time. */
function readLater(context: CommandContext, value: ExpandedWord, scope: Scope): void {
  if (isLiteral(value)) {
    const stdin = { kind: "unknown" } as const;
    const depth = scope.depth + 1;
    context.readText(value.text, {
      shell: "this",
      scope: { ...scope, depth, inWords: true, certain: false, stdin },
    });
  } else
    context.reading.addOpaque(value.text, "the program it would run is only known when it runs");
}
