import type { KeptRun, Runs } from "@toolplane/library/rooms/runs";
import { formatCount } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";
import { escapeText } from "../terminal/text/escape-text.ts";

/** The beginning of an id is looked for in the newest; an older run needs the whole of it. */
const MOST = 1_000;
const NEXT = { next: ["toolplane runs --all   lists them."] };

/** The run that a person means: its id, or the beginning of it. */
export async function chooseRun(runs: Pick<Runs, "find" | "list">, word: string): Promise<KeptRun> {
  const exact = word === "" ? null : await runs.find(word);
  if (exact) return exact;
  const all = await runs.list({ limit: MOST });
  const [first, second] = word === "" ? [] : all.filter(({ id }) => id.startsWith(word));
  if (first && !second) return first;
  const typed = escapeText(word);
  if (first) throw new CliError(`Several runs start with ${typed}: say more of it.`, NEXT);
  if (all.length < MOST) throw new CliError(`No run starts with ${typed}.`, NEXT);
  throw new CliError(
    `None of the newest ${formatCount(MOST)} runs starts with ${typed}. An older run needs its whole id.`,
    NEXT,
  );
}
