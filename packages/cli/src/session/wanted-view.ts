/** Where an agent works: by `--view`, or else by the settings. */
import type { AgentView } from "@toolplane/library/rooms/agent";
import type { ToolplaneViews } from "@toolplane/library/rooms/library";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { CommandArguments } from "../command/command.ts";
import { chooseView } from "./choose-view.ts";

export interface WantedViewGround {
  readonly arguments: Pick<CommandArguments, "text">;
  readonly settings: Pick<Settings, "view">;
  readonly views: Pick<ToolplaneViews, "list">;
}

/** Nothing where neither says it. Rejects with a CliError for a view that is not there. */
export async function wantedView({
  arguments: given,
  settings,
  views,
}: WantedViewGround): Promise<{ readonly view?: AgentView }> {
  const word = given.text("view");
  if (word === undefined) return settings.view === "own" ? { view: "own" } : {};
  if (word === "own" || word === "project") return { view: word };
  return { view: { id: chooseView(await views.list(), word).id } };
}
