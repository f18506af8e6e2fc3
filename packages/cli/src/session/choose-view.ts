/** Chooses the view that is meant: its id as it was typed, or the one whose id ends like that. */
import type { HeldView } from "@toolplane/contract/ports";
import { CliError } from "../command/cli-error.ts";
import { EXIT_CODES } from "../command/exit-code.ts";
import { escapeText } from "../terminal/text/escape-text.ts";

/** The end of an id is random, so one of some length names it. */
const SHORTEST = 3;

/** Chooses; throws a CliError that says what there is. */
export function chooseView(views: readonly HeldView[], typed: string): HeldView {
  const exact = views.find(({ id }) => id === typed);
  if (exact) return exact;
  const like = typed.length < SHORTEST ? [] : views.filter(({ id }) => id.endsWith(typed));
  const [only, ...others] = like;
  if (only && others.length === 0) return only;
  throw new CliError(
    others.length > 0
      ? `${like.length} views are called like ${escapeText(typed)}.`
      : `There is no view ${escapeText(typed)}. It may have landed, or it was discarded.`,
    {
      next: ["toolplane views   lists what there is."],
      exitCode: EXIT_CODES.failed,
    },
  );
}
