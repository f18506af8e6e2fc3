/** Who is asked when a command's call must be: the person at this terminal, whoever looks into the waiting room, or nobody. */
import type { Broker } from "@toolplane/contract";
import { createSystemClock } from "@toolplane/host";
import { createWaitingRoom, type WaitingRoom } from "../approvals/create-waiting-room.ts";
import { ownWaiter } from "../approvals/waiter.ts";
import type { Settings } from "../settings/settings.ts";
import type { State } from "../state/open-state.ts";
import type { CommandContext } from "./command.ts";

/** What stands behind a broker. */
export interface BrokerGround {
  readonly state: State;
  readonly settings: Pick<Settings, "projectApprovals" | "workspace" | "userData">;
}

/** Undefined where nobody can be asked: an ask is then a refusal. */
export function openBroker(context: CommandContext, { state }: BrokerGround): Broker | undefined {
  const { terminal } = context;
  if (!terminal.isInteractive && !context.arguments.flag("wait")) return undefined;
  return openWaitingRoom(state);
}

/** The room of this process, for a command that has no terminal of its own. */
export function openWaitingRoom({ store, key }: Pick<State, "store" | "key">): WaitingRoom {
  return createWaitingRoom({
    store,
    key,
    clock: createSystemClock(),
    waiter: ownWaiter(),
    hold() {
      const timer = setInterval(() => {}, HOLD_MS);
      return () => clearInterval(timer);
    },
  });
}

const HOLD_MS = 60_000;
