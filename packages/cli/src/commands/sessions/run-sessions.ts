import { basename } from "node:path";
import type { SessionManifest } from "@toolplane/contract";
import type { ListedSession as Listing, SessionWords } from "@toolplane/contract/console";
import { readLabels } from "@toolplane/library/rooms/library";
import {
  openRedactor,
  type ShownRedactor,
  sessionSettings,
} from "@toolplane/library/rooms/product";
import type { SessionState, SessionSummary } from "@toolplane/library/rooms/record";
import {
  listSessions,
  newestFirst,
  readLastCall,
  type SessionPage,
  sessionTree,
  shortIds,
} from "@toolplane/library/rooms/record";
import { callWords, describeSession } from "@toolplane/library/rooms/runs";
import { readSettings, type Settings } from "@toolplane/library/rooms/settings";
import { hasState, openState, type State } from "@toolplane/library/rooms/state";
import { formatCount, formatMoment, formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import type { Report } from "../../command/report.ts";
import { chooseSession } from "../../session/choose-session.ts";
import type { Cell, Column } from "../../terminal/lines/render-table.ts";
import type { Mark } from "../../terminal/paint.ts";
import { line, note, type Shown, table } from "../../terminal/shown/shown.ts";
import { unsettledText } from "../../terminal/words/unsettled-text.ts";

const MOST = 1_000;
/** Labels are in what results say, not in the heads of rows; past this many rows they are not looked for. */
const MOST_ROWS = 2_000;
const EMPTY: Listed["page"] = { sessions: [], total: 0, next: null };

/** Lists. An empty record is an empty list, and makes no store. */
export const runSessions: CommandRun = async (context) => {
  const settings = await readSettings(context);
  const limit = context.arguments.number("limit");
  if (limit !== undefined && !(Number.isInteger(limit) && limit >= 1 && limit <= MOST))
    throw new CliError(`--limit must be a whole number from 1 to ${formatCount(MOST)}.`);
  const isAll = context.arguments.flag("all");
  if (!hasState(settings)) return report({ page: EMPTY, short: (id) => id, isAll });
  const state = await openState(settings);
  try {
    const { store } = state;
    const before = context.arguments.text("before");
    const page = await listSessions(store, {
      ...(isAll || settings.workspace === null ? {} : { workspace: settings.workspace }),
      ...(limit === undefined ? {} : { limit }),
      ...(before === undefined ? {} : { before: (await chooseSession(store, before)).sessionId }),
    });
    const all = await newestFirst(store);
    const sessions: ListedSession[] = [];
    const describe = describer(context, settings, state);
    const manifests = new Map(all.map((manifest) => [manifest.sessionId, manifest]));
    for (const session of page.sessions) {
      const manifest = manifests.get(session.sessionId);
      if (manifest)
        sessions.push({
          ...session,
          ...(await describe(manifest, session)),
          last: await lastWords(store, session),
          labels: await labelNames(store, session),
        });
    }
    const short = shortIds(all.map(({ sessionId }) => sessionId));
    return report({ page: { ...page, sessions }, short, isAll });
  } finally {
    await state.close();
  }
};

/** The words of sessions, masked by the secrets of their folders; each folder is looked at once. */
function describer(
  context: CommandContext,
  settings: Settings,
  state: State,
): (manifest: SessionManifest, session: SessionSummary) => Promise<SessionWords> {
  const known = new Map<string | null, Promise<ShownRedactor>>();
  const open = async (manifest: SessionManifest): Promise<ShownRedactor> =>
    openRedactor(await sessionSettings(context, manifest, settings));
  return async (manifest, session) => {
    const redactor = known.get(session.workspace) ?? open(manifest);
    known.set(session.workspace, redactor);
    return describeSession({ ...state, redactor: await redactor }, session);
  };
}

interface ListedSession extends Omit<Listing, "waitedMs"> {
  /** Labels that it has seen; null where its record is too long to read for a list. */
  readonly labels: readonly string[] | null;
}

interface Listed {
  readonly page: Omit<SessionPage, "sessions"> & { readonly sessions: readonly ListedSession[] };
  readonly short: (id: string) => string;
  /** Of every workspace. */
  readonly isAll: boolean;
}

function report(listed: Listed): Report {
  const { page, short, isAll } = listed;
  if (page.sessions.length === 0) return { json: page, shown: emptyLines(isAll) };
  // A column in which every row is empty says nothing.
  const has = {
    client: page.sessions.some(({ client }) => client !== null),
    agent: page.sessions.some((session) => agentOf(session) !== ""),
  };
  return {
    json: page,
    shown: [
      table({
        columns: columnsOf({ isAll, has }),
        rows: sessionTree(page.sessions).map(({ node: session, depth }) => ({
          cells: cellsOf(session, { short, isAll, has, depth }),
          notes: sessionNotes(session),
        })),
      }),
      note(),
      ...footLines(listed),
    ],
  };
}

function emptyLines(isAll: boolean): readonly Shown[] {
  const makesOne = note("  toolplane call read README.md   makes one.");
  if (isAll) return [line("No session is recorded yet."), makesOne];
  return [
    line("No session of this workspace is recorded yet."),
    makesOne,
    note("  toolplane sessions --all        lists those of other workspaces."),
  ];
}

function sessionNotes({ unsettled, state, byHand, labels }: ListedSession): readonly string[] {
  return [
    ...(unsettled > 0 && state !== "open" ? [unsettledText(unsettled)] : []),
    ...(byHand > 0 ? [`${formatPlural(byHand, "change set")} landed or dropped by hand`] : []),
    ...(labels !== null && labels.length > 0 ? [`was shown: ${labels.join(", ")}`] : []),
  ];
}

interface Extra {
  /** With the workspace of each. */
  readonly isAll: boolean;
  /** Columns that have something to say. */
  readonly has: { readonly client: boolean; readonly agent: boolean };
}

function columnsOf({ isAll, has }: Extra): readonly Column[] {
  return [
    { title: "session" },
    { title: "started" },
    { title: "calls", align: "right" },
    { title: "asked", align: "right", drop: 2 },
    { title: "refused", align: "right", drop: 3 },
    { title: "state" },
    { title: "about", shrink: 12, drop: 6 },
    ...(has.client ? [{ title: "client", shrink: 8, drop: 5 } as const] : []),
    ...(has.agent ? [{ title: "agent", shrink: 8, drop: 4 } as const] : []),
    { title: "person", shrink: 8, drop: 1 },
    ...(isAll ? [{ title: "workspace", shrink: 10 } as const] : []),
  ];
}

function cellsOf(
  session: ListedSession,
  { short, isAll, has, depth }: Extra & { readonly short: Listed["short"]; readonly depth: number },
): readonly Cell[] {
  return [
    `${depth === 0 ? "" : `${"  ".repeat(depth - 1)}└ `}${short(session.sessionId)}`,
    formatMoment(session.startedAtMs, { nowMs: Date.now() }),
    formatCount(session.calls),
    session.asked === 0 ? "-" : formatCount(session.asked),
    session.refused === 0 ? "-" : formatCount(session.refused),
    { text: session.state, mark: MARKS[session.state] },
    session.title,
    ...(has.client ? [session.client ?? ""] : []),
    ...(has.agent ? [agentOf(session)] : []),
    session.person,
    ...(isAll ? [session.workspace === null ? "-" : basename(session.workspace)] : []),
  ];
}

/** The kind of a subagent, or the model. */
function agentOf({ agent, model, parentSessionId }: ListedSession): string {
  if (agent !== null) return `subagent ${agent}`;
  return model ?? (parentSessionId === null ? "" : "a subagent");
}

async function lastWords(store: State["store"], { sessionId }: SessionSummary): Promise<string> {
  const last = await readLastCall(store, sessionId);
  return last === null ? "" : callWords(last);
}

async function labelNames(
  store: State["store"],
  { sessionId, rows }: SessionSummary,
): Promise<readonly string[] | null> {
  if (rows > MOST_ROWS) return null;
  const { seen } = await readLabels(store, sessionId);
  return [...new Set(seen.map(({ label }) => label))].sort();
}

const MARKS: Readonly<Record<SessionState, Mark>> = {
  open: "running",
  closed: "off",
  unfinished: "unknown",
};

function footLines({ page, short, isAll }: Listed): readonly Shown[] {
  const { sessions, total, next } = page;
  const of = isAll ? "" : " of this workspace";
  const count =
    sessions.length < total
      ? `${formatCount(sessions.length)} of ${formatPlural(total, "session")}${of}.`
      : `${formatPlural(total, "session")}${of}.`;
  return [
    note(`${count}  toolplane show SESSION   shows one.`),
    ...(next === null ? [] : [note(`More: toolplane sessions --before ${short(next)}`)]),
  ];
}
