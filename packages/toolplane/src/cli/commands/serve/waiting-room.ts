/** Who is asked by a server that has no terminal: with `--wait` whoever runs `toolplane approvals`, else nobody. */
import type { CommandContext } from "../../command.ts";
import type { ServiceOptions } from "./open-service.ts";

/** The fallback of such a server. */
export function waitingRoom(context: CommandContext): ServiceOptions["fallback"] {
  return () => (context.arguments.flag("wait") ? undefined : undefined);
}
