/**
 * Runs programs and streaming requests under the rules of the kernel. They belong to no call and no person is asked:
 * what a rule asks about is as closed as what it denies. When rules change, a program that may touch less than before is
 * ended, and its owner opens it again. One that may touch more runs on, and its owner is told.
 */
import {
  ConfigurationError,
  type Confinement,
  type RequirementSet,
  ToolError,
  type ToolLayer,
  type Variables,
  type WallReader,
} from "@toolplane/contract";
import {
  type Channel,
  type ChannelEnd,
  confinesProcesses,
  type Gate,
  type Host,
  type Streams,
} from "@toolplane/contract/ports";
import { type Holding, permitsLess } from "../confinement/permits-less.ts";
import { describeRule } from "../judge/describe-rule.ts";
import { evaluatePolicies, type Policies } from "../judge/evaluate-policies.ts";
import { describeLost } from "../runtime/gate/describe-lost.ts";
import { realPaths } from "../runtime/gate/take-lease.ts";
import { createWallReader } from "../runtime/walls/create-wall-reader.ts";
import { type ChannelBounds, channelBounds, commonPolicies } from "./channel-bounds.ts";
import { createOpenRequests, type RequestsRequest } from "./open-requests.ts";
import { patternVariables } from "./options/pattern-variables.ts";
import type { Shared } from "./options/shared.ts";

/** A program to start, with messages over its standard streams, and what it may touch. */
export interface ChannelRequest {
  /** By which people know it, and rules that name a tool. */
  readonly name: string;
  readonly layer: ToolLayer;
  /** The program, absolute, and its arguments. */
  readonly argv: readonly string[];
  /** The first root of the workspace unless given. */
  readonly cwd?: string;
  /** Its requirements, inside what any process of this kernel may touch. */
  readonly requires: RequirementSet;
  /** Values by name; a name that a rule denies or asks about is left out. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files and folders that it is shown read-only beside that, absolute; what rules close in them stays closed. */
  readonly shows?: readonly string[];
  /** The folder in `{user-data}` that it is installed in, which is shown too. The rest of `{user-data}` stays closed to it. */
  readonly ownFolder?: string;
  /** Files and folders that it may write, named as for a file tool. None unless named; rules close what they close. */
  readonly writes?: readonly string[];
  /** Paths of its installation: shown like the rest. */
  readonly installed?: readonly string[];
  /** A person said that it may run where nothing confines processes. */
  readonly unconfined?: boolean;
  /**
   * Called when rules end the program, with the rule in a sentence, before another message can be sent to it and while it is
   * still ending. Must not throw.
   */
  readonly onRules?: (why: string) => void;
  /** Called when it could touch more if it were started again; it runs on as it is. Must not throw. */
  readonly onWider?: () => void;
  readonly signal?: AbortSignal;
}

