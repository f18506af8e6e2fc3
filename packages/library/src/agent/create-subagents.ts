/**
 * Runs subagents for the tools that start them. A child is an agent like any other, in a session below its parent's: so its rules can
 * only narrow, its labels and its budgets are the family's, and every call of it walks the road.
 */
import {
  createBackgroundBook,
  createPurse,
  DEFAULT_LIMITS,
  type SubagentType,
} from "@toolplane/agent";
import {
  type AgentSession,
  type SpawnContext,
  type SpawnRequest,
  type SpawnResult,
  ToolError,
} from "@toolplane/contract";
import type { Session } from "@toolplane/kernel";
import type { KeptRun } from "../runs/kept-run.ts";
import { INSIDE } from "../views/watched-calls.ts";
import type { Agent } from "./agent.ts";
import type { ChildPlace } from "./child-place.ts";
import { type AgentGround, createAgent } from "./create-agent.ts";
import { NO_MONEY } from "./create-money.ts";
import type { FamilyMember } from "./family.ts";
import { openModel } from "./open-model.ts";
import { adopt, type Child, runBefore, runBehind } from "./run-child.ts";
import { type SubagentKind, subagentKind } from "./subagent-kind.ts";

export interface SubagentsGround extends AgentGround {
  readonly types: readonly SubagentType[];
  /** An open session that no agent works in: an MCP client's, or a program's own. */
  readonly findSession: (id: string) => Session | undefined;
  /** Told why subagents in the background do without a view of their own. */
  readonly withoutView: (reason: string) => void;
}

/** Background runs of one parent at once: past it they are started faster than they end. */
const MOST_RUNNING = 16;

/** Names the model that works for sessions without an agent. */
const DEFAULT_MODEL = "TOOLPLANE_MODEL";

export interface Subagents extends Pick<AgentSession, "spawn"> {
  /** Goes on with a child in the background that an earlier process left, or that waited for a person. */
  goOn(run: KeptRun, above: FamilyMember): Promise<void>;
}

export function createSubagents(ground: SubagentsGround): Subagents {
  const starting = new WeakMap<FamilyMember, number>();
  const openOne = async (
    kind: SubagentKind,
    above: FamilyMember,
    [request, context]: readonly [SpawnRequest, SpawnContext],
  ): Promise<Child> => {
    context.signal.throwIfAborted();
    const startedBy = {
      runId: above.runId(),
      callId: context.parentCallId,
      ...(request.background === true && !request.agent ? { behind: kind.name } : {}),
    };
    // A child that waited for a person, or was cut off, is found by its call and goes on: it is not begun again.
    const agent = await openChild(ground, { kind, above, request, startedBy });
    return adopt(agent, { name: kind.name, above });
  };
  const openBehind = async (
    kind: SubagentKind,
    above: FamilyMember,
    call: readonly [SpawnRequest, SpawnContext],
  ): Promise<SpawnResult> => {
    // Calls of one answer run side by side: those that are being started count too, or a flood of them passes the bound.
    const before = starting.get(above) ?? 0;
    const running = above.background.running() + above.background.elsewhere();
    if (running + before >= MOST_RUNNING)
      throw new ToolError(
        "budget_exceeded",
        `${MOST_RUNNING} subagents run in the background already. Wait for one of them.`,
      );
    starting.set(above, before + 1);
    try {
      const [request, { parentCallId: callId }] = call;
      const hasView = ground.views !== undefined && worksApart(ground, { kind, above, request });
      const handed = await above.elsewhere?.handOver({ kind, request, callId, hasView });
      if (handed) return handed;
      return startBehind(ground, await openOne(kind, above, call), request);
    } finally {
      starting.set(above, (starting.get(above) ?? 1) - 1);
    }
  };
  return {
    async goOn({ behind = "", prompt, callId, parentId }, above) {
      const request: SpawnRequest = { prompt, subagentType: behind, background: true };
      const kind = subagentKind(ground.types, request);
      const startedBy = { runId: parentId ?? "", callId: callId ?? "", behind };
      const agent = await openChild(ground, { kind, above, request, startedBy });
      startBehind(ground, adopt(agent, { name: kind.name, above }), request);
    },
    async spawn(request, context) {
      const kind = subagentKind(ground.types, request);
      const above = await memberOf(ground, context.parentSessionId);
      if (request.background === true) return openBehind(kind, above, [request, context]);
      return runBefore(await openOne(kind, above, [request, context]), request, context);
    },
  };
}

