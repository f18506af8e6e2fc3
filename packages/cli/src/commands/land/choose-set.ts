/** Chooses the set that is meant: the id of its call as it was typed, or the one whose id ends like that. */
import type { WaitingSet } from "@toolplane/contract/ports";
import { CliError } from "../../command/cli-error.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";

/** Ids begin with the time and end at random, so only an end of some length names one. */
const SHORTEST = 4;

/** Chooses; throws a CliError that says what there is. */
export function chooseSet(waiting: readonly WaitingSet[], typed: string): WaitingSet {
  const exact = waiting.find(({ callId }) => callId === typed);
  if (exact) return exact;
  const like =
    typed.length < SHORTEST ? [] : waiting.filter(({ callId }) => callId.endsWith(typed));
  const [only, ...others] = like;
  if (only && others.length === 0) return only;
  const newest = waiting.at(-1);
  throw new CliError(
    others.length > 0
      ? `${like.length} change sets are called like ${escapeText(typed)}.`
      : `No change set waits as ${escapeText(typed)}. It may have been landed or dropped, or it waited too long.`,
    {
      next: newest
        ? [`toolplane land   lists all ${waiting.length}. The newest: ${escapeText(newest.callId)}`]
        : ["toolplane show   says what became of a call's changes."],
      exitCode: EXIT_CODES.failed,
    },
  );
}
