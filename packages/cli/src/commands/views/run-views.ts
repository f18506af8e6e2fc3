import type { CommandRun } from "../../command/command.ts";
import { line } from "../../terminal/shown/shown.ts";
import { viewFacts } from "./view-facts.ts";
import { viewsLines } from "./views-lines.ts";
import { withViews } from "./with-views.ts";

const NONE_HERE =
  "No view can be held or looked into here: toolplane doctor says why. One that was left is still there.";

export const runViews: CommandRun = (context) =>
  withViews(context, async (ground) => {
    const views = [];
    for (const view of await ground.views.list()) views.push(await viewFacts(ground, view));
    const { workspace, holdsViews } = ground;
    const room = await ground.views.room();
    const lines = viewsLines(views, { workspace, room, nowMs: Date.now() });
    return { json: { views, room }, shown: holdsViews ? lines : [line(NONE_HERE)] };
  });
