/**
 * The sandbox as it is in this very workspace, and what waits there: a folder below a mount, or one of another owner, has a weaker
 * level than the machine. Nothing is run, and nothing is made where there is no data folder yet.
 */
import { existsSync } from "node:fs";
import type { SandboxStatus, WaitingSet } from "@toolplane/contract/ports";
import { createToolplane } from "@toolplane/library/rooms/library";
import { landingBounds } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { CommandContext } from "../../command/command.ts";

export interface Here {
  readonly sandbox: SandboxStatus | null;
  readonly waiting: readonly WaitingSet[];
}

export async function lookHere(
  { environment }: Pick<CommandContext, "environment">,
  settings: Settings,
): Promise<Here> {
  const { workspace, userData, sandbox } = settings;
  if (!existsSync(userData)) return { sandbox: null, waiting: [] };
  const toolplane = await createToolplane({
    workspace,
    userData,
    sandbox,
    environment,
    record: false,
    tools: [],
    landing: landingBounds(settings),
    onWarning: () => {},
  });
  try {
    return { sandbox: toolplane.host.sandbox, waiting: await toolplane.landings.list() };
  } finally {
    await toolplane.close();
  }
}
