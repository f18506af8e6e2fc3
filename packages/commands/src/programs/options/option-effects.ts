/** Writes down what a command's options do: floors before the unit, resources and nested units after it. */
import type { Provenance, ShellFloor } from "@toolplane/contract";
import type { Meaning } from "../../knowledge/program-row.ts";
import type { CommandContext, Invocation, Scope } from "../../line/command-context.ts";
import { enterDirectory } from "../../line/enter-directory.ts";
import { addUrl } from "../../resources/add-destination.ts";
import { addFile } from "../../resources/add-file.ts";
import { addLooseWords } from "../../resources/add-loose-words.ts";
import { type ExpandedWord, literalWord } from "../../words/expanded-word.ts";
import { streamOf } from "../../words/stream-number.ts";
import { readNested } from "../inner/read-program-text.ts";
import type { GivenOption } from "./scan-options.ts";

const RUNS: ReadonlySet<Meaning> = new Set(["exec", "floor", "floor-value", "code", "config"]);
const WRITES: ReadonlySet<Meaning> = new Set(["write", "rewrite", "into", "creates"]);
/** Options with a value of which nobody said that it is no file. */
const LOOSE: ReadonlySet<Meaning> = new Set(["flag", "floor", "floor-value"]);

/** F1 for every option that runs something. */
export function optionFloors(
  call: Invocation,
  options: readonly Pick<GivenOption, "name" | "meaning">[],
): readonly ShellFloor[] {
  return options
    .filter(({ meaning }) => RUNS.has(meaning))
    .map(({ name }) => runsProgram(call, name));
}

/** The floor of one such option. */
export function runsProgram(call: Invocation, what: string): ShellFloor {
  return { floor: "F1", reason: `${call.words[0]?.text ?? ""} ${what} can run another program.` };
}

/** True when an option changes a file. */
export function writesByOption(options: readonly GivenOption[]): boolean {
  return options.some(({ meaning }) => WRITES.has(meaning));
}

/** A derived resource of a unit. */
export function derived(via: "operand" | "destination", unitIndex: number): Provenance {
  return { origin: "derived", via, unitIndex };
}

/** Writes down what option values touch, and reads the programs they hold; gives the scope for operands. */
export function applyOptions(
  context: CommandContext,
  call: Invocation,
  given: { readonly options: readonly GivenOption[]; readonly unitIndex: number },
): Scope {
  let { scope } = call;
  const provenance = derived("operand", given.unitIndex);
  for (const { meaning, value } of given.options) {
    if (meaning !== "in" || !value) continue;
    const { now } = enterDirectory(context, value, {
      where: scope.where,
      provenance,
      physical: true,
    });
    if (now === null)
      context.reading.addUnknown(value.text, "it works in a directory that is not known");
    scope = { ...scope, where: { ...scope.where, now } };
  }
  for (const { meaning, value } of given.options) {
    if (!value) continue;
    if (LOOSE.has(meaning)) addLooseWords(context, { words: [value], provenance, scope });
    else applyValue(context, { meaning, value }, { scope, own: call.scope, provenance });
    if (meaning === "config" && isStream(context, call, value))
      context.reading.addOpaque(call.text, "the program it would run is only known when it runs");
  }
  return scope;
}

/** A program of its own from a descriptor, or from what comes in. */
function isStream(context: CommandContext, { scope }: Invocation, value: ExpandedWord): boolean {
  return value.pipe === true || value.text === "-" || streamOf(context, value.text, scope) !== null;
}

function applyValue(
  context: CommandContext,
  { meaning, value }: { readonly meaning: Meaning; readonly value: ExpandedWord },
  at: { readonly scope: Scope; readonly own: Scope; readonly provenance: Provenance },
): void {
  const file = { provenance: at.provenance, scope: at.scope };
  switch (meaning) {
    case "read":
    case "config":
    case "subject-file":
      addFile(context, value, { ...file, access: "read" });
      return;
    case "write":
    case "into":
      addFile(context, value, { ...file, access: "write" });
      return;
    case "rewrite":
      addFile(context, value, { ...file, access: "read" });
      addFile(context, value, { ...file, access: "write" });
      return;
    case "data": {
      const name = /^(?:[\w.-]*=)?[@<]([^;,]+)/.exec(value.text)?.[1];
      if (name !== undefined && name !== "-")
        addFile(context, value.dynamic ? value : literalWord(name), { ...file, access: "read" });
      return;
    }
    case "exec":
      readNested(context, value, at.own);
      return;
    case "url":
      // `--resolve host:port:address` names an address behind a port.
      for (const text of value.text.includes("://") ? [value.text] : value.text.split(/:\d+:|,/))
        addUrl(
          context,
          { ...value, text },
          {
            provenance: { ...at.provenance, via: "destination" },
            fallback: "http",
          },
        );
      return;
    default:
  }
}
