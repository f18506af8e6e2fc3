/** Taking back what a session changed in files, and making it again: the plan first, then a call in the session itself. */

import { type SessionManifest, type ShownChanges, ToolError } from "@toolplane/contract";
import type { Moved, MovePlan, PlannedMove } from "@toolplane/contract/console";
import type { EventRow } from "@toolplane/contract/ports";
import { createChangeSides } from "@toolplane/host";
import { describeChanges } from "@toolplane/library/rooms/changes";
import { moveFiles, openChangeGround } from "@toolplane/library/rooms/product";
import {
  type FileMove,
  type LastingEffect,
  lastingChanges,
  lastingEffects,
  loadSession,
  type MoveAction,
  planMoves,
} from "@toolplane/library/rooms/record";
import {
  COUNT,
  describes,
  FLAG,
  fields,
  list,
  nullable,
  OBJECT,
  oneOf,
  TEXT,
} from "../api/api-schema.ts";
import { type ApiGround, sessionOf } from "../api/ground.ts";
import type { ApiRoute } from "../api/route.ts";
import { CHANGE } from "../api/shapes.ts";

/** Files whose lines are shown; the others are counted. */
const MAX_SHOWN = 50;
/** Files that are named. */
const MAX_LISTED = 1_000;

const ACTION = oneOf("undo", "redo");

const plan: ApiRoute<MovePlan> = {
  method: "GET",
  path: "/sessions/{session}/moves",
  summary: "What undo or redo would do to each file. Nothing is changed.",
  query: {
    action: ACTION,
    call: { ...TEXT, description: "Only what this call changed." },
    from: { ...TEXT, description: "Only what this call changed, and those after it." },
  },
  gives: describes<MovePlan>({
    action: ACTION,
    files: list(
      describes<PlannedMove>({
        path: TEXT,
        changes: COUNT,
        what: oneOf("removed", "put back", "changed"),
        obstacle: nullable(oneOf("changed since", "changed between")),
      }),
    ),
    movable: COUNT,
    shown: describes<ShownChanges>({ changes: list(CHANGE), files: COUNT }),
    scratch: list(TEXT),
    lasting: list(OBJECT),
  }),
  async handle(ground, { path, query }) {
    const action = actionOf(query.get("action"));
    const manifest = await sessionOf(ground, path.session);
    const { moves, scratch, lasting } = await plannedMoves(ground, {
      manifest,
      action,
      callId: query.get("call"),
      from: query.get("from"),
    });
    const shown = await shownMoves(ground, manifest, moves);
    return { body: { action, ...shown, scratch, lasting } };
  },
};

const move: ApiRoute<Moved> = {
  method: "POST",
  path: "/sessions/{session}/moves",
  summary:
    "Takes changes back, or makes them again. A file that was changed since is never overwritten.",
  takes: fields({ action: ACTION }, { call: TEXT, from: TEXT, skipChanged: FLAG }),
  gives: describes<Moved>({
    action: ACTION,
    files: COUNT,
    changes: COUNT,
    kept: list(TEXT),
    failure: nullable(describes<NonNullable<Moved["failure"]>>({ code: TEXT, message: TEXT })),
  }),
  async handle(ground, { path, body, signal }) {
    const manifest = await sessionOf(ground, path.session);
    const action = actionOf(body.action);
    const callId = typeof body.call === "string" ? body.call : null;
    const from = typeof body.from === "string" ? body.from : null;
    const { moves } = await plannedMoves(ground, { manifest, action, callId, from });
    const obstacles = moves.filter(({ obstacle }) => obstacle !== null);
    const movable = moves.filter(({ entries }) => entries.length > 0);
    if (obstacles.length > 0 && body.skipChanged !== true)
      throw new ToolError(
        "conflict",
        `${obstacles.length} of the files were changed since, so nothing was changed.`,
      );
    if (movable.length === 0) throw new ToolError("not_found", `There is nothing to ${action}.`);
    const settings = await ground.settingsOf(manifest);
    const { state } = ground;
    const done = await moveFiles({ settings, state, manifest, action, moves: movable, signal });
    ground.changed();
    return {
      body: {
        action,
        files: done.files,
        changes: done.changes,
        kept: obstacles.map((one) => one.path),
        failure: done.failure && { code: done.failure.code, message: done.failure.error_text },
      },
    };
  },
};

function actionOf(value: unknown): MoveAction {
  if (value === "undo" || value === "redo") return value;
  throw new ToolError("invalid_input", "action must be undo or redo.");
}

async function plannedMoves(
  { state, rows }: ApiGround,
  {
    manifest,
    action,
    callId,
    from,
  }: {
    readonly manifest: SessionManifest;
    readonly action: MoveAction;
    readonly callId: string | null;
    readonly from: string | null;
  },
): Promise<{
  readonly moves: readonly FileMove[];
  readonly scratch: readonly string[];
  readonly lasting: readonly LastingEffect[];
}> {
  const { changes: all, scratch } = await lastingChanges(state.store, manifest);
  const only = callId === null ? {} : { callId };
  const later = from === null ? null : callsFrom((await rows(manifest.sessionId)).all, from);
  const changes = later === null ? all : all.filter((entry) => later.has(entry.callId));
  const { isAsLeft } = createChangeSides({ ...state, maxBytes: 0 });
  const moves = await planMoves(changes, { action, isAsLeft, ...only });
  const lasting =
    action === "redo"
      ? []
      : lastingEffects(await loadSession(state.store, manifest), callId ?? undefined).filter(
          (effect) => later?.has(effect.callId) ?? true,
        );
  return { moves, scratch, lasting };
}

/** A call and those that began after it. */
function callsFrom(rows: readonly EventRow[], callId: string): ReadonlySet<string> {
  const inOrder = [...new Set(rows.flatMap((row) => row.callId ?? []))];
  const at = inOrder.indexOf(callId);
  if (at < 0) throw new ToolError("not_found", "There is no call of this id.");
  return new Set(inOrder.slice(at));
}

/** Each file, those with an obstacle first, and the lines of the first ones. */
async function shownMoves(
  ground: ApiGround,
  manifest: SessionManifest,
  moves: readonly FileMove[],
): Promise<Pick<MovePlan, "files" | "movable" | "shown">> {
  const { state } = ground;
  const settings = await ground.settingsOf(manifest);
  const movable = moves.filter(({ entries }) => entries.length > 0);
  const held = moves.filter(({ obstacle }) => obstacle !== null);
  const rest = moves.filter(({ obstacle }) => obstacle === null);
  return {
    files: [...held, ...rest].slice(0, MAX_LISTED).map(moveFacts),
    movable: movable.length,
    shown: await describeChanges(
      await openChangeGround({ state, settings }),
      movable.map(({ path, from, to }) => ({ path, before: from, after: to })),
      { files: MAX_SHOWN },
    ),
  };
}

function moveFacts({ path, entries, from, to, obstacle }: FileMove): PlannedMove {
  const what = to === null ? "removed" : from === null ? "put back" : "changed";
  return { path, changes: entries.length, what, obstacle };
}

export const MOVE_ROUTES: readonly ApiRoute[] = [plan, move];
