import type { ConflictAnswer, RebasedView, ViewConflict } from "@toolplane/contract/ports";
import { formatPlural, isWithin } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { chooseView } from "../../session/choose-view.ts";
import { line } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import { conflictLines } from "./conflict-lines.ts";
import { placesOf } from "./places-of.ts";
import { type ViewsGround, withViews } from "./with-views.ts";

export const runViewsRebase: CommandRun = (context) =>
  withViews(context, async (ground) => {
    const view = chooseView(await ground.views.list(), context.arguments.words[0] ?? "");
    const first = await ground.views.rebase(view.id);
    const answers = answersOf(context, ground, first.conflicts);
    const outcome =
      Object.keys(answers).length === 0 ? first : await ground.views.rebase(view.id, { answers });
    return reportOf(outcome, { id: view.id, workspace: ground.workspace });
  });

function reportOf(
  { merged, conflicts }: RebasedView,
  place: { readonly id: string; readonly workspace: string | null },
) {
  const json = { view: place.id, merged, conflicts };
  if (conflicts.length > 0)
    return { json, exitCode: EXIT_CODES.failed, shown: conflictLines(conflicts, place) };
  const what = merged.length === 0 ? "Nothing to merge" : formatPlural(merged.length, "path");
  return {
    json,
    shown: [
      line(merged.length === 0 ? `${what}: it is up to date.` : `${what} merged in the view.`, {
        mark: "allow" as const,
      }),
      ...merged.map((path) => line(shortPath(path, place.workspace), { indent: 4 })),
      line(`Next: toolplane views land ${place.id}`),
    ],
  };
}

function answersOf(
  context: CommandContext,
  { workspace }: ViewsGround,
  conflicts: readonly ViewConflict[],
): Readonly<Record<string, ConflictAnswer>> {
  const answers: Record<string, ConflictAnswer> = {};
  for (const side of ["theirs", "ours"] as const)
    for (const typed of context.arguments.list(side)) {
      const places = placesOf(typed, { directory: context.directory, workspace });
      const meant = conflicts.filter(({ path }) => places.some((place) => isWithin(path, place)));
      if (meant.length === 0)
        throw new CliError(`${escapeText(typed)} is not in conflict.`, {
          next: ["Without --ours and --theirs the conflicts are shown."],
        });
      for (const { path } of meant) {
        if ((answers[path] ?? side) !== side)
          throw new CliError(`${escapeText(typed)} is given to both sides.`);
        answers[path] = side;
      }
    }
  return answers;
}
