import { existsSync } from "node:fs";
import type { Landing, ShownChanges } from "@toolplane/contract";
import type { TalkPage } from "@toolplane/contract/console";
import {
  type ChangeSource,
  callChanges,
  openRedactor,
  sessionSettings,
} from "@toolplane/library/rooms/product";
import {
  type LoadedSession,
  landingOfCall,
  loadSession,
  newestFirst,
  type ShownCall,
  shortIds,
  shownCalls,
  verifySession,
  waitedMs,
  wholeOutput,
} from "@toolplane/library/rooms/record";
import { readTalk } from "@toolplane/library/rooms/runs";
import { escapeLines, formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { chooseCall } from "../../session/choose-call.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { type RecordGround, withRecord } from "../../session/with-record.ts";
import { landingNote } from "../../terminal/changes/landing-words.ts";
import { changedFileLines } from "../../terminal/lines/changed-file-lines.ts";
import { drawing, line, note, type Shown } from "../../terminal/shown/shown.ts";
import { changeText } from "../../terminal/words/change-text.ts";
import { byHandWords } from "./by-hand-words.ts";
import { oneCall } from "./one-call.ts";
import { callLines, headLines, type SessionView } from "./session-lines.ts";
import { type Subagent, subagentLines, subagentsBelow } from "./subagent-lines.ts";
import { absentLines } from "./talk-lines.ts";
import { totalLines } from "./total-lines.ts";

const LIMIT = 200;

/** Shows a session, or one call of it. */
export const runShow: CommandRun = (context) =>
  withRecord(context, async (ground) => {
    const { store } = ground.state;
    const [word, call] = context.arguments.words;
    if (context.arguments.flag("sidecar") && call === undefined)
      throw new CliError("--sidecar needs a call: toolplane show SESSION CALL --sidecar");
    const manifest = await chooseSession(store, word ?? (await newestSession(ground)));
    const session = await loadSession(store, manifest);
    const all = await newestFirst(store);
    const short = shortIds(all.map(({ sessionId }) => sessionId));
    const subagents = subagentsBelow(all, manifest.sessionId);
    const job = { context, ground, session, calls: shownCalls(session), short, subagents };
    return call === undefined ? showSession(job) : showCall(job, call);
  });

interface Job {
  readonly context: CommandContext;
  readonly ground: RecordGround;
  readonly session: LoadedSession;
  readonly calls: readonly ShownCall[];
  readonly short: (id: string) => string;
  readonly subagents: readonly Subagent[];
}

async function showSession({
  context,
  ground,
  session,
  calls,
  short,
  subagents,
}: Job): Promise<Report> {
  const { store, key } = ground.state;
  const verified = await verifySession({ store, key }, session.summary.sessionId);
  const limit = context.arguments.number("limit") ?? LIMIT;
  const landings = landingsByCall(calls);
  // A command can land thousands of files: they are read only when the person wants the lines.
  const wantsLines = context.arguments.flag("diff");
  const source = await sourceOf(context, ground, session);
  const changes = await changesByCall(
    source,
    session,
    (callId) => wantsLines || !landings.has(callId),
  );
  const talk = await talkOf(source, session, limit);
  const view: SessionView = {
    session,
    talk,
    isWhole: context.arguments.flag("words"),
    calls,
    verified,
    short,
    limit,
    changed: new Map([
      ...[...changes].map(([callId, own]) => [callId, changeNote(own)] as const),
      ...[...landings].map(([callId, landing]) => [callId, landingNote(landing)] as const),
      ...calls.flatMap((shown) => byHandNote(shown)),
    ]),
  };
  const id = short(session.summary.sessionId);
  const undo = session.changes.length > 0 ? `   undo ${id}` : "";
  return {
    exitCode: verified.ok ? EXIT_CODES.done : EXIT_CODES.failed,
    json: { ...session.summary, verified, subagents, talk, calls: calls.map(callJson) },
    shown: [
      drawing(({ paint, width }) => [
        ...headLines(view, paint, width),
        "",
        ...callLines(view, paint, width),
        ...subagentLines(subagents, short),
        "",
        ...totalLines(session, width),
        ...absentLines(talk, session.summary, width),
      ]),
      ...(wantsLines ? [...changes.values()].flatMap((own) => changeBlocks(session, own)) : []),
      note(`Next: toolplane show ${id} 1 (one call)${undo}`),
    ],
  };
}

/** Most characters of one text; it is drawn by its beginning. */
const MOST_TEXT = 200_000;
/** The end of a long conversation is read: so many entries for each call that is drawn, and never fewer than these. */
const ENTRIES_PER_CALL = 5;
const FEWEST_ENTRIES = 2_000;

async function talkOf(
  { state, settings }: ChangeSource,
  { summary }: LoadedSession,
  calls: number,
): Promise<TalkPage> {
  const ground = { store: state.store, redactor: await openRedactor(settings) };
  const { sessionId } = summary;
  const limit = Math.max(FEWEST_ENTRIES, calls * ENTRIES_PER_CALL);
  const { total } = await readTalk(ground, sessionId, { from: 0, limit: 0, most: 0 });
  const from = Math.max(0, total - limit);
  return readTalk(ground, sessionId, { from, limit, most: MOST_TEXT });
}

function byHandNote(shown: ShownCall): readonly (readonly [string, string])[] {
  const byHand = shown.kind === "settled" ? shown.byHand : null;
  return byHand === null ? [] : [[byHand.callId, byHandWords(byHand)]];
}

function callJson(shown: ShownCall): object {
  const { callId, tool, arguments: given } = shown.call;
  const parent = shown.parentId === null ? {} : { parentCallId: shown.parentId };
  if (shown.kind === "unsettled")
    return {
      callId,
      tool,
      ...parent,
      startedAtMs: shown.startedAtMs,
      state: "unknown",
      arguments: given,
    };
  const { stage, result, verdict, answers, span } = shown.call;
  return {
    callId,
    tool,
    ...parent,
    startedAtMs: shown.startedAtMs,
    durationMs: span.durationMs ?? null,
    waitedMs: waitedMs(shown.call),
    stage,
    state: "done",
    outcome: result?.type ?? null,
    ...(result?.type === "error" ? { code: result.code } : {}),
    verdict: verdict?.action ?? null,
    asked: answers.length > 0,
    ...(shown.byHand === null ? {} : { byHand: shown.byHand }),
    arguments: given,
  };
}

async function showCall(
  { context, ground, session, calls, short }: Job,
  word: string,
): Promise<Report | ExitCode> {
  const { shown, number } = chooseCall(calls, word);
  if (context.arguments.flag("sidecar")) return writeSidecar(context, shown);
  const { callId } = shown.call;
  const { sessionId } = session.summary;
  const wantsLines = context.arguments.flag("diff");
  const source = await sourceOf(context, ground, session);
  const changed = await callChanges(source, { sessionId, callId });
  const { changes, files } = changed;
  const byHand = shown.kind === "settled" && shown.byHand ? { byHand: shown.byHand } : {};
  const sidecar = await sidecarState(shown);
  const view = { session, shown, number, ...changed, short, sidecar };
  return {
    json: { number, kind: shown.kind, ...shown.call, ...byHand, changes, files },
    shown: [
      drawing(({ paint, width }) => oneCall(view, paint, width)),
      ...(wantsLines ? changeBlocks(session, changed) : []),
    ],
  };
}

/** The file itself while its session is open; after that what the record kept of it. */
async function writeSidecar(
  { terminal }: CommandContext,
  shown: ShownCall,
): Promise<Report | ExitCode> {
  const text = await wholeOutput(shown);
  if (text === null)
    throw new CliError(
      "This call has no sidecar: its output was not cut, or the rest went with its session.",
    );
  if (terminal.wantsJson) return { json: { text }, shown: [] };
  const safe = terminal.isOutTerminal ? escapeLines(text) : text;
  await terminal.write(safe.endsWith("\n") ? safe : `${safe}\n`);
  return EXIT_CODES.done;
}

function landingsByCall(calls: readonly ShownCall[]): ReadonlyMap<string, Landing> {
  return new Map(
    calls.flatMap((shown) => {
      const landing = landingOfCall(shown);
      return landing ? [[shown.call.callId, landing] as const] : [];
    }),
  );
}

/** The rules of the folder that a session worked in say what of its changes is shown. */
async function sourceOf(
  context: CommandContext,
  { state, settings }: RecordGround,
  { manifest }: LoadedSession,
): Promise<ChangeSource> {
  return { state, settings: await sessionSettings(context, manifest, settings) };
}

async function changesByCall(
  source: ChangeSource,
  { summary, changes }: LoadedSession,
  isWanted: (callId: string) => boolean,
): Promise<ReadonlyMap<string, ShownChanges>> {
  const { sessionId } = summary;
  const found = new Map<string, ShownChanges>();
  for (const callId of new Set(changes.map((change) => change.callId)))
    if (isWanted(callId)) found.set(callId, await callChanges(source, { sessionId, callId }));
  return found;
}

function changeNote({ changes, files }: ShownChanges): string {
  const [only] = changes;
  if (!only) return "";
  if (files > 1) return `${files} files`;
  return only.kind === "created" ? "new" : changeText(only);
}

function changeBlocks(
  { summary }: LoadedSession,
  { changes, files }: ShownChanges,
): readonly Shown[] {
  const { workspace } = summary;
  const more = files - changes.length;
  return [
    ...changes.flatMap((change) => [
      line(),
      drawing((view) => changedFileLines(change, { ...view, workspace })),
    ]),
    ...(more > 0 ? [line(), line(`${formatPlural(more, "more file")} not shown.`)] : []),
  ];
}

/** Tells whether the sidecar of a cut output is still there. */
async function sidecarState(shown: ShownCall): Promise<"none" | "kept" | "gone"> {
  const result = shown.kind === "settled" ? shown.call.result : null;
  const path = result?.metadata.output_path;
  if (path === undefined || shown.kind === "unsettled") return "none";
  return shown.call.uncut !== null || existsSync(path) ? "kept" : "gone";
}
