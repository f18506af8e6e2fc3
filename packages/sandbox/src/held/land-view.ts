/**
 * Lands what a held view holds. What lands is what was judged and, where somebody checked it, what was checked: the view is frozen
 * before the first step and its content compared with its name. Its files are copied, because programs of the session may have
 * them open; when they have landed the view lets go of them and shows the project's.
 */
import { isToolError, type LandedView } from "@toolplane/contract";
import type { LandingJudge, LandView } from "@toolplane/contract/ports";
import type { HostLandings } from "../landing/state/landings.ts";
import type { HeldState } from "./held-state.ts";
import { signView, takeOut, type ViewRead } from "./read-view.ts";
import type { Rebase } from "./rebase-view.ts";

export interface LandViewParts {
  readonly landings: Pick<HostLandings, "begin" | "settle" | "discard" | "drop">;
  readonly state: HeldState;
  readonly read: () => Promise<ViewRead>;
  /** Merges what overlaps and writes the outcome into the view. */
  readonly rebase: (read: ViewRead) => Promise<Rebase>;
  /** Keeps every program from writing into the view; false where one has a file of it open for that. */
  readonly freeze: () => Promise<boolean>;
  /** Lets them write again, and shows the project's files where the view has none. */
  readonly thaw: () => Promise<void>;
  /** Called when all of it has landed, with the time before which the project was seen. */
  readonly landed: (stampNs: string) => Promise<void>;
  readonly stampOf: (folder: string) => string;
  /** Names the state of the project as it is now. */
  readonly signProject: () => Promise<string | null>;
}

const OUTDATED: LandedView = { changed: [], undo: [], outdated: true };

export async function landView(how: LandView, parts: LandViewParts): Promise<LandedView> {
  const { landings, state } = parts;
  const { callId, onto, signal } = how;
  const call = await landings.begin({
    sessionId: state.sessionId,
    callId,
    command: `the view ${state.id}`,
    roots: state.roots.map(({ root }) => root),
    uppers: state.roots.map(({ upper }) => upper),
  });
  const stampNs = parts.stampOf(call.folder);
  const read = await parts.read().catch((error: unknown) => {
    landings.discard(call);
    throw error;
  });
  const signed = await signView(state, read.changes);
  const isOther = how.expected !== undefined && how.expected !== signed;
  const rebase = isOther ? null : await parts.rebase(read);
  const isApart = rebase === null || rebase.merged.length + rebase.conflicts.length > 0;
  if (read.changes.length === 0 || isApart) {
    landings.discard(call);
    return read.changes.length === 0 ? { changed: [], undo: [] } : OUTDATED;
  }
  const frozen = { is: false };
  const judge = frozenJudge(how.judge, { parts, signed, frozen });
  try {
    const settled = await landings.settle(call, {
      stopped: false,
      dryRun: false,
      judge,
      signal,
      ...(onto === undefined ? {} : { isStill: async () => (await parts.signProject()) === onto }),
    });
    const { landing } = settled;
    if (landing?.why === "conflict") {
      await landings.drop(callId, state.sessionId).catch(notWaiting);
      return OUTDATED;
    }
    if (landing?.state === "landed" && landing.refused === undefined) {
      takeOut(state, read.changes);
      await parts.landed(stampNs);
    }
    return settled;
  } finally {
    if (frozen.is) await parts.thaw();
  }
}

function frozenJudge(
  judge: LandingJudge,
  {
    parts,
    signed,
    frozen,
  }: {
    readonly parts: LandViewParts;
    readonly signed: string;
    readonly frozen: { is: boolean };
  },
): LandingJudge {
  const { state } = parts;
  return async (set, hold) => {
    const decision = await judge(set, hold);
    if (decision.land === "none") return decision;
    const refuse = (reason: string) => ({
      land: "none" as const,
      drop: false,
      refused: [{ path: state.roots[0]?.root ?? "", reason }],
    });
    frozen.is = await parts.freeze();
    if (!frozen.is)
      return refuse(
        "a program of this session has a file of the view open for writing: stop it first",
      );
    const now = await signView(state, (await parts.read()).changes);
    return now === signed ? decision : refuse("the view was changed while it was to land");
  };
}

function notWaiting(error: unknown): void {
  if (!isToolError(error) || error.code !== "not_found") throw error;
}
