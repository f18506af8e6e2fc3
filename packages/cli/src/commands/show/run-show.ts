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
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import { chooseCall } from "../../session/choose-call.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { type RecordGround, withRecord } from "../../session/with-record.ts";
import { landingNote } from "../../terminal/changes/landing-words.ts";
import { changedFileLines } from "../../terminal/lines/changed-file-lines.ts";
import { escapeLines } from "../../terminal/text/escape-text.ts";
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
}: Job): Promise<ExitCode> {
  const { terminal } = context;
  const { store, key } = ground.state;
  const verified = await verifySession({ store, key }, session.summary.sessionId);
  const limit = context.arguments.number("limit") ?? LIMIT;
  const landings = landingsByCall(calls);
  // What a command landed can be thousands of files: it is read only when somebody wants the lines.
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
  const width = terminal.columns();
  terminal.json({ ...session.summary, verified, subagents, calls: calls.map(callJson) });
  for (const line of headLines(view, terminal.out, width)) terminal.print(line);
  terminal.print();
  for (const line of callLines(view, terminal.out, width)) terminal.print(line);
  for (const line of subagentLines(subagents, short)) terminal.print(line);
  terminal.print();
  for (const line of totalLines(session, width)) terminal.print(line);
  if (context.arguments.flag("diff"))
    for (const own of changes.values()) printChanges(context, session, own);
  const id = short(session.summary.sessionId);
  terminal.note(
    `Next: toolplane show ${id} 1 (one call)${session.changes.length > 0 ? `   undo ${id}` : ""}`,
  );
  return verified.ok ? EXIT_CODES.done : EXIT_CODES.failed;
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
): Promise<ExitCode> {
  const { terminal } = context;
  const { shown, number } = chooseCall(calls, word);
  if (context.arguments.flag("sidecar")) return printSidecar(context, shown);
  const { callId } = shown.call;
  const { sessionId } = session.summary;
  const isShort = landingOfCall(shown) !== null && !context.arguments.flag("diff");
  const changes = isShort ? [] : await readChanges(ground.state.store, { sessionId, callId });
  const byHand = shown.kind === "settled" && shown.byHand ? { byHand: shown.byHand } : {};
  terminal.json({ number, kind: shown.kind, ...shown.call, ...byHand, changes });
  const view = { session, shown, number, changes, short, sidecar: await sidecarState(shown) };
  for (const line of oneCall(view, terminal.out, terminal.columns())) terminal.print(line);
  if (context.arguments.flag("diff")) printChanges(context, session, changes);
  return EXIT_CODES.done;
}

/** The file itself while its session is open; after that what the record kept of it. */
async function printSidecar({ terminal }: CommandContext, shown: ShownCall): Promise<ExitCode> {
  const text = await wholeOutput(shown);
  if (text === null)
    throw new CliError(
      "This call has no sidecar: its output was not cut, or the rest went with its session.",
    );
  terminal.json({ text });
  const safe = terminal.isOutTerminal ? escapeLines(text) : text;
  if (!terminal.wantsJson) await terminal.write(safe.endsWith("\n") ? safe : `${safe}\n`);
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

function printChanges(
  { terminal }: CommandContext,
  { summary }: LoadedSession,
  changes: readonly ShownChange[],
): void {
  for (const change of changes) {
    terminal.print();
    const view = { terminal, workspace: summary.workspace };
    for (const line of changedFileLines(change, view)) terminal.print(line);
  }
}

/** Whether the sidecar of a cut output is still there. */
async function sidecarState(shown: ShownCall): Promise<"none" | "kept" | "gone"> {
  const result = shown.kind === "settled" ? shown.call.result : null;
  const path = result?.metadata.output_path;
  if (path === undefined || shown.kind === "unsettled") return "none";
  return shown.call.uncut !== null || existsSync(path) ? "kept" : "gone";
}
