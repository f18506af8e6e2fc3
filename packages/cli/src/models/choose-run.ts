import type { KeptRun, Runs } from "@toolplane/library/rooms/runs";
import { CliError } from "../command/cli-error.ts";
import { escapeText } from "../terminal/text/escape-text.ts";

/** Of these the beginning of an id may be said; older ones are found by the whole of it. */
const MOST = 1_000;
const NEXT = { next: ["toolplane runs --all   lists them."] };

/** The run that a person means: its id, or the beginning of it. */
export async function chooseRun(runs: Pick<Runs, "list">, word: string): Promise<KeptRun> {
  const all = await runs.list({ limit: MOST });
  const exact = all.find(({ id }) => id === word);
  const [first, second] = word === "" ? [] : all.filter(({ id }) => id.startsWith(word));
  if (exact) return exact;
  if (first && !second) return first;
  const typed = escapeText(word);
  if (first) throw new CliError(`Several runs start with ${typed}: say more of it.`, NEXT);
  throw new CliError(`No run starts with ${typed}.`, NEXT);
}
