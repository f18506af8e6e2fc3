/**
 * The view of its own that a run works in. When a turn is over, what the project changed meanwhile is brought in, what is required
 * is checked, and what passes lands. What does not stays in the view: the model is told why and goes on there, and a person can
 * look at it, land it all the same, or discard it.
 */
import { randomUUID } from "node:crypto";
import { type ChangeSet, type LandedView, type Landing, ToolError } from "@toolplane/contract";
import type { HeldView, ViewConflict, Views } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import type { CheckedPart } from "../ground/required-check.ts";
import type { KnownRed } from "./known-red.ts";
import { LAND_VIEW } from "./land-view-tool.ts";
import { conflictText, keptText } from "./view-text.ts";

/** How a turn in a view ended. */
export type ViewEnd =
  | { readonly state: "empty" }
  | {
      readonly state: "landed";
      readonly landing: Landing;
      readonly changed: readonly string[];
      /** The call by which it landed: undo and the record know it by that. */
      readonly callId: string;
      /** The words of the checks, one line each. */
      readonly lines: readonly string[];
    }
  /** It passes so far; a check holds it back until the run is over. */
  | { readonly state: "held"; readonly lines: readonly string[] }
  /** Something in it has to be answered first; in words for the model. */
  | {
      readonly state: "red" | "conflict" | "kept";
      readonly text: string;
      readonly lines: readonly string[];
      readonly conflicts?: readonly ViewConflict[];
    }
  /** In the project itself: checked; not checked, because the run was cut off; taken back; or not all of it could be. */
  | { readonly state: "passed"; readonly lines: readonly string[] }
  | {
      readonly state: "undone" | "left" | "unchecked";
      readonly text: string;
      readonly lines: readonly string[];
    };

/** Judges a set before it lands, in the view as it is. */
export type CheckView = (
  view: HeldView,
  set: SignedSet,
  signal: AbortSignal,
) => Promise<ViewVerdict>;

/** The changes of a view, with the name of its state. */
interface SignedSet extends ChangeSet {
  readonly signed: string;
}

/** The checks that changes of a session must pass before they land; of a named part alone. Null where nothing is required. */
export type ChecksOf = (session: Session, part?: CheckedPart) => Promise<CheckView | null>;

interface ViewVerdict {
  readonly passes: boolean;
  /** Why only a person can land it: nothing broke that is known, and no work of the model is sure to help. */
  readonly needsPerson?: string;
  readonly text: string;
  readonly lines: readonly string[];
  /** The name of the view as it was checked, with the caches that a check left in it as its rule says. */
  readonly signed: string;
  /** Called once it has landed. */
  readonly landed: () => Promise<void>;
}

export interface OwnViewOptions {
  readonly views: Views;
  readonly session: Session;
  readonly check: CheckView | null;
  /** It is looked at and does not land yet. */
  readonly holdsBack?: boolean;
  readonly red?: KnownRed<ViewEnd>;
}

/** Somebody may change the project again and again while it is checked. */
const MOST_TRIES = 5;

/** Gives a session a view of its own: that of an earlier run of the same session, where it left one. */
export async function openOwnView(views: Views, session: Pick<Session, "id">): Promise<HeldView> {
  const left = (await views.list()).find(
    ({ sessionId, isLive }) => sessionId === session.id && !isLive,
  );
  return views.open(session.id, left === undefined ? {} : { id: left.id });
}

/** Of these a project that never stands still, as one that holds a log, may be another after each check. */
const MOST_CHECKED = 3;

/** Rejects with what is wrong with the machine; all else is said in the outcome, and why it did not land is kept with the view. */
export async function landOwnView(options: OwnViewOptions, signal: AbortSignal): Promise<ViewEnd> {
  const end = await tryToLand(options, signal);
  const { views, session } = options;
  const view = views.of(session.id);
  const { state } = end;
  if (
    view !== null &&
    (state === "red" || state === "conflict" || state === "kept" || state === "held")
  )
    await views.note(view.id, { state, lines: end.lines });
  return end;
}

async function tryToLand(options: OwnViewOptions, signal: AbortSignal): Promise<ViewEnd> {
  const { views, session, check } = options;
  const view = views.of(session.id);
  if (view === null) return { state: "empty" };
  if (check === null) return landInTurn(options, view, signal);
  return views.inTurn(async (letGo) => {
    // Nobody waits for a person's answer but this run; what was checked by then is compared when it lands.
    const unhear = session.on(({ type }) => {
      if (type === "approval-request") letGo();
    });
    try {
      return await landInTurn(options, view, signal);
    } finally {
      unhear();
    }
  }, signal);
}

async function landInTurn(
  { views, session, check, holdsBack = false, red }: OwnViewOptions,
  view: HeldView,
  signal: AbortSignal,
): Promise<ViewEnd> {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    signal.throwIfAborted();
    const { conflicts } = await views.rebase(view.id);
    if (conflicts.length > 0) return { state: "conflict", ...conflictText(conflicts), conflicts };
    const set = await views.show(view.id);
    if (set.changes.length === 0) return { state: "empty" };
    const checked = await views.sign(view.id);
    const onto = check === null || tried >= MOST_CHECKED ? null : await views.signProject();
    const state = onto === null ? null : `${checked} ${onto}`;
    const known = red?.find(state) ?? null;
    if (known !== null) return known;
    // A client that leaves may end this process before the check has ended: the view says so then.
    if (check !== null) await views.note(view.id, { state: "checking", lines: [] });
    const verdict = check === null ? null : await check(view, { ...set, signed: checked }, signal);
    if (verdict?.passes === false) {
      const { text, lines, needsPerson } = verdict;
      if (needsPerson !== undefined) return { state: "kept", text, lines };
      const end: ViewEnd = { state: "red", text, lines };
      red?.keep(state, end);
      return end;
    }
    const lines = verdict?.lines ?? [];
    if (holdsBack) return { state: "held", lines };
    const expected = verdict?.signed ?? checked;
    const callId = `land-${randomUUID()}`;
    const named = { expected, ...(onto === null ? {} : { onto }) };
    const landed = await land(session, { callId, named }, signal);
    if (landed.outdated === true) continue;
    const { landing, changed } = landed;
    if (landing === undefined) return { state: "empty" };
    if (landing.state === "landed") {
      await verdict?.landed();
      return { state: "landed", landing, changed, callId, lines };
    }
    return { state: "kept", ...keptText(landing) };
  }
  throw new ToolError(
    "conflict",
    "The project or the view kept changing while it was to land, so nothing landed. It stays in the view.",
  );
}

async function land(
  session: Session,
  {
    callId,
    named,
  }: {
    readonly callId: string;
    readonly named: { readonly expected: string; readonly onto?: string };
  },
  signal: AbortSignal,
): Promise<LandedView> {
  const call = { id: callId, name: LAND_VIEW, arguments: named };
  const result = await session.call(call, { byName: true, signal });
  if (result.type === "error") throw new ToolError(result.code, result.error_text);
  return result.data as LandedView;
}
