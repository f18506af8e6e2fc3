/**
 * The entry: a kernel holds tools and policy, a session makes calls. Wrong configuration throws here, at start-up; from then
 * on nothing throws.
 */
import { createHash } from "node:crypto";
import {
  ConfigurationError,
  type Json,
  type PolicyLayer,
  type RequirementSet,
  type Tool,
} from "@toolplane/contract";
import {
  type Channel,
  type Host,
  type LandingJudge,
  type Streams,
  withinDeadline,
} from "@toolplane/contract/ports";
import { optionFault } from "@toolplane/readings";
import { createReceipts } from "../approval/receipts.ts";
import type { Policy } from "../policy/compile-policy.ts";
import { compilePolicy } from "../policy/compile-policy.ts";
import type { Replayer } from "../record/replay/replayer.ts";
import type { RecordJudge } from "../record/suggest/what-if.ts";
import { createRedactor } from "../redaction/create-redactor.ts";
import { createRegistry, type Registry } from "../registry/create-registry.ts";
import type { ToolRow } from "../registry/describe-tools.ts";
import type { ToolEntry, ToolOrigin } from "../registry/entry/tool-entry.ts";
import type { ToolMetrics } from "../registry/life/metrics-book.ts";
import type { RegistryProblem } from "../registry/life/problem-log.ts";
import type { Turn } from "../registry/life/turn-queue.ts";
import type { Registration, RegistryScope } from "../registry/registration.ts";
import {
  createPersonsLandingJudge,
  type PersonsLanding,
} from "../runtime/landing/create-landing-judge.ts";
import { createLocks } from "../schedule/create-locks.ts";
import { createCatalogSearch } from "../search/create-catalog-search.ts";
import type { SessionState } from "../session/session-state.ts";
import { createRecordJudge } from "./create-record-judge.ts";
import { createReplayer } from "./create-replayer.ts";
import { createSession } from "./create-session.ts";
import { effectiveRequires } from "./effective-requires.ts";
import { type ChannelRequest, createOpenChannels, type OpenChannels } from "./open-channels.ts";
import type { RequestsRequest } from "./open-requests.ts";
import { openSessionState } from "./open-session-state.ts";
import { checkManifest } from "./options/check-manifest.ts";
import type { KernelOptions, SessionOptions } from "./options/kernel-options.ts";
import { KERNEL_OPTION_KINDS, SESSION_OPTION_KINDS } from "./options/option-kinds.ts";
import { patternVariables } from "./options/pattern-variables.ts";
import type { Session } from "./options/session.ts";
import type { Shared } from "./options/shared.ts";
import { renewLeases } from "./renew-leases.ts";
import { renewPolicies } from "./renew-policies.ts";
import { createCommonPolicy, untrustedPolicies } from "./rules/common-policy.ts";
import { withOwnName } from "./session-tool-finder.ts";

/** Tools and policy of one host. */
export interface Kernel {
  /** Adds a tool; throws a ConfigurationError when it cannot be admitted. */
  register(tool: Tool, origin?: ToolOrigin): Registration;
  /** Registrations that vanish together: a plugin's, a server's, a subagent's. */
  scope(): RegistryScope;
  /** Settles when every tool with a lifecycle is active or refused. */
  ready(): Promise<void>;
  /** The rows of `/tools`: every name with its origin, posture, what shadows what, and how often it was called. */
  describe(): readonly ToolRow[];
  /** Tools that were refused or broke, and why. */
  problems(): readonly RegistryProblem[];
  /**
   * Until the turn ends, nothing changes that a model could notice; changes wait. A batch has one of its own. With names it is
   * about these tools only: none is put in their place, and other tools come and go.
   */
  beginTurn(about?: readonly string[]): Turn;
  /** Changes the configuration of a tool between turns. */
  configure(id: string, config: Readonly<Record<string, Json>>): void;
  /** Calls the listener at every change that a list of tools could show; returns how to stop. */
  onToolsChange(listener: () => void): () => void;
  metrics(): ReadonlyMap<string, ToolMetrics>;
  /** Every registered tool with where it came from. */
  tools(): readonly Pick<ToolEntry, "tool" | "layer" | "origin" | "source" | "sourceText">[];
  /** The union of the manifest's scopes and every tool's requirements: what the agent as a whole may ever touch. */
  requires(): RequirementSet;
  session(options?: SessionOptions): Session;
  /**
   * Puts these layers in the place of `policy`, for open sessions from their next judgement on and for every later one. What runs
   * and may reach less by them is ended and told why: commands, processes in the background, connections, channels. The promise
   * settles when the processes among these are gone. Throws a ConfigurationError when they do not compile; then the earlier rules
   * hold.
   */
  setPolicy(layers: readonly PolicyLayer[]): Promise<void>;
  /**
   * Starts a program that exchanges messages over its streams, confined by the rules of all sessions. No person is
   * asked, so what a rule asks about is closed too. It is ended, with cause `rules`, when rules change what it may
   * touch. Rejects with a ToolError when it does not start, with a ConfigurationError where nothing would confine it
   * and no person allowed that.
   */
  openChannel(request: ChannelRequest): Promise<Channel>;
  /**
   * Requests whose answers stream, each judged by the rules in force when it is sent. Throws a ToolError where the host
   * has no network.
   */
  openRequests(request: RequestsRequest): Streams;
  /** Walks recorded calls again without side effects, on a fresh session of the given options. */
  replayer(options?: SessionOptions): Replayer;
  /** Judges recorded calls by another policy: for `whatIf` and `suggestRules`. */
  recordJudge(options?: SessionOptions): RecordJudge<Policy>;
  /** Judges a change set that waited, for the person who lands it now. */
  landingJudge(landing?: PersonsLanding): LandingJudge;
  /** Closes every open session, then every tool, then every channel. */
  close(): Promise<void>;
}

