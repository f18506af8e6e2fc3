// Measures how well our reading of command lines finds the simple commands that another parser found in them. A command is
// missed when its name is not among the units of the line; a line is right when the names are exactly the same.

import { createCommandBook, readLine } from "@toolplane/commands/inside";
import type { ShellUnit } from "@toolplane/contract";
import { compareNames, type Found } from "./shell/compare-names.ts";
import { createStubWorld } from "./shell/create-stub-world.ts";
import { readLines } from "./shell/read-lines.ts";

/** One labelled line. A word that is not literal is null. */
interface LabelledLine {
  readonly id: string;
  readonly command: string;
  readonly commands?: readonly (readonly (string | null)[])[];
  readonly bash_n?: boolean;
}

const MAX_PRINTED = 60;

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const tools = { world: createStubWorld(), book: createCommandBook() };
  let total = 0;
  let right = 0;
  let missed = 0;
  let allowed = 0;
  let printed = 0;
  for (const line of readLines<LabelledLine>(options.data, "commands.jsonl")) {
    total += 1;
    const reading = readLine(tools, line.command, undefined);
    const units = typeof reading === "string" ? [] : reading.units;
    const isOpaque = typeof reading === "string" || reading.opaque.length > 0;
    if (line.bash_n === false && !isOpaque) allowed += 1;
    if (line.commands === undefined || line.bash_n === false) {
      right += line.bash_n === false && isOpaque ? 1 : 0;
      continue;
    }
    const found: readonly Found[] = units.map(({ unit, from }) => ({
      names: [unit.argv, ...(unit.alternates ?? [])].map((argv) => nameOf(argv[0])),
      from: isSimple(unit) ? from : "words",
    }));
    const result = compareNames(
      line.commands.map((argv) => argv[0] ?? null),
      found,
    );
    if (result.missing.length === 0 && result.surplus.length === 0) {
      right += 1;
      continue;
    }
    if (result.missing.length > 0) missed += 1;
    printed += 1;
    if (printed <= MAX_PRINTED)
      print(
        `${line.id}: missing ${JSON.stringify(result.missing)}, more than labelled ${JSON.stringify(result.surplus)}\n  ${line.command.slice(0, 300)}`,
      );
  }
  if (printed > MAX_PRINTED) print(`… and ${printed - MAX_PRINTED} more`);
  return { total, right, missed, unparsable_allowed: allowed };
}

/** `[[ ]]` is a compound command, and a variable that is set alone is none; we judge both, the labels leave both out. */
function isSimple({ argv: [name], assignments }: ShellUnit): boolean {
  if (name === "[[") return false;
  return !assignments?.some((set) => typeof name !== "string" || name.startsWith(`${set.name}=`));
}

function nameOf(word: unknown): string | null {
  return typeof word === "string" ? word : null;
}