function startBehind(
  { source }: SubagentsGround,
  child: Child,
  request: SpawnRequest,
): ReturnType<typeof runBehind> {
  const nonce = source(child.above.session).nonce(child.agent.session.id);
  return runBehind(child, request, { nonce });
}

function openChild(
  ground: SubagentsGround,
  {
    kind,
    above,
    request,
    startedBy,
  }: Pick<ChildPlace, "above" | "startedBy"> & {
    readonly kind: SubagentKind;
    readonly request: SpawnRequest;
  },
): Promise<Agent> {
  const { name, instructions, tools, deny, limits, isBare } = kind;
  const isApart = worksApart(ground, { kind, above, request });
  const rules = [...deny, ...(request.rules ?? [])];
  return createAgent(
    ground,
    {
      model: kind.model ?? above.model,
      instructions,
      ...(kind.reasoning ? { reasoning: kind.reasoning } : {}),
      limits,
      completion: above.completion,
      ...(isApart ? { view: "own" as const } : {}),
    },
    {
      above,
      ...(isApart && kind.view === undefined ? { withoutView: ground.withoutView } : {}),
      agent: name,
      isBare,
      startedBy,
      session: {
        // Those below it may land a view of theirs too; a model is told of no such tool.
        ...(tools ? { tools: [...tools, ...INSIDE] } : {}),
        ...(rules.length > 0 ? { rules } : {}),
        ...(request.requires ? { requires: request.requires } : {}),
      },
    },
  );
}

/**
 * One in the background that may write would write beside its parent, at the same time. It shares the view of a parent that has
 * one: the project does not have yet what its parent changed.
 */
function worksApart(
  { source, views }: SubagentsGround,
  {
    kind: { view, tools },
    above: { session },
    request,
  }: {
    readonly kind: SubagentKind;
    readonly above: FamilyMember;
    readonly request: SpawnRequest;
  },
): boolean {
  if (view !== undefined) return view === "own";
  if (request.background !== true || (views?.of(session.id) ?? null) !== null) return false;
  if (tools === null) return true;
  const modes = new Map(
    source(session)
      .kernel.tools()
      .map(({ tool }) => [tool.id, tool.mode]),
  );
  return tools.some((id) => (modes.get(id) ?? "external") !== "read");
}

/** The agent that works in a session; for one that none works in, the model that the environment names. */
async function memberOf(ground: SubagentsGround, sessionId: string): Promise<FamilyMember> {
  const known = ground.family.find(sessionId);
  if (known) return known;
  const session = ground.findSession(sessionId);
  const name = ground.environment[DEFAULT_MODEL];
  if (!session || !name)
    throw new ToolError(
      "unavailable",
      `No agent works in this session, and ${DEFAULT_MODEL} names no model that could work for it.`,
    );
  const model = await openModel(name, ground.environment);
  const background = createBackgroundBook();
  // Each child has its own bounds; the program that makes the calls of such a session bounds them.
  const purse = createPurse({
    limits: { ...DEFAULT_LIMITS, turns: Number.POSITIVE_INFINITY },
    above: null,
    workedMs: () => 0,
    onBelow: () => undefined,
  });
  const member: FamilyMember = {
    session,
    model,
    purse,
    background,
    money: NO_MONEY,
    elsewhere: null,
    completion: "model",
    hear: () => undefined,
    tell: () => undefined,
    runId: () => sessionId,
  };
  const leave = ground.family.enter(member);
  const unhear = session.on(({ type }) => {
    if (type !== "session-close") return;
    background.stopAll();
    leave();
    unhear();
  });
  return member;
}
