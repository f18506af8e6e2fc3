/** Who is asked when a command's call must be: the person at this terminal, whoever looks into the waiting room, or nobody. */
import { join } from "node:path";
import type { Broker } from "@toolplane/contract";
import { createSystemClock } from "@toolplane/host";
import { createFirstAnswer } from "../approvals/create-first-answer.ts";
import { createWaitingRoom, type WaitingRoom } from "../approvals/create-waiting-room.ts";
import { ownWaiter } from "../approvals/waiter.ts";
import type { Settings } from "../settings/settings.ts";
import type { State } from "../state/open-state.ts";
import { createApprovalHistory } from "./approval-history.ts";
import type { CommandContext } from "./command.ts";
import { createTerminalBroker } from "./terminal/card/create-terminal-broker.ts";

/** What stands behind a broker. */
export interface BrokerGround {
  readonly state: State;
  readonly settings: Pick<Settings, "projectApprovals" | "workspace" | "userData">;
  /** What draws on the same terminal stands still while a card is shown. */
  readonly progress?: { pause(): void; resume(): void };
}

/** Undefined where nobody can be asked: an ask is then a refusal. */
export function openBroker(
  context: CommandContext,
  { state, settings, progress }: BrokerGround,
): Broker | undefined {
  const { terminal } = context;
  if (!terminal.isInteractive)
    return context.arguments.flag("wait") ? openWaitingRoom(state) : undefined;
  const card = createTerminalBroker({
    terminal,
    clock: createSystemClock(),
    environment: context.environment,
    workspace: settings.workspace,
    projectApprovals: settings.projectApprovals,
    privateFolder: join(settings.userData, "edit"),
    cancel: () => context.cancel(),
    history: createApprovalHistory({ store: state.store, workspace: settings.workspace }),
  });
  return createFirstAnswer([quietly(card, progress), openWaitingRoom(state)]);
}

function quietly(card: Broker, progress: BrokerGround["progress"]): Broker {
  if (!progress) return card;
  return {
    async ask(question, signal) {
      progress.pause();
      try {
        return await card.ask(question, signal);
      } finally {
        progress.resume();
      }
    },
  };
}

/** The room of this process: what is asked there is answered with `toolplane approvals`. */
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

/** Any time does: a timer that stands keeps the process alive. */
const HOLD_MS = 60_000;
