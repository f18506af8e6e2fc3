/**
 * Builds the state of a session from what the kernel shares and what the session says: policy and reach are compiled once. A
 * child session takes its parent's policy and reach and can only narrow them; its approvals start empty.
 */
import type { Approval, RequirementSet, SessionServices, Variables } from "@toolplane/contract";
import { confinesProcesses } from "@toolplane/contract/ports";
import { createApprovalBook } from "../approval/approval-book.ts";
import { createQuestionQueue } from "../approval/question-queue.ts";
import { createCallBudget } from "../budget/call-budget.ts";
import type { CallState } from "../call/call-state.ts";
import { compileConfinement } from "../confinement/compile-confinement.ts";
import { createLabeller } from "../flow/create-labeller.ts";
import { createShownFiles } from "../flow/create-shown-files.ts";
import { createFlowState } from "../flow/flow-state.ts";
import { createHeldPlaces } from "../flow/held-places.ts";
import type { Containing } from "../judge/contained-by.ts";
import { NO_CONSENT } from "../judge/judges.ts";
import { createNarrowings, type Narrowings } from "../judge/narrowings.ts";
import { judgeAgain } from "../pipeline/gates/judge-again.ts";
import { APPROVE_AT } from "../pipeline/stage-order.ts";
import { walk, walkToEnd } from "../pipeline/walk.ts";
import { defaultProcessReach } from "../policy/reach/default-reach.ts";
import { compileReach } from "../policy/reach/reach.ts";
import type { ToolListing } from "../registry/tool-listing.ts";
import { MAX_DEPTH } from "../runtime/spawn-subagent.ts";
import { defaultArgumentLimits } from "../schema/argument-limits.ts";
import { createSearchService } from "../search/create-search-service.ts";
import { createCancelScope } from "../session/cancel-scope.ts";
import { createLeases } from "../session/leases.ts";
import { createMemorySlots } from "../session/memory-slots.ts";
import { nowOf } from "../session/now-of.ts";
import { createRunningCalls } from "../session/running-calls.ts";
import { createSeenIds } from "../session/seen-ids.ts";
import { createSessionMode } from "../session/session-mode.ts";
import type { SessionJudges, SessionState } from "../session/session-state.ts";
import { WATCHDOG_TIMEOUT_MS } from "../watchdog/run-watchdog.ts";
import { makeSessionManifest } from "./make-session-manifest.ts";
import type { KernelOptions, SessionOptions } from "./options/kernel-options.ts";
import { patternVariables } from "./options/pattern-variables.ts";
import type { Shared } from "./options/shared.ts";
import { agentsOf, ownTools } from "./own-tools.ts";
import { parentState } from "./parent-state.ts";
import { openedPlaces } from "./rules/opened-places.ts";
import { holdsNoSecret, sessionRules } from "./rules/session-rules.ts";
import { createSessionToolFinder } from "./session-tool-finder.ts";
import { awaitEarlier, takeEarlier } from "./take-earlier.ts";

const ROAD: SessionState["road"] = {
  walk: (call: CallState) => walkToEnd(call),
  judge: (call: CallState) => walk(call, 0, APPROVE_AT),
  judgeAgain: (call: CallState) => judgeAgain(call),
};

