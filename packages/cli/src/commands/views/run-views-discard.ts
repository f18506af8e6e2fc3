import type { CommandRun } from "../../command/command.ts";
import { chooseView } from "../../session/choose-view.ts";
import { show } from "../../terminal/shown/show.ts";
import { line } from "../../terminal/shown/shown.ts";
import { setLines } from "./set-lines.ts";
import { stopsHere } from "./stops-here.ts";
import { withViews } from "./with-views.ts";

export const runViewsDiscard: CommandRun = (context) =>
  withViews(context, async (ground) => {
    const { arguments: given, terminal } = context;
    const view = chooseView(await ground.views.list(), given.words[0] ?? "");
    const set = await ground.views.show(view.id);
    show(terminal, setLines({ ground, view, set }, { isWhole: given.flag("all") }));
    const stop = await stopsHere(context, {
      question: "Throw it away?",
      line: `toolplane views discard ${view.id}`,
    });
    if (stop !== null) return stop;
    const landing = await ground.views.discard(view.id);
    return {
      json: { view: view.id, sessionId: view.sessionId, landing },
      shown: [line("Discarded. The project is as it was.", { mark: "off" })],
    };
  });
