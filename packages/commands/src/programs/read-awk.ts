/** awk: its program can run others (`system`, pipes, `getline`), and write files (`print >`). */
import type { CommandContext, Invocation } from "../line/command-context.ts";
import { emitUnit } from "../line/emit-unit.ts";
import { addFile } from "../resources/add-file.ts";
import { addLooseWords } from "../resources/add-loose-words.ts";
import { type ExpandedWord, isLiteral } from "../words/expanded-word.ts";
import { applyOptions, derived, optionFloors, runsProgram } from "./options/option-effects.ts";
import { type GivenOption, scanOptions } from "./options/scan-options.ts";

const OPTIONS: ReadonlyMap<string, GivenOption["meaning"]> = new Map([
  ["-f", "config"],
  ["--file", "config"],
  ["-E", "config"],
  ["--exec", "config"],
  ["-i", "floor-value"],
  ["--include", "floor-value"],
  ["-l", "floor-value"],
  ["--load", "floor-value"],
  ["-e", "subject"],
  ["--source", "subject"],
  ["-F", "value"],
  ["--field-separator", "value"],
  ["-v", "value"],
  ["--assign", "value"],
  ["-o", "attached"],
  ["--pretty-print", "attached"],
  ["-p", "attached"],
  ["--profile", "attached"],
  ["-d", "attached"],
  ["--dump-variables", "attached"],
  ["-W", "floor-value"],
]);

/** What gawk prints about a program it writes into the file that is attached. */
function asOutput(option: GivenOption): GivenOption {
  return /^(?:-[opd]|--(?:pre|pro|d).*)$/.test(option.name) && option.value
    ? { ...option, meaning: "write" }
    : option;
}

export function readAwk(context: CommandContext, call: Invocation): void {
  const long = [...OPTIONS.keys()].filter((name) => name.startsWith("--"));
  // What follows the program is not looked at for options.
  const { options, operands } = scanOptions(call.words.slice(1), {
    options: OPTIONS,
    long,
    stopAtOperand: true,
  });
  const given = options.filter(({ meaning }) => meaning === "subject").map(({ value }) => value);
  const hasProgram = given.length > 0 || options.some(({ meaning }) => meaning === "config");
  const programs = hasProgram ? given : operands.slice(0, 1);
  const runs = programs.some((program) => !program || mayReachOut(program));
  const floors = [
    ...optionFloors(call, options),
    ...(runs ? [runsProgram(call, "with this program")] : []),
  ];
  const unitIndex = emitUnit(context, call, { floors, effect: "read", unreadProgram: runs });
  applyOptions(context, call, { options: options.map(asOutput), unitIndex });
  const file = { provenance: derived("operand", unitIndex), scope: call.scope };
  for (const word of hasProgram ? operands : operands.slice(1)) {
    // What a variable holds may be opened by the program, or become one of its files.
    if (ASSIGNED.test(word.text)) addLooseWords(context, { ...file, words: [word] });
    else if (word.text !== "-") addFile(context, word, { ...file, access: "read" });
  }
  const assigned = options.filter(({ name, value }) => value && /^(?:-v|--as)/.test(name));
  addLooseWords(context, { ...file, words: assigned.flatMap(({ value }) => value ?? []) });
}

const ASSIGNED = /^[A-Za-z_]\w*=/;

function mayReachOut(program: ExpandedWord): boolean {
  if (!isLiteral(program)) return true;
  const text = withoutLiterals(program.text);
  return (
    /\bsystem\b|\bgetline\b|@/.test(text) ||
    // It chooses the files it reads itself.
    /\bARG[VC]\b/.test(text) ||
    /(?<!\|)\|(?!\|)/.test(text) ||
    /\bprintf?\b[^;}\n]*>/.test(text) ||
    // gawk: `print > "/inet/tcp/…"` and friends are covered above; redirected regular expressions are not strings.
    /\/inet/.test(program.text)
  );
}

const BEFORE_VALUE: ReadonlySet<string> = new Set("return in print printf else do".split(" "));

/** The program with strings, regular expressions and comments taken out; a `/` after a value divides. */
function withoutLiterals(text: string): string {
  let rest = "";
  let afterValue = false;
  let word = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] as string;
    if (character === "#") {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end - 1;
    } else if (character === '"' || (character === "/" && !afterValue)) {
      at = endOfLiteral(text, at);
      rest += " 0 ";
      word = "";
      afterValue = true;
    } else {
      rest += character;
      word = /\w/.test(character) ? word + character : "";
      if (!/\s/.test(character)) afterValue = /[\w)\]$]/.test(character) && !BEFORE_VALUE.has(word);
    }
  }
  return rest;
}

function endOfLiteral(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === text[from]) return at;
  }
  return text.length;
}
