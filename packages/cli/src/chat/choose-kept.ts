/** The conversation that a chat goes on with: the last one of this folder, or the one that was named. */
import type { KeptRun, Runs } from "@toolplane/library/rooms/runs";
import { CliError } from "../command/cli-error.ts";
import { chooseRun } from "../models/choose-run.ts";

/** Runs that are looked through for one of this folder. */
const MOST = 1_000;

/** Null: a new one. `word` is a run or a session, or the beginning of a run's id. */
export async function chooseKept(
  runs: Pick<Runs, "find" | "list">,
  given: {
    readonly word: string | undefined;
    readonly wantsLast: boolean;
    readonly workspace: string | null;
  },
): Promise<KeptRun | null> {
  const { word, wantsLast, workspace } = given;
  if (word !== undefined) {
    const [found] = await runs.list({ sessionId: word, limit: 1 });
    return found ?? chooseRun(runs, word);
  }
  if (!wantsLast) return null;
  const all = await runs.list({ limit: MOST });
  const last = all.find((run) => run.parentId === null && run.workspace === workspace);
  if (last) return last;
  throw new CliError("No conversation of this folder was kept.", {
    next: ["toolplane runs --all   lists those of other folders."],
  });
}
