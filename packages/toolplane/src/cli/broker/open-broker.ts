/** Who is asked when a command's call must be: the person at this terminal, whoever looks into the waiting room, or nobody. */
import type { Broker, Question, ShownChange } from "@toolplane/contract";
import { createSystemClock } from "@toolplane/host";
import { createFirstAnswer } from "../../approvals/create-first-answer.ts";
import { createWaitingRoom, type WaitingRoom } from "../../approvals/create-waiting-room.ts";
import { ownWaiter } from "../../approvals/waiter.ts";
import type { State } from "../../state/open-state.ts";
import type { CommandContext } from "../command/command.ts";
import { type CardsGround, openCards } from "./open-cards.ts";

/** What stands behind a broker. */
export interface BrokerGround {
  readonly state: State;
  readonly settings: CardsGround["settings"];
  /** What draws on the same terminal stands still while a card is shown. */
  readonly progress?: { pause(): void; resume(): void };
  /** What a call would do to files, for the card here and in the other window. */
  readonly foresee?: (question: Question) => Promise<readonly ShownChange[]>;
  readonly diffOf?: CardsGround["diffOf"];
  readonly sandbox?: CardsGround["sandbox"];
}

/** Undefined where nobody can be asked: an ask is then a refusal. */
export function openBroker(
  context: CommandContext,
  { state, settings, progress, foresee, diffOf, sandbox }: BrokerGround,
): Broker | undefined {
  if (!context.terminal.isInteractive) {
    if (!context.arguments.flag("wait")) return undefined;
    return foreseeing(openWaitingRoom(state), foresee);
  }
  const cards = openCards(context, { state, settings, diffOf, sandbox });
  return foreseeing(createFirstAnswer([quietly(cards, progress), openWaitingRoom(state)]), foresee);
}

/** Before anybody is asked, so that everybody is shown the same. */
function foreseeing(broker: Broker, foresee: BrokerGround["foresee"]): Broker {
  if (!foresee) return broker;
  return {
    async ask(question, signal) {
      const changes = await foresee(question);
      return broker.ask(changes.length === 0 ? question : { ...question, changes }, signal);
    },
  };
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
