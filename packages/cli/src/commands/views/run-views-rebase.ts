import type { RebasedView } from "@toolplane/contract/ports";
import { formatPlural } from "@toolplane/readings";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { chooseView } from "../../session/choose-view.ts";
import { line } from "../../terminal/shown/shown.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import { conflictLines } from "./conflict-lines.ts";
import { readAnswers } from "./read-answers.ts";
import { withViews } from "./with-views.ts";

export const runViewsRebase: CommandRun = (context) =>
  withViews(context, async (ground) => {
    const view = chooseView(await ground.views.list(), context.arguments.words[0] ?? "");
    const first = await ground.views.rebase(view.id);
    const answers = readAnswers(context, ground, first.conflicts);
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