/** Opens the state of a session. Throws a ConfigurationError on rules or requirements that do not compile. */
export function openSessionState(shared: Shared, session: SessionOptions): SessionState {
  const { options } = shared;
  const { host } = options;
  const parent = session.parent ? parentState(shared, session.parent) : null;
  const sessionId = session.id ?? host.ids.next("ses");
  const own = host.forSession?.(sessionId, parent?.manifest.sessionId) ?? host;
  const variables = patternVariables({ ...options, host: own });
  const ceiling = ceilingOf(options, session, parent);
  const declared = options.manifest?.requires ?? null;
  const opened = openedPlaces(options);
  const { has, listing } = ownTools(shared, session, parent);
  const { policies, layers } = sessionRules(shared, { rules: session.rules, parent, variables });
  const broker = session.broker ?? (parent ? parent.broker : (options.broker ?? null));
  const narrowings = createNarrowings(variables, parent?.narrowings ?? null);
  const about = { sessionId, session, parent, variables, broker, has };
  const manifest = makeSessionManifest(shared, about);
  const state: SessionState = {
    mode: createSessionMode(manifest.mode, parent?.mode ?? null),
    manifest,
    has,
    agents: agentsOf(session, parent),
    agentManifest: options.manifest ?? null,
    host,
    analyzer: own.analyzer,
    ids: host.ids,
    variables,
    policies,
    layers,
    cleanRules: holdsNoSecret(shared.redactor, policies),
    ceiling,
    processReach: declared
      ? compileReach([declared, ...ceiling], variables)
      : defaultProcessReach({ ceiling, variables, opened }),
    judges: judgesOf(options),
    narrowings,
    ...flowParts({
      host,
      parent,
      policies,
      variables,
      analyzer: own.analyzer,
      brought: options.brought ?? null,
    }),
    containing: containingOf(options, variables),
    sandboxed: confinesProcesses(host.sandbox),
    toolsEnabled: options.toolsEnabled ?? alwaysOn,
    tools: createSessionToolFinder(shared.registry, {
      ceiling,
      variables,
      declared,
      opened,
      has,
      declaredEnv: options.declaredEnv,
    }),
    registry: shared.registry,
    listing,
    budget: parent
      ? parent.budget
      : createCallBudget({ maxCalls: options.maxCallsPerSession ?? null }),
    hooks: options.hooks ?? [],
    retry: options.retry ?? null,
    uncaught: options.uncaught ?? "hidden",
    readOutput: options.readOutput ?? null,
    tokens: parent ? parent.tokens : (session.tokens ?? null),
    locks: shared.locks,
    strategy: session.strategy ?? parent?.strategy ?? "parallel",
    steering: session.steering ?? null,
    approvalsBy: options.approvalsBy ?? "cover",
    asksGated: options.asksGated ?? false,
    approvals: createApprovalBook({ initial: ownApprovals(shared, session) }),
    receipts: shared.receipts,
    usedReceipts: new Set(),
    broker,
    spendReceipt: options.spendReceipt ?? null,
    questions: broker && !session.headless ? createQuestionQueue(broker) : null,
    foresee: options.foresee ?? null,
    preview: options.preview ?? null,
    projectApprovals: options.projectApprovals ?? false,
    keepRules: options.keepRules ?? null,
    recorder: options.recorder ?? null,
    redactor: shared.redactor,
    agent: options.agent ?? null,
    maxDepth: options.maxDepth ?? MAX_DEPTH,
    services: servicesOf(shared, session, { listing, narrowings, sessionId, has }),
    stateSlot: slotsOf(options, manifest.sessionId),
    argumentLimits: options.maxArgumentBytes
      ? { ...defaultArgumentLimits, maxBytes: options.maxArgumentBytes }
      : defaultArgumentLimits,
    marksAll: options.marks === "all",
    maxOutput: options.maxOutput ?? null,
    maxResultBytes: manifest.maxResultBytes ?? null,
    scope: parent ? parent.scope.child() : createCancelScope(),
    stopped: null,
    running: createRunningCalls(host.clock),
    leases: createLeases(),
    seen: createSeenIds(),
    unsettled: new Set(),
    givenUp: new Set(),
    heldApproved: [],
    past: null,
    pastUnknown: false,
    ordinal: 0,
    road: ROAD,
    listeners: options.onEvent ? [options.onEvent] : null,
  };
  if (session.earlier) awaitEarlier(state, session.earlier, session);
  else takeEarlier(state, session);
  state.scope.onCancel((reason) => {
    state.stopped = reason;
    state.running.stopAll(reason);
  });
  return state;
}

