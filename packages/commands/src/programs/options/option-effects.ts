/** What the options of a command do: floors before the unit is written down, resources and nested units after. */
import type { Provenance, ShellFloor } from "@toolplane/contract";
import type { OptionMeaning } from "../../knowledge/book/command-book.ts";
import type { CommandContext, Invocation, Scope } from "../../line/command-context.ts";
import { staying } from "../../line/directories.ts";
import { enterDirectory } from "../../line/enter-directory.ts";
import { inheritedInput } from "../../line/inherited-input.ts";
import { readOnce } from "../../line/repeated-commands.ts";
import { addHost, addUrl } from "../../resources/add-destination.ts";
import { addFile } from "../../resources/add-file.ts";
import { addLooseWords } from "../../resources/add-loose-words.ts";
import type { Dialect } from "../../words/dialects.ts";
import { type ExpandedWord, isLiteral, literalWord } from "../../words/expanded-word.ts";
import { streamOf } from "../../words/stream-number.ts";
import type { GivenOption } from "./scan-options.ts";

const RUNS: ReadonlySet<OptionMeaning> = new Set([
  "exec",
  "floor",
  "floor-value",
  "floor-attached",
  "code",
  "config",
]);

/** F1 for every option that runs something. */
export function optionFloors(
  call: Invocation,
  options: readonly GivenOption[],
): readonly ShellFloor[] {
  return options
    .filter(({ meaning }) => RUNS.has(meaning))
    .map(({ name }) => runsProgram(call, name));
}

/** The floor of one such option. */
export function runsProgram(call: Invocation, what: string): ShellFloor {
  return { floor: "F1", reason: `${call.words[0]?.text ?? ""} ${what} can run another program.` };
}

/** True when an option holds a program in another language, which nobody reads. */
export function holdsCode(options: readonly Pick<GivenOption, "meaning">[]): boolean {
  return options.some(({ meaning }) => meaning === "code");
}

/** True when an option changes a file. */
export function writesByOption(options: readonly GivenOption[]): boolean {
  return options.some(
    ({ meaning }) =>
      meaning === "write" || meaning === "rewrite" || meaning === "into" || meaning === "creates",
  );
}

/** Writes down what option values touch, and reads the programs they hold; gives the scope for operands. */
export function applyOptions(
  context: CommandContext,
  call: Invocation,
  given: {
    readonly options: readonly GivenOption[];
    readonly unitIndex: number;
    /** Of a program that does more than look: a value that is called harmless may name a file all the same (`ssh -i key`). */
    readonly valuesMayName?: boolean;
  },
): Scope {
  let { scope } = call;
  for (const option of given.options) {
    if (option.meaning !== "in" || !option.value) continue;
    const provenance = derived("operand", given.unitIndex);
    const entered = enterDirectory(context, option.value, {
      where: scope.where,
      provenance,
      physical: true,
    });
    if (entered.now === null)
      context.reading.addUnknown(option.value.text, "it works in a directory that is not known");
    scope = { ...scope, where: { ...scope.where, now: entered.now } };
  }
  addLooseWords(context, {
    words: given.options.flatMap(({ meaning, value }) =>
      value && (LOOSE.has(meaning) || (meaning === "value" && given.valuesMayName === true))
        ? [value]
        : [],
    ),
    provenance: derived("operand", given.unitIndex),
    scope,
  });
  for (const option of given.options)
    applyOption(context, option, { scope, own: call.scope, unitIndex: given.unitIndex });
  if (given.options.some((option) => takesStream(context, call, option)))
    context.reading.addOpaque(call.text, "the program it would run is only known when it runs");
  return scope;
}

/** A program of its own from a descriptor; what make reads from its input is read where make is. */
function takesStream(
  context: CommandContext,
  { words, scope }: Invocation,
  { meaning, value }: GivenOption,
): boolean {
  if (meaning !== "config" || !value) return false;
  if (value.pipe) return true;
  const stream = streamOf(context, value.text, scope);
  const program = words[0]?.text.split("/").at(-1) ?? "";
  if (value.text === "-") return /^(?:[gmn]?awk|g?sed)$/.test(program);
  return stream !== null && !(stream === 0 && /^g?make$/.test(program));
}

/** Options with a value of which nobody said that it is no file. */
const LOOSE: ReadonlySet<OptionMeaning> = new Set(["flag", "floor-value", "floor-attached"]);

