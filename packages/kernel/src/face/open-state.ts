/**
 * Builds the state of a session from what the kernel shares and what the session says: policy and reach are compiled once. A
 * child session takes its parent's policy and reach and can only narrow them; its approvals start empty.
 */
import {
  type Approval,
  type Broker,
  ConfigurationError,
  confinesProcesses,
  type PolicyLayer,
  type Redactor,
  type RequirementSet,
  type SecurityMode,
  type SessionManifest,
  type SessionServices,
  type Variables,
} from "@toolplane/contract";
import { createApprovalBook } from "../approval/approval-book.ts";
import { createQuestionQueue } from "../approval/question-queue.ts";
import type { Receipts } from "../approval/receipts.ts";
import { createCallBudget } from "../budget/call-budget.ts";
import type { Policies } from "../judge/evaluate-policies.ts";
import type { Containing } from "../judge/is-containable.ts";
import { PLAIN_PROFILE } from "../judge/judges.ts";
import { createNarrowings, type Narrowings } from "../judge/narrowings.ts";
import { compilePolicy, type Policy } from "../policy/compile-policy.ts";
import { defaultProcessReach, type OpenedPlaces } from "../policy/default-reach.ts";
import { compileReach } from "../policy/reach.ts";
import type { Registry } from "../registry/create-registry.ts";
import { createToolListing, type ToolListing } from "../registry/tool-listing.ts";
import { MAX_DEPTH } from "../runtime/spawn-subagent.ts";
import type { Locks } from "../schedule/create-locks.ts";
import { defaultArgumentLimits } from "../schema/argument-limits.ts";
import type { CatalogSearch } from "../search/create-catalog-search.ts";
import { createSearchService } from "../search/create-search-service.ts";
import { createCancelScope } from "../session/cancel-scope.ts";
import { createMemorySlots } from "../session/memory-slots.ts";
import { createRunningCalls } from "../session/running-calls.ts";
import { createSeenIds } from "../session/seen-ids.ts";
import type { RuleLayers, SessionJudges, SessionState } from "../session/session-state.ts";
import { WATCHDOG_TIMEOUT_MS } from "../watchdog/run-watchdog.ts";
import { policyLayers, untrustedLayers } from "./common-policy.ts";
import type { KernelOptions, SessionOptions } from "./kernel-options.ts";
import { patternVariables } from "./pattern-variables.ts";
import type { Session } from "./session.ts";
import { createSessionTools } from "./session-tools.ts";
import { awaitEarlier, takeEarlier } from "./take-earlier.ts";

/** What all sessions of a kernel share. */
export interface Shared {
  readonly options: KernelOptions;
  readonly registry: Registry;
  readonly redactor: Redactor;
  readonly receipts: Receipts;
  /** Held by running calls of any session: they share one workspace. */
  readonly locks: Locks;
  /** Finds tools by what they say of themselves. */
  readonly search: CatalogSearch;
  /** The state behind each face, so that a child finds its parent's. */
  readonly states: WeakMap<Session, SessionState>;
  /** The policy of sessions without rules of their own. */
  readonly commonPolicy: (variables: Variables) => Policy;
}

