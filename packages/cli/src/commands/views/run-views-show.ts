import type { CommandRun } from "../../command/command.ts";
import { chooseView } from "../../session/choose-view.ts";
import { line } from "../../terminal/shown/shown.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import { noteLines } from "./note-lines.ts";
import { fileDiffs, setLines } from "./set-lines.ts";
import { withViews } from "./with-views.ts";

export const runViewsShow: CommandRun = (context) =>
  withViews(context, async (ground) => {
    const { arguments: given, terminal } = context;
    const view = chooseView(await ground.views.list(), given.words[0] ?? "");
    const set = await ground.views.show(view.id);
    const overlaps = await ground.views.overlaps(view.id);
    const shown = { ground, view, set };
    const paths = overlaps.map((path) => shortPath(path, ground.workspace));
    return {
      json: { view, set, overlaps },
      shown: [
        ...setLines(shown, { isWhole: given.flag("all") }),
        ...noteLines(view, { nowMs: Date.now() }),
        ...(paths.length === 0
          ? []
          : [line(`The project changed too: ${paths.join(", ")}`, { mark: "ask", wraps: true })]),
        ...(terminal.wantsJson ? [] : await fileDiffs(shown)),
        line(),
        line(`Next: toolplane views land ${view.id}, or discard ${view.id}`),
      ],
    };
  });