/** A family has one flow; how its members read paths and rules is their own. */
function flowParts({
  host,
  parent,
  policies,
  variables,
  analyzer,
  brought,
}: Pick<SessionState, "host" | "policies" | "variables" | "analyzer" | "brought"> & {
  readonly parent: SessionState | null;
}): Pick<SessionState, "flow" | "labeller" | "shownFiles" | "isHeld" | "brought"> {
  return {
    brought,
    flow: parent ? parent.flow : createFlowState(),
    labeller: createLabeller(policies, { analyzer, brought }),
    shownFiles: createShownFiles({
      analyzer,
      brought,
      variables,
      nowMs: () => nowOf(host.clock, Infinity),
      compile: compileConfinement,
    }),
    isHeld: createHeldPlaces(variables, analyzer, () => host.systemBase?.() ?? []),
  };
}

/** Roots with where they really are: an edit through a link of the workspace's own name is inside it. */
function containingOf({ contained, host }: KernelOptions, variables: Variables): Containing {
  const roots = contained === false ? [] : (variables.workspace ?? []);
  const real = roots.flatMap((root) => {
    try {
      const read = host.analyzer.path(root, "write");
      return read.ok ? [root, read.value.real] : [root];
    } catch {
      return [root];
    }
  });
  const { landsChanges, keepsOutputs, asksAboutHosts: requests } = host.sandbox.facts;
  // A sandbox that changes real files at once does not hold its processes, however well it holds the rest.
  const processes = confinesProcesses(host.sandbox) && landsChanges && contained !== false;
  return {
    processes,
    requests,
    outputs: processes && keepsOutputs === true,
    roots: [...new Set(real)],
  };
}

/**
 * Kept answers of the project, and of this session if it goes on; another session's are not its own. Any program that
 * can write to the store could write a row, so only those count that carry a receipt made with this host's key.
 */
function ownApprovals(
  { receipts }: Shared,
  { id, approvals }: SessionOptions,
): readonly Approval[] {
  return (approvals ?? []).filter(
    (approval) =>
      (approval.scope === "project" || approval.sessionId === id) &&
      approval.receipt !== undefined &&
      receipts.matchesApproval(approval.receipt, approval),
  );
}

/** A host's own services, and the search over the catalog unless it brings another. A skill may narrow the session it is for. */
function servicesOf(
  { options, search }: Shared,
  { clientService: client }: SessionOptions,
  {
    listing,
    narrowings,
    sessionId,
    has,
  }: {
    readonly listing: ToolListing;
    readonly narrowings: Narrowings;
    readonly sessionId: string;
    readonly has: SessionState["has"];
  },
): SessionServices {
  const { skills, ...services } = options.services ?? {};
  const use = { sessionId, narrow: narrowings.add };
  const background = options.agent?.background?.(sessionId);
  return {
    tools: createSearchService({ search, reveal: listing.reveal, accepts: has }),
    ...(background ? { background } : {}),
    ...services,
    ...(skills
      ? { skills: { list: () => skills.list(), load: (name) => skills.load(name, use) } }
      : {}),
    ...(client ? { client } : {}),
  };
}

function alwaysOn(): boolean {
  return true;
}

function slotsOf({ stateSlot }: KernelOptions, sessionId: string): SessionState["stateSlot"] {
  if (!stateSlot) return createMemorySlots();
  return (toolId) => stateSlot(sessionId, toolId);
}

function ceilingOf(
  options: KernelOptions,
  session: SessionOptions,
  parent: SessionState | null,
): readonly RequirementSet[] {
  const top = [...(options.ceiling ? [options.ceiling] : []), ...(session.below?.requires ?? [])];
  const inherited = parent ? parent.ceiling : top;
  return parent && session.requires ? [...inherited, session.requires] : inherited;
}

function judgesOf(options: KernelOptions): SessionJudges {
  return {
    consent: { ...NO_CONSENT, ...options.consent },
    flags: options.flags ?? null,
    stateMachine: options.stateMachine ?? null,
    guards: options.guards ?? [],
    guardOrder: options.guardOrder ?? "before-mode",
    watchdog: options.watchdog ?? null,
    watchdogTimeoutMs: options.watchdogTimeoutMs ?? WATCHDOG_TIMEOUT_MS,
  };
}
