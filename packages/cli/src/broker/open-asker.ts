/** The person at this terminal, by cards: the same card whether this process asks or another does. */
import { join } from "node:path";
import type { Question } from "@toolplane/contract";
import type { CoveredCalls } from "@toolplane/contract/console";
import type { Broker } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import {
  type CoveredCallsOptions,
  countCovered,
  createOfferLine,
} from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import { formatCount } from "@toolplane/readings";
import type { CommandContext } from "../command/command.ts";
import type { CardCounts } from "../terminal/card/card-state.ts";
import { createTerminalBroker } from "../terminal/card/create-terminal-broker.ts";
import { createPlainBroker } from "../terminal/plain/create-plain-broker.ts";

/** Facts for a card beyond its question. */
export interface CardsGround {
  readonly state: Pick<State, "store">;
  readonly settings: Pick<Settings, "projectApprovals" | "workspace" | "userData">;
  /** Names the sandbox that commands run in here. */
  readonly sandbox?: (() => string) | undefined;
  /** The diff of one path in a set that asks to land; absent where another process holds the set. */
  readonly diffOf?: ((question: Question, path: string) => Promise<string | null>) | undefined;
}

/** The person at this terminal, asked by cards, or by lines where redrawing would not be read; null where no person is here. */
export function openAsker(context: CommandContext, ground: CardsGround): Broker | null {
  if (!context.terminal.canAsk) return null;
  return context.terminal.isPlain ? createPlainBroker(context) : openCards(context, ground);
}

/** Opens them; nothing is read from the terminal until something is asked. */
function openCards(
  context: CommandContext,
  { state, settings, diffOf, sandbox }: CardsGround,
): Broker {
  return createTerminalBroker({
    terminal: context.terminal,
    clock: createSystemClock(),
    environment: context.environment,
    workspace: settings.workspace,
    projectApprovals: settings.projectApprovals,
    privateFolder: join(settings.userData, "edit"),
    cancel: () => context.cancel(),
    diffOf,
    sandbox,
    count: createCardCount({ store: state.store, workspace: settings.workspace }),
  });
}

/** Counts the calls that the answers which last would have let through, as lines of a card. */
function createCardCount(
  options: CoveredCallsOptions,
): (question: Question, signal: AbortSignal) => Promise<CardCounts> {
  const offerLine = createOfferLine(options);
  return async (question, signal) => {
    const covered = await countCovered(question, { ...options, signal, budgetMs: COUNT_MS });
    return {
      always: covered && alwaysText(covered),
      offer: await offerLine(question, signal),
    };
  };
}

/** The person reads the card meanwhile. */
const COUNT_MS = 1_000;

function alwaysText({ calls, days, letThrough, rejected }: CoveredCalls): string {
  const no = rejected === 0 ? "none" : formatCount(rejected);
  return `${days} days: would have let through ${formatCount(letThrough)} of ${formatCount(calls)} calls, ${no} rejected.`;
}