interface Applied {
  readonly scope: Scope;
  /** Where the command itself was called. */
  readonly own: Scope;
  readonly unitIndex: number;
}

function applyOption(context: CommandContext, { meaning, value }: GivenOption, at: Applied): void {
  if (!value) return;
  const file = { provenance: derived("operand", at.unitIndex), scope: at.scope };
  const net = derived("destination", at.unitIndex);
  switch (meaning) {
    case "read":
    case "read-tree":
    case "config":
    case "subject-file":
      addFile(context, value, { ...file, access: "read", tree: meaning === "read-tree" });
      return;
    case "write":
    case "write-tree":
    case "into":
      addFile(context, value, { ...file, access: "write", tree: meaning === "write-tree" });
      return;
    case "rewrite":
      addFile(context, value, { ...file, access: "read" });
      addFile(context, value, { ...file, access: "write" });
      return;
    case "keyed-tree": {
      const path = { ...value, text: value.text.replace(/^[^=/]+=/, "") };
      addFile(context, path, { ...file, access: "read", tree: true });
      return;
    }
    case "data":
    case "form":
    case "data-or-read": {
      const read = dataFile(value, meaning);
      if (read) addFile(context, read, { ...file, access: "read" });
      return;
    }
    case "exec":
      readNested(context, value, at.own);
      return;
    case "url":
    case "proxy":
      addUrl(context, value, { provenance: net, fallback: "http" });
      return;
    case "host":
    case "host-port":
      addPinned(context, value, net);
      return;
    default:
  }
}

/** Program text inside a command's words, run by `/bin/sh`. */
export function readNested(context: CommandContext, value: ExpandedWord, scope: Scope): void {
  readProgramText(context, value, { scope, dialect: "posix" });
}

/** The same for another shell. */
export function readProgramText(
  context: CommandContext,
  value: ExpandedWord,
  at: { readonly scope: Scope; readonly dialect: Dialect },
): void {
  if (!isLiteral(value)) {
    context.reading.addOpaque(value.text, "the program it would run is only known when it runs");
    // What will be put in is not known, but the rest is: a rule that denies it must see it.
    if (!value.template) return;
  }
  const scope: Scope = {
    ...at.scope,
    depth: at.scope.depth + 1,
    certain: false,
    inWords: true,
    stdin: inheritedInput(at.scope.stdin),
    dialect: at.dialect,
  };
  // No command of a line begins so: the two must not be taken for each other.
  readOnce(context, { key: () => `\0text ${value.text}`, scope }, () =>
    staying(context.readText(value.text, { shell: "new", scope })),
  );
}

/** A derived resource of a unit. */
export function derived(via: "operand" | "destination", unitIndex: number): Provenance {
  return { origin: "derived", via, unitIndex };
}

function dataFile(value: ExpandedWord, meaning: OptionMeaning): ExpandedWord | null {
  const { text } = value;
  if (meaning === "data-or-read") return text.includes("=") ? null : value;
  const at = meaning === "form" ? /^[^=]*=[@<](.*)$/s.exec(text) : /^(?:[^=@]*)@(.*)$/s.exec(text);
  if (!at || (meaning === "data" && !/^(?:@|[\w.-]+@)/.test(text))) return null;
  const file = (at[1] ?? "").split(/[;,]/)[0] ?? "";
  if (file === "-" || file === "") return null;
  return value.dynamic
    ? { ...value, text: file }
    : literalWord(meaning === "form" ? file : (at[1] ?? ""));
}

/** `--resolve host:port:address` and `--connect-to a:p:b:q`: every name in it counts; so does a plain host. */
function addPinned(context: CommandContext, value: ExpandedWord, provenance: Provenance): void {
  if (!isLiteral(value)) {
    addHost(context, value, { provenance, scheme: "https" });
    return;
  }
  const parts = value.text.replace(/^[+-]/, "").split(/[:,]/);
  const names = parts.filter((part) => /[a-z.]/i.test(part) && part !== "*");
  const port = parts.find((part) => /^\d+$/.test(part));
  for (const name of names.length > 0 ? names : [value.text])
    addHost(context, literalWord(name), {
      provenance,
      scheme: port ? "tcp" : "https",
      ...(port ? { port: Number(port) } : {}),
    });
}
