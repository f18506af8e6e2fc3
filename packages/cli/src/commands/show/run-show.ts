import { existsSync } from "node:fs";
import type { Landing, ShownChange } from "@toolplane/contract";
import { readChanges } from "@toolplane/library/rooms/changes";
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
import { escapeLines } from "@toolplane/readings";
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
  const changes = await changesByCall(
    ground,
    session,
    (callId) => wantsLines || !landings.has(callId),
  );
  const view: SessionView = {
    session,
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
    json: { ...session.summary, verified, subagents, calls: calls.map(callJson) },
    shown: [
      drawing(({ paint, width }) => [
        ...headLines(view, paint, width),
        "",
        ...callLines(view, paint, width),
        ...subagentLines(subagents, short),
        "",
        ...totalLines(session, width),
      ]),
      ...(wantsLines ? [...changes.values()].flatMap((own) => changeBlocks(session, own)) : []),
      note(`Next: toolplane show ${id} 1 (one call)${undo}`),
    ],
  };
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
  const isShort = landingOfCall(shown) !== null && !wantsLines;
  const changes = isShort ? [] : await readChanges(ground.state.store, { sessionId, callId });
  const byHand = shown.kind === "settled" && shown.byHand ? { byHand: shown.byHand } : {};
  const view = { session, shown, number, changes, short, sidecar: await sidecarState(shown) };
  return {
    json: { number, kind: shown.kind, ...shown.call, ...byHand, changes },
    shown: [
      drawing(({ paint, width }) => oneCall(view, paint, width)),
      ...(wantsLines ? changeBlocks(session, changes) : []),
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

async function changesByCall(
  { state }: RecordGround,
  { summary, changes }: LoadedSession,
  isWanted: (callId: string) => boolean,
): Promise<ReadonlyMap<string, readonly ShownChange[]>> {
  const found = new Map<string, readonly ShownChange[]>();
  for (const callId of new Set(changes.map((change) => change.callId)))
    if (isWanted(callId))
      found.set(callId, await readChanges(state.store, { sessionId: summary.sessionId, callId }));
  return found;
}

function changeNote(changes: readonly ShownChange[]): string {
  const [only, ...others] = changes;
  if (!only) return "";
  if (others.length > 0) return `${changes.length} files`;
  return only.kind === "created" ? "new" : changeText(only);
}

function changeBlocks(
  { summary }: LoadedSession,
  changes: readonly ShownChange[],
): readonly Shown[] {
  const { workspace } = summary;
  return changes.flatMap((change) => [
    line(),
    drawing((view) => changedFileLines(change, { ...view, workspace })),
  ]);
}

/** Whether the sidecar of a cut output is still there. */
async function sidecarState(shown: ShownCall): Promise<"none" | "kept" | "gone"> {
  const result = shown.kind === "settled" ? shown.call.result : null;
  const path = result?.metadata.output_path;
  if (path === undefined || shown.kind === "unsettled") return "none";
  return shown.call.uncut !== null || existsSync(path) ? "kept" : "gone";
}
