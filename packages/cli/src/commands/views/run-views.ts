import type { CommandRun } from "../../command/command.ts";
import { viewFacts } from "./view-facts.ts";
import { viewsLines } from "./views-lines.ts";
import { withViews } from "./with-views.ts";

export const runViews: CommandRun = (context) =>
  withViews(context, async (ground) => {
    const views = [];
    for (const view of await ground.views.list()) views.push(await viewFacts(ground, view));
    const { workspace } = ground;
    return { json: { views }, shown: viewsLines(views, { workspace, nowMs: Date.now() }) };
  });