export interface OpenChannels {
  /** Throws a ToolError when a rule closes the program or it does not start, a ConfigurationError where nothing would confine it. */
  open(request: ChannelRequest): Promise<Channel>;
  /** Every request is judged by the rules of its time. Throws a ToolError where the host has no network. */
  requests(request: RequestsRequest): Streams;
  /** The rules of the kernel are others now. Settles when programs that had to end are gone. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

interface Open {
  readonly request: ChannelRequest;
  /** The confinement that it was started with. */
  readonly held: Confinement;
  /** By which a change is noticed; that of the last time. */
  text: string;
  /** Ends it with cause `rules`. */
  endByRules(why: string): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Makes the channels of a kernel; they share a session of the host's, made with the first of them. */
export function createOpenChannels(shared: Shared): OpenChannels {
  const { host } = shared.options;
  const open = new Set<Open>();
  const over = new AbortController();
  const requests = createOpenRequests(shared, over.signal);
  let sessionId: string | null = null;
  const session = () => {
    sessionId ??= host.ids.next("ses");
    return sessionId;
  };
  const variables = () =>
    patternVariables({ ...shared.options, host: host.forSession?.(session()) ?? host });
  const boundsOf = (request: ChannelRequest) => channelBounds(shared, request, variables());

  const deniedBy = (request: ChannelRequest) =>
    programDenial(shared, request, commonPolicies(shared, variables()));
  const renewOne = async (one: Open): Promise<void> => {
    const why = whyOutdated(one);
    if (why !== null) await one.endByRules(why);
  };
  /** Unknown is outdated. */
  const whyOutdated = (one: Open): string | null => {
    const { request } = one;
    try {
      const denied = deniedBy(request);
      if (denied !== null) return denied;
      const now = boundsOf(request);
      if (now.text === one.text) return null;
      one.text = now.text;
      const lost = permitsLess(one.held, now.leased, holdingOf(request, host));
      if (lost !== null) return describeLost(lost, commonPolicies(shared, variables()));
      request.onWider?.();
      return null;
    } catch {
      return "Whether the rules still let it run cannot be known.";
    }
  };

  return {
    async open(request) {
      if (over.signal.aborted) throw closed();
      refuseUnconfined(request, shared);
      const { processes } = host;
      if (processes.open === undefined)
        throw new ToolError("unavailable", "This host starts no programs to speak with.");
      const bounds = boundsOf(request);
      const denied = deniedBy(request);
      if (denied !== null) throw new ToolError("permission_denied", denied);
      const writes = writable(request, { gate: bounds.gate, host: shared.options.host });
      const { signal = over.signal } = request;
      const channel = await processes.open(
        {
          argv: request.argv,
          cwd: request.cwd ?? workspaceOf(shared),
          env: bounds.env,
          shows: [...(request.shows ?? []), ...(request.installed ?? [])],
          ...(writes.length > 0 ? { writes } : {}),
        },
        {
          confinement: bounds.confinement,
          gate: bounds.gate,
          outputs: bounds.outputs,
          redactor: shared.redactor,
          walls: wallsOf(request, { shared, bounds, variables: variables() }),
          signal: AbortSignal.any([signal, over.signal]),
          sessionId: session(),
          callId: host.ids.next("channel"),
        },
      );
      const kept = follow(channel, { request, held: bounds.leased, text: bounds.text }, open);
      // Rules may have changed while it was started.
      void renewOne(kept);
      return kept.channel;
    },
    requests: requests.open,
    async renew() {
      const ending = [...open].map(renewOne);
      requests.renew();
      await Promise.all(ending);
    },
    async close() {
      over.abort();
      await Promise.all([...open].map((one) => one.close()));
      if (sessionId !== null) await host.closeSession?.(sessionId);
    },
  };
}

/** The channel as it is handed out: its end says whether rules ended it. */
function follow(
  channel: Channel,
  { request, held, text }: Pick<Open, "request" | "held" | "text">,
  open: Set<Open>,
): Open & { readonly channel: Channel } {
  let byRules: string | null = null;
  const said = (end: ChannelEnd): ChannelEnd =>
    byRules !== null && end.cause === "closed" ? { ...end, cause: "rules", message: byRules } : end;
  const ended = channel.ended.then((end) => {
    open.delete(kept);
    return said(end);
  });
  const kept = {
    request,
    held,
    text,
    endByRules(why: string) {
      if (byRules !== null) return ended;
      byRules = why;
      void channel.close();
      request.onRules?.(why);
      return ended;
    },
    close: () => channel.close(),
    channel: {
      output: channel.output,
      // A message that is sent now would be acted on under rules that no longer hold.
      write: (bytes: Uint8Array) =>
        byRules === null ? channel.write(bytes) : Promise.reject(outdated(byRules)),
      notes: () => channel.notes(),
      walls: () => channel.walls?.() ?? [],
      ended,
      async close() {
        await channel.close();
        return ended;
      },
    },
  };
  open.add(kept);
  return kept;
}

/** Judges the paths it is to write by the rules of now, without asking a person. Returns the real paths. */
function writable(
  { writes = [] }: ChannelRequest,
  { gate, host }: { readonly gate: Gate; readonly host: Pick<Host, "analyzer"> },
): readonly string[] {
  return writes.map((text) => {
    const path = host.analyzer.path(text, "write");
    if (!path.ok) throw new ToolError("invalid_input", `writes: ${path.message}`);
    const { lexical, real } = path.value;
    const decision = gate.check({ capability: "fs.write", path: lexical, real });
    if (!decision.allowed) throw new ToolError(decision.code, decision.reason);
    return real;
  });
}

function outdated(why: string): ToolError {
  return new ToolError("unavailable", `What it may touch has changed. ${why}`);
}

/** It is shown what it is installed with, beside its reach. */
function holdingOf({ shows = [], installed = [] }: ChannelRequest, host: Host): Holding {
  return {
    unconfined: !confinesProcesses(host.sandbox),
    shown: [...(host.systemBase?.() ?? []), ...shows, ...installed],
    realOf: realPaths(host.analyzer),
    asksAboutHosts: false,
  };
}

function closed(): ToolError {
  return new ToolError("cancelled", "The kernel is closed.");
}

function refuseUnconfined({ name, unconfined }: ChannelRequest, { options }: Shared): void {
  if (confinesProcesses(options.host.sandbox) || unconfined === true) return;
  const { reason = "There is no sandbox." } = options.host.sandbox;
  throw new ConfigurationError(
    name,
    `is not started: nothing here would confine it. ${reason} A person can let it run unconfined.`,
  );
}

function workspaceOf({ options }: Shared): string {
  const [root] = options.host.variables().workspace ?? [];
  if (root === undefined)
    throw new ToolError("invalid_input", "There is no workspace; say where it is to run.");
  return root;
}

/** Reads what it met from what it says on its standard error, by the rules of its start. */
function wallsOf(
  { cwd, shows = [], installed = [] }: ChannelRequest,
  {
    shared,
    bounds,
    variables,
  }: {
    readonly shared: Shared;
    readonly bounds: Pick<ChannelBounds, "confinement">;
    readonly variables: Variables;
  },
): WallReader {
  const { host } = shared.options;
  return createWallReader({
    confinement: bounds.confinement,
    policies: commonPolicies(shared, variables),
    analyzer: host.analyzer,
    cwd: cwd ?? workspaceOf(shared),
    roots: variables.workspace ?? [],
    shown: [...(host.systemBase?.() ?? []), ...shows, ...installed],
    protection: () => null,
    runs: "declared",
    onView: false,
    unseen: [],
  });
}

/** The rule that denies its command line, in a sentence; one that asks is about what an agent runs. */
function programDenial(
  shared: Shared,
  { name, argv, cwd }: ChannelRequest,
  policies: Policies,
): string | null {
  const unit = { argv, cwd: cwd ?? workspaceOf(shared), text: argv.join(" ") };
  const program = { capability: "shell.run", unit, via: "unit" } as const;
  const { action, winner } = evaluatePolicies(policies, program, { id: name });
  if (action !== "deny") return null;
  return `A rule denies starting ${name}${winner ? `: ${describeRule(winner.reference)}` : ""}.`;
}
