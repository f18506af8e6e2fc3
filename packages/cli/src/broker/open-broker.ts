/**
 * Chooses who answers the questions of a command's call: the person at this terminal, a person in the waiting room, or no one.
 */
import type { Broker } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import { tellingArgument } from "@toolplane/kernel";
import {
  createFirstAnswer,
  createWaitingRoom,
  ownWaiter,
  type WaitingRoom,
} from "@toolplane/library/rooms/approvals";
import type { State } from "@toolplane/library/rooms/state";
import type { CommandContext } from "../command/command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { escapeText } from "../terminal/text/escape-text.ts";
import { fitText } from "../terminal/text/fit-text.ts";
import { type CardsGround, openAsker } from "./open-asker.ts";

/** The parts a broker needs. */
export interface BrokerGround {
  readonly state: State;
  readonly settings: CardsGround["settings"];
  /** Progress on the same terminal pauses while a card is shown. */
  readonly progress?: { pause(): void; resume(): void };
  readonly diffOf?: CardsGround["diffOf"];
  readonly sandbox?: CardsGround["sandbox"];
}

/** Undefined where no person can be asked: an ask is then a refusal. */
export function openBroker(
  context: CommandContext,
  { state, settings, progress, diffOf, sandbox }: BrokerGround,
): Broker | undefined {
  const cards = openAsker(context, { state, settings, diffOf, sandbox });
  if (cards === null) {
    if (!context.arguments.flag("wait")) return undefined;
    return announcing(openWaitingRoom(state), context.terminal);
  }
  return createFirstAnswer([quietly(cards, progress), openWaitingRoom(state)]);
}

/** Prints what to type, once for each question that waits. */
function announcing(room: Broker, { err, note }: Terminal): Broker {
  return {
    ask(question, signal) {
      const what = question.questions?.[0]?.question ?? tellingArgument(question.arguments);
      const call = fitText(escapeText(`${question.tool}  ${what}`.trim()), MOST_NAMED);
      const id = question.id.slice(-SHORT_ID);
      note(`${err.mark("ask")} ${call}  waits for you: toolplane approvals answer ${id}`);
      return room.ask(question, signal);
    },
  };
}

const MOST_NAMED = 60;
/** Enough of an id's end to name it: see `approvals answer`. */
const SHORT_ID = 8;

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
    waiter: ownWaiter(store),
    hold() {
      const timer = setInterval(() => {}, HOLD_MS);
      return () => clearInterval(timer);
    },
  });
}

/** Any time does: a pending timer keeps the process alive. */
const HOLD_MS = 60_000;
