/** Finds calls by the index of the store. Older rows that it does not know yet are looked through for a moment first. */
import { resolve } from "node:path";
import { isToolError } from "@toolplane/contract";
import type { FoundCallsPage } from "@toolplane/contract/console";
import type { Store } from "@toolplane/contract/ports";
import {
  type CallFilters,
  findCalls,
  indexCalls,
  indexProgress,
  newestFirst,
  readTimeRange,
  shortIds,
} from "@toolplane/library/rooms/record";
import { readSettings } from "@toolplane/library/rooms/settings";
import { hasState, openState } from "@toolplane/library/rooms/state";
import { formatCount } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import type { Report } from "../../command/report.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { line, note } from "../../terminal/shown/shown.ts";
import { callLines } from "./call-lines.ts";
import { findWithout } from "./find-without.ts";

const MOST = 200;
const SHOWN = 20;
/** A person waits for the first answer; the console indexes for as long as it runs. */
const INDEXING_MS = 1_000;
const EMPTY: FoundCallsPage = { groups: [], calls: 0, next: null, index: { left: 0, total: 0 } };
const NAMES = ["tool", "command", "host", "rule", "verdict", "client", "person"] as const;

/** An empty record is an empty list, and makes no store. */
export const runCalls: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const limit = context.arguments.number("limit") ?? SHOWN;
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= MOST))
    throw new CliError(`--limit must be a whole number from 1 to ${formatCount(MOST)}.`);
  const range = mendable(() => rangeOf(context));
  const isAll = context.arguments.flag("all");
  const workspace = isAll ? null : settings.workspace;
  if (!hasState(settings)) return nothing();
  const state = await openState(settings);
  try {
    const { store } = state;
    const { calls } = store;
    if (!calls) return withoutIndex();
    await indexForAMoment({ ...store, calls }, context.signal);
    const filters = await filtersOf(context, store, workspace);
    const isEach = context.arguments.flag("each");
    const after = context.arguments.text("more");
    const search = { filters, ...range, limit, isEach, ...(after === undefined ? {} : { after }) };
    const found = await findCalls(calls, search).catch(asCliError);
    const index = (await indexProgress(calls)) ?? { left: 0, total: 0 };
    const page = { ...found, index };
    if (page.groups.length === 0)
      return { json: page, shown: [line("No call fits."), ...(await findWithout(calls, search))] };
    const ids = (await newestFirst(store)).map(({ sessionId }) => sessionId);
    return { json: page, shown: callLines(page, { isEach, short: shortIds(ids) }) };
  } finally {
    await state.close();
  }
};

function nothing(): Report {
  return {
    json: EMPTY,
    shown: [line("No call is recorded yet."), note("  toolplane call read README.md   makes one.")],
  };
}

function withoutIndex(): Report {
  return {
    json: { ...EMPTY, index: null },
    shown: [
      line("This store keeps no index of calls, so calls cannot be searched."),
      note("  toolplane sessions   lists sessions; toolplane show SESSION lists the calls of one."),
    ],
    exitCode: 1,
  };
}

function rangeOf({ arguments: given }: CommandContext) {
  const [last, from, until] = ["last", "from", "until"].map((name) => given.text(name));
  return readTimeRange(
    {
      ...(last === undefined ? {} : { last }),
      ...(from === undefined ? {} : { from }),
      ...(until === undefined ? {} : { until }),
    },
    Date.now(),
  );
}

async function filtersOf(
  { arguments: given, directory }: CommandContext,
  store: Store,
  workspace: string | null,
): Promise<CallFilters> {
  const named = NAMES.flatMap((name) => {
    const text = given.text(name);
    return text === undefined ? [] : [[name, text] as const];
  });
  const path = given.text("path");
  const session = given.text("session");
  return {
    ...Object.fromEntries(named),
    ...(given.words.length === 0 ? {} : { words: given.words.join(" ") }),
    ...(path === undefined ? {} : { path: resolve(directory, path) }),
    // A session is of one workspace.
    ...(session === undefined
      ? workspace !== null && { workspace }
      : { session: (await chooseSession(store, session)).sessionId }),
  };
}

async function indexForAMoment(
  store: Parameters<typeof indexCalls>[0],
  signal: AbortSignal,
): Promise<void> {
  const untilMs = performance.now() + INDEXING_MS;
  await indexCalls(store, {
    goesOn: () => performance.now() < untilMs && !signal.aborted,
    turn: () => new Promise((turn) => void setImmediate(turn)),
  });
}

/** A filter that cannot be meant is for a person to mend. */
function asCliError(error: unknown): never {
  if (isToolError(error) && error.code === "invalid_input") throw new CliError(error.message);
  throw error;
}

function mendable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    return asCliError(error);
  }
}
