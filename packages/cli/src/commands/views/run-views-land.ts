import type { Landing } from "@toolplane/contract";
import { landingMark } from "@toolplane/library/rooms/record";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { chooseView } from "../../session/choose-view.ts";
import { landingNote } from "../../terminal/changes/landing-words.ts";
import { show } from "../../terminal/shown/show.ts";
import { line, note } from "../../terminal/shown/shown.ts";
import { shortPath } from "../../terminal/words/resource-text.ts";
import { noteLines } from "./note-lines.ts";
import { fileDiffs, type ShownView, setLines } from "./set-lines.ts";
import { stopsHere } from "./stops-here.ts";
import { withViews } from "./with-views.ts";

export const runViewsLand: CommandRun = (context) =>
  withViews(context, async (ground) => {
    const { arguments: given, terminal } = context;
    const view = chooseView(await ground.views.list(), given.words[0] ?? "");
    const set = await ground.views.show(view.id);
    const shown = { ground, view, set };
    show(terminal, [
      ...setLines(shown, { isWhole: given.flag("all") }),
      ...noteLines(view, { nowMs: Date.now() }),
      ...(given.flag("diff") && !terminal.wantsJson ? await fileDiffs(shown) : []),
    ]);
    const line = `toolplane views land ${view.id}`;
    const stop = await stopsHere(context, { question: "Land it?", line });
    if (stop !== null) return stop;
    return landReport(shown, await ground.views.land(view.id));
  });

function landReport({ view, ground: { workspace } }: ShownView, landing: Landing): Report {
  const json = { view: view.id, sessionId: view.sessionId, landing };
  if (landing.state !== "kept")
    return { json, shown: [line(landingNote(landing), { mark: landingMark(landing) })] };
  const isConflict = landing.why === "conflict";
  const reasons = (landing.refused ?? []).map(({ path, reason }) =>
    note(`${shortPath(path, workspace)}: ${reason}`, { mark: "failed", wraps: true }),
  );
  return {
    json,
    exitCode: isConflict ? EXIT_CODES.failed : EXIT_CODES.denied,
    shown: [
      ...reasons,
      note("Nothing landed; it stays in the view."),
      ...(isConflict ? [note(`See both sides: toolplane views rebase ${view.id}`)] : []),
    ],
  };
}
