/** Answers for a server that has no terminal: with `--wait` the person who runs `toolplane approvals`, else no one. */

import { openWaitingRoom } from "../broker/open-broker.ts";
import type { CommandContext } from "../command/command.ts";
import type { ServiceOptions } from "./open-service.ts";

/** The fallback of such a server. */
export function waitingRoom({
  arguments: given,
}: Pick<CommandContext, "arguments">): ServiceOptions["fallback"] {
  return ({ state }) => (given.flag("wait") ? openWaitingRoom(state) : undefined);
}
