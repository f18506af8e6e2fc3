import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { chooseView } from "../../session/choose-view.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { placesOf } from "./places-of.ts";
import { diffDrawing } from "./set-lines.ts";
import { withViews } from "./with-views.ts";

export const runViewsDiff: CommandRun = (context) =>
  withViews(context, async (ground) => {
    const [id = "", typed = ""] = context.arguments.words;
    const view = chooseView(await ground.views.list(), id);
    for (const path of placesOf(typed, { directory: context.directory, ...ground })) {
      const diff = await ground.views.diff(view.id, path);
      if (diff !== null && diff !== "")
        return { json: { view: view.id, path, diff }, shown: [diffDrawing(diff)] };
    }
    throw new CliError(`The view does not change ${escapeText(typed)}.`, {
      next: [`toolplane views show ${view.id} --all   lists what it changes.`],
      exitCode: EXIT_CODES.failed,
    });
  });
