/** Chooses a session and changes of it: from what was typed, or the newest here that has any. */
import { resolve } from "node:path";
import type { SessionManifest } from "@toolplane/contract";
import { createChangeSides } from "@toolplane/host";
import {
  type FileMove,
  type LastingEffect,
  lastingChanges,
  lastingEffects,
  loadSession,
  type MoveAction,
  type MoveChoice,
  newestFirst,
  planMoves,
  shownCalls,
  workspaceOf,
} from "@toolplane/library/rooms/record";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext } from "../../command/command.ts";
import { chooseCall } from "../../session/choose-call.ts";
import { chooseSession } from "../../session/choose-session.ts";
import type { RecordGround } from "../../session/with-record.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { lastingLines } from "./lasting-lines.ts";

/** A session and what would be moved in it. */
export interface ChosenMoves {
  readonly manifest: SessionManifest;
  readonly moves: readonly FileMove[];
  /** Paths in the session's scratch folder that it changed: they go with it and are never moved. */
  readonly scratch: readonly string[];
  /** Effects that no undo takes back, where something is taken back as a whole. */
  readonly lasting: readonly LastingEffect[];
  /** The number of a call, as `show` counts them. */
  readonly numberOf: (callId: string) => Promise<number>;
}

/** Chooses. Throws a CliError when there is nothing to move. */
export async function chooseMoves(
  context: CommandContext,
  ground: RecordGround,
  action: MoveAction,
): Promise<ChosenMoves> {
  const { store } = ground.state;
  const [word, call] = context.arguments.words;
  if (word === undefined) return newestWithMoves(context, ground, action);
  const manifest = await chooseSession(store, word);
  const callId = call === undefined ? undefined : await callIdOf(ground, manifest, call);
  const { changes, scratch } = await lastingChanges(store, manifest);
  const choice = choiceOf(context, ground, { action, manifest });
  const moves = await planMoves(changes, {
    ...choice,
    ...(callId === undefined ? {} : { callId }),
  });
  const lasting = await lastingOf(context, ground, { action, manifest, callId });
  if (moves.length > 0)
    return { manifest, moves, scratch, lasting, numberOf: numbersIn(ground, manifest) };
  throw new CliError(`There is nothing to ${action} in ${escapeText(manifest.sessionId)}.`, {
    lines: [
      changes.length === 0
        ? scratch.length > 0
          ? "It changed files in scratch only, and scratch goes with the session."
          : "It changed no file, or what it changed could not be kept."
        : action === "undo"
          ? "All of it was taken back."
          : "Nothing of it was taken back.",
      ...lastingLines(lasting, escapeText(word)),
    ],
    next: [`toolplane show ${escapeText(word)}   shows what it did.`],
  });
}

/** Other effects are left out when a person names files, or makes something again. */
async function lastingOf(
  { arguments: given }: CommandContext,
  { state }: RecordGround,
  chosen: {
    readonly action: MoveAction;
    readonly manifest: SessionManifest;
    readonly callId?: string | undefined;
  },
): Promise<readonly LastingEffect[]> {
  if (chosen.action === "redo" || given.list("file").length > 0) return [];
  return lastingEffects(await loadSession(state.store, chosen.manifest), chosen.callId);
}

async function newestWithMoves(
  context: CommandContext,
  ground: RecordGround,
  action: MoveAction,
): Promise<ChosenMoves> {
  const { state, settings } = ground;
  for (const manifest of await newestFirst(state.store)) {
    if (workspaceOf(manifest) !== settings.workspace) continue;
    const { changes, scratch } = await lastingChanges(state.store, manifest);
    if (changes.length === 0) continue;
    const moves = await planMoves(changes, choiceOf(context, ground, { action, manifest }));
    if (moves.length === 0) continue;
    const lasting = await lastingOf(context, ground, { action, manifest });
    return { manifest, moves, scratch, lasting, numberOf: numbersIn(ground, manifest) };
  }
  throw new CliError(`There is nothing to ${action} in this workspace.`, {
    next: ["toolplane sessions   lists what happened here."],
  });
}

async function callIdOf(
  { state }: RecordGround,
  manifest: SessionManifest,
  word: string,
): Promise<string> {
  const session = await loadSession(state.store, manifest);
  return chooseCall(shownCalls(session), word).shown.call.callId;
}

function numbersIn({ state }: RecordGround, manifest: SessionManifest): ChosenMoves["numberOf"] {
  return async (callId) =>
    chooseCall(shownCalls(await loadSession(state.store, manifest)), callId).number;
}

/** The choice that was typed. The journal keeps real paths. */
function choiceOf(
  { arguments: given, directory }: CommandContext,
  { state }: RecordGround,
  { action, manifest }: { readonly action: MoveAction; readonly manifest: SessionManifest },
): MoveChoice {
  const workspace = workspaceOf(manifest);
  const pathsOf = (files: readonly string[]): readonly string[] =>
    files.flatMap((file) => [
      resolve(directory, file),
      ...(workspace === null ? [] : [resolve(workspace, file)]),
    ]);
  const files = given.list("file");
  const { isAsLeft } = createChangeSides({ ...state, maxBytes: 0 });
  return {
    action,
    isAsLeft,
    without: pathsOf(given.list("without")),
    ...(files.length === 0 ? {} : { paths: pathsOf(files) }),
  };
}