export function createKernel(given: KernelOptions): Kernel {
  refuseFault("createKernel", optionFault(given, KERNEL_OPTION_KINDS));
  // Its own copy: rules may be replaced while it runs.
  const options: Writable<KernelOptions> = { ...given };
  if (options.manifest) checkManifest(options.manifest, patternVariables(options));
  // Compiled here too, so that wrong rules are its author's to mend and not the first call's.
  if (options.policy)
    compilePolicy({ layers: options.policy, variables: patternVariables(options) });
  const registry = createRegistry({
    config: options.toolConfig ?? {},
    clock: options.host.clock,
    variables: () => patternVariables(options),
    ...options.registry,
  });
  const { tools: listed = [], unlisted = [], inside = [] } = options.presetTools ?? {};
  for (const tool of listed) registry.load(tool, { layer: "bundled", preset: true });
  for (const tool of unlisted)
    registry.load(tool, { layer: "bundled", preset: true, exposure: "unlisted" });
  for (const tool of inside)
    registry.load(tool, { layer: "bundled", preset: true, exposure: "inside" });
  for (const tool of options.tools ?? []) registry.load(tool, { layer: "bundled" });
  const { host } = options;
  const shared = {
    options,
    registry,
    redactor: createRedactor({ secrets: options.secrets ?? {} }),
    receipts: createReceipts({
      key: options.receiptKey ?? createHash("sha256").update(host.ids.nonce()).digest(),
      ids: host.ids,
      wallMs: () => host.clock.wallMs(),
    }),
    locks: createLocks(),
    search: createCatalogSearch(registry),
    states: new WeakMap<Session, SessionState>(),
    commonPolicy: createCommonPolicy(options),
  };
  const open = new Map<Session, SessionOptions>();
  const channels = createOpenChannels(shared);
  const letProcessEnd = host.holdProcess?.(() => allSettled([...open.keys()], shared.states));
  return {
    register: (tool, origin = { layer: "bundled" }) => registry.register(tool, origin),
    scope: () => registry.scope(),
    ready: () => registry.ready(),
    describe: () => registry.describe(),
    problems: () => registry.problems(),
    beginTurn: registry.beginTurn,
    configure: registry.configure,
    onToolsChange: registry.onChange,
    metrics: () => registry.metrics.all(),
    tools: () =>
      shownTools(registry).map(({ tool, layer, origin, source, sourceText }) => ({
        tool,
        layer,
        origin,
        source,
        sourceText,
      })),
    requires: () => effectiveRequires(options.manifest, shownTools(registry).map(withOwnName)),
    session(sessionOptions = {}) {
      refuseFault("session", optionFault(sessionOptions, SESSION_OPTION_KINDS));
      const session = createSession(shared, sessionOptions, () => open.delete(session));
      open.set(session, sessionOptions);
      return session;
    },
    setPolicy(layers) {
      const states = statesOf(open, shared.states);
      replacePolicy(options, layers, () => renewRules(shared, states));
      return endOutdated(
        host,
        states.map(({ state }) => state),
        channels,
      );
    },
    openChannel: channels.open,
    openRequests: channels.requests,
    replayer: (sessionOptions = {}) => createReplayer(shared, sessionOptions),
    recordJudge: (sessionOptions = {}) => createRecordJudge(shared, sessionOptions),
    landingJudge: (landing = {}) =>
      createPersonsLandingJudge(openSessionState(shared, {}), landing),
    async close() {
      await Promise.all([...open.keys()].map((session) => session.close()));
      await registry.close();
      await channels.close();
      letProcessEnd?.();
    },
  };
}

/** A process that does not go holds up nobody for long: it was killed, and the rules hold already. */
const ENDING_MS = 5_000;

async function endOutdated(
  { clock }: Pick<Host, "clock">,
  states: readonly SessionState[],
  channels: OpenChannels,
): Promise<void> {
  const ending = Promise.all([renewLeases(states), channels.renew()]);
  await withinDeadline(() => ending, { clock, timeoutMs: ENDING_MS });
}

/** Throws what `apply` throws; then the earlier layers are back. */
function replacePolicy(
  options: Writable<KernelOptions>,
  layers: readonly PolicyLayer[],
  apply: () => void,
): void {
  const earlier = options.policy;
  options.policy = layers;
  try {
    apply();
  } catch (error) {
    if (earlier === undefined) delete options.policy;
    else options.policy = earlier;
    throw error;
  }
}

function renewRules(shared: Shared, states: ReturnType<typeof statesOf>): void {
  const variables = patternVariables(shared.options);
  // Compiled also where no session is open, so that wrong rules are reported here.
  shared.commonPolicy(variables);
  untrustedPolicies(shared.options, variables);
  renewPolicies(shared, states);
}

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };

function statesOf(
  open: ReadonlyMap<Session, SessionOptions>,
  states: WeakMap<Session, SessionState>,
): readonly { readonly state: SessionState; readonly options: SessionOptions }[] {
  return [...open].flatMap(([session, options]) => {
    const state = states.get(session);
    return state ? [{ state, options }] : [];
  });
}

/** Settles when the running calls of these sessions have; null when none runs. */
function allSettled(
  sessions: readonly Session[],
  states: WeakMap<Session, SessionState>,
): Promise<unknown> | null {
  const waiting = sessions.flatMap((session) => states.get(session)?.running.settled() ?? []);
  return waiting.length === 0 ? null : Promise.all(waiting);
}

function refuseFault(where: string, fault: string | null): void {
  if (fault !== null) throw new ConfigurationError(where, fault);
}

function shownTools(registry: Pick<Registry, "list">): readonly ToolEntry[] {
  return registry.list().filter(({ exposure }) => exposure !== "inside");
}