/** Opens the state of a session. Throws a ConfigurationError on rules or requirements that do not compile. */
export function openState(shared: Shared, session: SessionOptions): SessionState {
  const { options } = shared;
  const { host } = options;
  const parent = session.parent ? parentState(shared, session.parent) : null;
  const sessionId = session.id ?? host.ids.next("ses");
  const own = host.forSession?.(sessionId) ?? host;
  const variables = patternVariables({ ...options, host: own });
  const ceiling = ceilingOf(options, session, parent);
  const declared = options.manifest?.requires ?? null;
  const opened = openedPlaces(options);
  const sandboxed = confinesProcesses(host.sandbox);
  const listing = createToolListing(shared.registry);
  const { policies, layers } = policiesOf(shared, { rules: session.rules, parent, variables });
  const broker = session.broker ?? (parent ? parent.broker : (options.broker ?? null));
  const narrowings = createNarrowings(variables, parent?.narrowings ?? null);
  const manifest = manifestOf(shared, { sessionId, session, parent, variables, broker });
  const state: SessionState = {
    manifest,
    agentManifest: options.manifest ?? null,
    ...{ host, analyzer: own.analyzer, ids: host.ids },
    ...{ variables, policies, layers },
    cleanRules: holdsNoSecret(shared.redactor, policies),
    ceiling,
    processReach: declared
      ? compileReach([declared, ...ceiling], variables)
      : defaultProcessReach({ ceiling, variables, opened }),
    judges: judgesOf(options),
    narrowings,
    containing: containingOf(options, variables),
    sandboxed,
    toolsEnabled: options.toolsEnabled ?? alwaysOn,
    tools: createSessionTools(shared.registry, { ceiling, variables, declared, opened }),
    registry: shared.registry,
    listing,
    budget: parent
      ? parent.budget
      : createCallBudget({ maxCalls: options.maxCallsPerSession ?? null }),
    hooks: options.hooks ?? [],
    retry: options.retry ?? null,
    tokens: parent ? parent.tokens : (session.tokens ?? null),
    locks: shared.locks,
    strategy: session.strategy ?? parent?.strategy ?? "parallel",
    steering: session.steering ?? null,
    approvals: createApprovalBook({ initial: ownApprovals(shared, session) }),
    receipts: shared.receipts,
    usedReceipts: new Set(),
    broker,
    spendReceipt: options.spendReceipt ?? null,
    questions: broker && !session.headless ? createQuestionQueue(broker) : null,
    foresee: options.foresee ?? null,
    projectApprovals: options.projectApprovals ?? false,
    recorder: options.recorder ?? null,
    redactor: shared.redactor,
    agent: options.agent ?? null,
    maxDepth: options.maxDepth ?? MAX_DEPTH,
    services: servicesOf(shared, session, { listing, narrowings, sessionId }),
    stateSlot: slotsOf(options, manifest.sessionId),
    argumentLimits: options.maxArgumentBytes
      ? { ...defaultArgumentLimits, maxBytes: options.maxArgumentBytes }
      : defaultArgumentLimits,
    maxOutput: options.maxOutput ?? null,
    maxResultBytes: manifest.maxResultBytes ?? null,
    scope: parent ? parent.scope.child() : createCancelScope(),
    stopped: null,
    running: createRunningCalls(host.clock),
    seen: createSeenIds(),
    unsettled: new Set(),
    past: null,
    pastUnknown: false,
    ordinal: 0,
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

/** What every process is shown is no secret; who leaves the default policy out wants to be asked about that too. */
function openedPlaces({ host, localHosts = [], defaultPolicy }: KernelOptions): OpenedPlaces {
  return {
    hosts: localHosts,
    base: () => (defaultPolicy === false ? [] : (host.systemBase?.() ?? [])),
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
  return {
    processes: confinesProcesses(host.sandbox) && contained !== false,
    roots: [...new Set(real)],
  };
}

/** A parent of another kernel would leave the child without its denies, so it is refused. */
function parentState(shared: Shared, parent: Session): SessionState {
  const state = shared.states.get(parent);
  if (!state)
    throw new ConfigurationError(
      `session ${parent.id}`,
      "is the parent of a session of another kernel",
    );
  return state;
}

/**
 * Kept answers of the project, and of this session if it goes on; another session's are not its own. Whoever can write to a
 * store could write a row, so only what carries a receipt made with this host's key counts.
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
  }: {
    readonly listing: ToolListing;
    readonly narrowings: Narrowings;
    readonly sessionId: string;
  },
): SessionServices {
  const { skills, ...services } = options.services ?? {};
  const use = { sessionId, narrow: narrowings.add };
  return {
    tools: createSearchService({ search, reveal: listing.reveal }),
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

function manifestOf(
  shared: Shared,
  {
    sessionId,
    session,
    parent,
    variables,
    broker,
  }: {
    readonly sessionId: string;
    readonly session: SessionOptions;
    readonly parent: SessionState | null;
    readonly variables: Variables;
    readonly broker: Broker | null;
  },
): SessionManifest {
  const { host } = shared.options;
  return {
    sessionId,
    createdAtMs: session.createdAtMs ?? host.clock.wallMs(),
    ...modeOf(session, parent),
    headless: session.headless ?? !broker,
    role: session.role ?? parent?.manifest.role ?? "agent",
    workspace: session.workspace ?? parent?.manifest.workspace ?? "main",
    ...clientOf(session, parent),
    ...resultBoundOf(session, parent),
    ...(parent ? { parentSessionId: parent.manifest.sessionId } : {}),
    depth: parent ? parent.manifest.depth + 1 : 0,
    tools: shared.registry.list().map(({ tool }) => tool.id),
    variables,
    sandbox: confinesProcesses(host.sandbox) ? host.sandbox.kind : "none",
    sandboxLevel: host.sandbox.level,
    ...(host.heldBy === undefined ? {} : { heldBy: host.heldBy }),
  };
}

/** Whoever opened the parent opened the child. */
function clientOf(
  session: SessionOptions,
  parent: SessionState | null,
): Pick<SessionManifest, "client"> {
  const client = session.client ?? parent?.manifest.client;
  return client === undefined ? {} : { client };
}

/** A child's results are bounded as its parent's are, or closer. */
function resultBoundOf(
  { maxResultBytes: own }: SessionOptions,
  parent: SessionState | null,
): Pick<SessionManifest, "maxResultBytes"> {
  const bounds = [own, parent?.manifest.maxResultBytes].filter((bytes) => bytes !== undefined);
  return bounds.length === 0 ? {} : { maxResultBytes: Math.min(...bounds) };
}

/** A child's mode is never looser than its parent's, and an allowlist is never longer. */
function modeOf(
  session: SessionOptions,
  parent: SessionState | null,
): Pick<SessionManifest, "mode" | "allowlist"> {
  if (!parent) return { mode: session.mode ?? "ask", allowlist: session.allowlist ?? [] };
  const { mode: bound, allowlist } = parent.manifest;
  const wanted = session.mode ?? bound;
  const mode = MODES.indexOf(wanted) < MODES.indexOf(bound) ? wanted : bound;
  return { mode, allowlist: bound === "yolo" ? (session.allowlist ?? allowlist) : allowlist };
}

/** From strict to loose. */
const MODES: readonly SecurityMode[] = ["ask", "allowlist", "yolo"];

function ceilingOf(
  options: KernelOptions,
  session: SessionOptions,
  parent: SessionState | null,
): readonly RequirementSet[] {
  const inherited = parent ? parent.ceiling : options.ceiling ? [options.ceiling] : [];
  return parent && session.requires ? [...inherited, session.requires] : inherited;
}

/**
 * Puts open sessions under the rules that the kernel has now, parents before their children. Calls that run go on under the new
 * ones. Throws a ConfigurationError on rules that do not compile; then no session has changed.
 */
export function renewPolicies(
  shared: Shared,
  sessions: readonly { readonly state: SessionState; readonly options: SessionOptions }[],
): void {
  const renewed = new Map<SessionState, SessionRules>();
  for (const { state, options } of sessions) {
    const above = options.parent ? parentState(shared, options.parent) : null;
    const parent = above && (renewed.get(above) ?? above);
    const { variables } = state;
    renewed.set(state, policiesOf(shared, { rules: options.rules, parent, variables }));
  }
  for (const [state, { policies, layers }] of renewed) {
    state.policies = policies;
    state.layers = layers;
    state.cleanRules = holdsNoSecret(shared.redactor, policies);
    state.tools = createSessionTools(shared.registry, {
      ...{ ceiling: state.ceiling, variables: state.variables },
      declared: shared.options.manifest?.requires ?? null,
      opened: openedPlaces(shared.options),
    });
  }
}

/** A child has its ancestors' rules, compiled for its own scratch folder; its own only restrict. */
type SessionRules = Pick<SessionState, "policies" | "layers">;

function policiesOf(
  shared: Shared,
  {
    rules = [],
    parent,
    variables,
  }: {
    readonly rules: SessionOptions["rules"];
    readonly parent: SessionRules | null;
    readonly variables: Variables;
  },
): SessionRules {
  const own: readonly PolicyLayer[] = rules.length > 0 ? [{ scope: "session", rules }] : [];
  const layers: RuleLayers = parent
    ? { base: parent.layers.base, restrictions: [...parent.layers.restrictions, ...own] }
    : {
        base: [...policyLayers(shared.options), ...own],
        restrictions: untrustedLayers(shared.options),
      };
  const restrictions = layers.restrictions.map((layer) =>
    compilePolicy({ layers: [layer], variables }),
  );
  const like = parent ? { like: parent.policies.base } : {};
  const base =
    parent === null && own.length === 0
      ? shared.commonPolicy(variables)
      : compilePolicy({ layers: layers.base, variables, ...like });
  return { policies: { base, restrictions }, layers };
}

/** Rules are configuration, but nothing keeps a person from writing a secret into one. */
function holdsNoSecret(redactor: Redactor, { base, restrictions }: Policies): boolean {
  const references = [base, ...restrictions].flatMap(({ rules }) =>
    rules.map(({ reference }) => reference),
  );
  return redactor.value(references) === references;
}

function judgesOf(options: KernelOptions): SessionJudges {
  return {
    profile: { ...PLAIN_PROFILE, ...options.profile },
    flags: options.flags ?? null,
    stateMachine: options.stateMachine ?? null,
    guards: options.guards ?? [],
    watchdog: options.watchdog ?? null,
    watchdogTimeoutMs: options.watchdogTimeoutMs ?? WATCHDOG_TIMEOUT_MS,
  };
}
