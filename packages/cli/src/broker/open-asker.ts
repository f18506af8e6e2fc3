/** The person at this terminal, by cards: the same card whether this process asks or another does. */
import { join } from "node:path";
import type { Question } from "@toolplane/contract";
import type { Broker } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import { type CoveredCallsOptions, countCovered } from "@toolplane/library/rooms/rules";
import type { Settings } from "@toolplane/library/rooms/settings";
import type { State } from "@toolplane/library/rooms/state";
import { formatCount } from "@toolplane/readings";
import type { CommandContext } from "../command/command.ts";
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
    history: createApprovalHistory({ store: state.store, workspace: settings.workspace }),
  });
}

/** Counts the calls that *always* would have let through, as the line of a card; null where nothing can be said in time. */
function createApprovalHistory(
  options: CoveredCallsOptions,
): (question: Question) => Promise<string | null> {
  return async (question) => {
    const covered = await countCovered(question, options);
    if (covered === null) return null;
    const { calls, days, letThrough, rejected } = covered;
    const more = rejected === 0 ? "" : `, ${formatCount(rejected)} of them you rejected`;
    return `In ${days} days this would have let through ${formatCount(letThrough)} of ${formatCount(calls)} calls${more}.`;
  };
}
