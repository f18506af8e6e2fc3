// Real edits, each sent with one or two of the slips that models make, in the old text alone or in both. What is applied all the
// same must be what was meant, to the last blank. An edit whose slip cannot be seen is left out: nothing could notice it.
import { isToolError } from "@toolplane/contract";
import { isSeen, SHORTENING, SLIPS } from "@toolplane/tools/fixtures";
import { applyEdit, toLf } from "@toolplane/tools/inside";
import type { EditRow } from "./edits/edit-rows.ts";
import { readLines } from "./edits/read-lines.ts";

const MAX_PRINTED = 40;

interface Sent {
  readonly old: string;
  readonly next: string;
}

export async function measure(options: {
  readonly data: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const figures = { total: 0, applied: 0, refused: 0, wrong: 0 };
  const kinds = new Set<string>();
  for (const row of readLines<EditRow>(options.data, "edits.jsonl"))
    for (const { old_string: old, new_string: next } of row.edits)
      for (const [name, sent] of flawed({ old, next }, toLf(row.before))) {
        figures.total += 1;
        const done = tryEdit(row, sent);
        if (done === null) figures.refused += 1;
        else figures.applied += 1;
        if (done === null || done === row.before.replace(old, () => next)) continue;
        figures.wrong += 1;
        if (kinds.size < MAX_PRINTED && !kinds.has(name)) print(`${row.id} ${name}: wrong`);
        kinds.add(name);
      }
  return figures;
}

/** The edit with every slip, and with every two, in the old text and in both. */
function* flawed(meant: Sent, text: string): Generator<readonly [string, Sent]> {
  const names = Object.keys(SLIPS).filter((name) => !SHORTENING.has(name));
  for (const both of [false, true])
    for (const first of names) {
      const once = slipOnce(meant, { name: first, both, text });
      if (once === null) continue;
      const where = both ? "in both" : "in old_string";
      yield [`${first}, ${where}`, once];
      for (const second of names) {
        const twice = slipOnce(once, { name: second, both, text });
        // Each has to show by itself, and the second may have taken the mark of the first away.
        const isAlone = slipOnce(meant, { name: second, both, text }) !== null;
        if (isAlone && twice !== null && twice.old !== SLIPS[second]?.(meant.old))
          yield [`${first}, then ${second}, ${where}`, twice];
      }
    }
}

/** Null when the slip cannot be noticed: it changes nothing in the old text, or makes it another text that the file holds. */
function slipOnce(
  meant: Sent,
  { name, both, text }: { readonly name: string; readonly both: boolean; readonly text: string },
): Sent | null {
  const slip = SLIPS[name] ?? String;
  if (both && !isSeen(name, { old: toLf(meant.old), next: toLf(meant.next) })) return null;
  const sent = { old: slip(meant.old), next: both ? slip(meant.next) : meant.next };
  if (toLf(sent.old) !== toLf(meant.old) && text.includes(toLf(sent.old))) return null;
  return sent.old === meant.old || sent.old === sent.next ? null : sent;
}

function tryEdit({ before, path }: EditRow, { old, next }: Sent): string | null {
  try {
    return applyEdit(before, { old_string: old, new_string: next }, path).text;
  } catch (error) {
    if (isToolError(error)) return null;
    throw error;
  }
}
