/** Opens what the commands about views work on: the product without tools, because nothing is called. */

import { createSystemClock } from "@toolplane/host";
import type { ToolplaneViews } from "@toolplane/library/rooms/library";
import { openProduct } from "@toolplane/library/rooms/product";
import { createRuns, type Runs } from "@toolplane/library/rooms/runs";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import type { CommandContext } from "../../command/command.ts";
import { sayWarning } from "../../terminal/say-warning.ts";

export interface ViewsGround {
  readonly views: ToolplaneViews;
  /** False: what was left in views cannot be reached now. */
  readonly holdsViews: boolean;
  readonly runs: Pick<Runs, "list">;
  readonly workspace: string | null;
}

export async function withViews<Value>(
  context: CommandContext,
  act: (ground: ViewsGround) => Promise<Value>,
): Promise<Value> {
  const settings = await readSettings(context);
  const state = await openState(settings);
  try {
    const runs = createRuns({ ...state, clock: createSystemClock() });
    const product = await openProduct({
      settings,
      state,
      only: [],
      onWarning: (text) => {
        // A missing sandbox is no news here: nothing runs.
        if (!text.startsWith("No sandbox")) sayWarning(context.terminal, text);
      },
    });
    try {
      const holdsViews = product.host.views !== undefined;
      return await act({ views: product.views, holdsViews, runs, workspace: settings.workspace });
    } finally {
      await product.close();
    }
  } finally {
    await state.close();
  }
}
