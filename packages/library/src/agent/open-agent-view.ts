/** The view that a run works in. */
import { type ErrorCode, isToolError, ToolError } from "@toolplane/contract";
import type { Views } from "@toolplane/contract/ports";
import type { Session } from "@toolplane/kernel";
import type { ViewTurns } from "../views/create-turn-end.ts";
import type { LandedSessions } from "../views/landed-sessions.ts";
import { MOST_TOLD } from "../views/most-told.ts";
import type { AgentEvent, AgentOptions, AgentView } from "./agent.ts";
import type { ChildPlace } from "./child-place.ts";

export interface AgentViewGround {
  /** Absent where the host holds none. */
  readonly views?: Views | undefined;
  /** The checks that changes must pass before they land, and who lands them. */
  readonly landed: Pick<LandedSessions, "checks" | "holdsUntil" | "judge" | "take">;
}

interface MadeAgent {
  readonly session: Session;
  readonly options: AgentOptions;
  readonly child: ChildPlace | null;
  /** One that is driven elsewhere than its parent, and works in a view of its own. */
  readonly isApart: boolean;
  readonly tell: (event: AgentEvent) => void;
}

/** Opens the view that the run works in, its own or that of its parent; what lands it when a turn is over, where it is its own. */
export async function openAgentView(
  { views, landed }: AgentViewGround,
  made: MadeAgent,
): Promise<ViewTurns | undefined> {
  const { session, options, child, tell } = made;
  const left = options.run === undefined ? "project" : await leftBy(session, views);
  const wanted = options.view ?? (made.isApart ? "own" : left);
  // What works in its parent's view is checked when that lands.
  const isInner = child !== null && wanted === "project";
  const isChecked = !isInner && (await landed.checks(session)) !== null;
  const view = wanted === "project" && isChecked ? "own" : wanted;
  if (view !== "project") {
    const opened = openOwn({ views, view, landed, isAsked: wanted !== "project" }, made);
    const withoutView = child?.withoutView ?? (made.isApart ? () => undefined : undefined);
    if (withoutView === undefined) return opened;
    try {
      return await opened;
    } catch (error) {
      if (!isToolError(error) || !NO_VIEW.has(error.code)) throw error;
      withoutView(error.message);
    }
  }
  if (child) views?.share(session.id, child.above.session.id);
  return (await landed.judge(session, { tell, mostTold: MOST_TOLD })) ?? undefined;
}

/** The machine can hold none, or no more of them. */
const NO_VIEW: ReadonlySet<ErrorCode> = new Set(["unavailable", "too_large"]);

async function openOwn(
  {
    views,
    view,
    landed,
    isAsked,
  }: {
    readonly views: Views | undefined;
    readonly view: Exclude<AgentView, "project">;
    readonly landed: AgentViewGround["landed"];
    /** Somebody wants it, beside the checks. */
    readonly isAsked: boolean;
  },
  { session, options, tell }: MadeAgent,
): Promise<ViewTurns> {
  if (views === undefined)
    throw new ToolError(
      "unavailable",
      "This machine cannot hold a view, so no run has one of its own: toolplane doctor says why.",
    );
  if (typeof view === "object") await views.open(session.id, view);
  const { createTurnEnd } = await import("../views/create-turn-end.ts");
  const { checks, holdsUntil } = landed;
  const isWholeRun = holdsUntil === "run" && options.isTalk === true;
  const until = isWholeRun ? "run" : holdsUntil === "call" && !isAsked ? "call" : "turn";
  landed.take(session, until);
  return createTurnEnd({ views, session, checks, until, tell });
}

/** A run that goes on would not find its own changes in the project. */
async function leftBy({ id }: Session, views: Views | undefined): Promise<AgentView> {
  const left = await views?.list();
  return left?.some(({ sessionId, isLive }) => sessionId === id && !isLive) ? "own" : "project";
}
