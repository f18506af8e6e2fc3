/**
 * Opens the product for one case by the road users take: a host of this machine, `createToolplane`, a session. Two things are
 * put in its place: names and connections go to the case's own network, and the kernel is told that no sandbox holds, because
 * the corpus judges floors hard; processes are confined all the same. Without a sandbox no command runs at all.
 */
import type { Approval, Json, Tool, ToolplaneEvent } from "@toolplane/contract";
import type { Host, Processes } from "@toolplane/contract/ports";
import { confinesProcesses, noSandbox } from "@toolplane/contract/ports";
import { createHost, type OpenHost } from "@toolplane/host";
import {
  type CallHooks,
  compileConfinement,
  type Session,
  type SessionOptions,
} from "@toolplane/kernel";
import { joinTools } from "@toolplane/library/inside";
import { createToolplane, type Toolplane } from "toolplane";
import { type CaseTool, DEFAULT_BOUNDS, type Given } from "./attack-case.ts";
import type { Way } from "./call-as-program.ts";
import type { CaseBroker } from "./case-broker.ts";
import { projectLayers, readPolicy, readScopes } from "./case-policy.ts";
import { createCaseWatchdog } from "./case-watchdog.ts";
import type { Fixture } from "./fixture.ts";
import { type CaseServers, willingServers } from "./mcp/case-servers.ts";
import { readCaseSettings } from "./read-case-settings.ts";
import type { LoopbackNetwork } from "./setup/loopback-network.ts";
import { createStubProcesses } from "./stub-processes.ts";
import type { TappedStore } from "./tap-store.ts";
import { createCaseTool, readOrigin } from "./tools/case-tool.ts";
import { createLockedTools } from "./tools/locked-tools.ts";

/** A watchdog that hangs need not hang long. */
const WATCHDOG_MS = 3_000;
/** A command without a time of its own. */
const COMMAND_MS = 30_000;
const SESSION_ID = "case";
const KEY: Uint8Array = new Uint8Array(32).fill(7);

export interface ProductParts {
  readonly given: Given;
  readonly fixture: Fixture;
  readonly network: LoopbackNetwork;
  readonly broker: CaseBroker;
  readonly store: TappedStore;
  /** The decision alone is looked at: nothing is spawned. */
  readonly isDecisionOnly: boolean;
  /** A command may run: opening a sandbox costs more than most cases. */
  readonly mayRun: boolean;
  /** How commands are confined. */
  readonly level: "auto" | "plain";
  /** How the calls of the case itself are made. */
  readonly way: Way;
  readonly hooks: CallHooks;
  readonly servers: CaseServers | null;
  readonly onEvent: (event: ToolplaneEvent) => void;
  readonly onWarning: (text: string) => void;
  readonly onModelCall: () => void;
}

/** Who calls, and to whom answers are given. */
export interface CaseSessions {
  /** The session that makes the call: a subagent's where the case says so. */
  readonly session: Session;
  readonly owner: Session;
}

export interface OpenProduct {
  readonly toolplane: Toolplane;
  /** Opens the case's sessions; throws on rules that do not compile. Another id: another session in the same record. */
  openSession(approvals: readonly Approval[], id?: string): CaseSessions;
  readonly scratch: () => readonly string[];
  /** A command would have run, and there was no sandbox for it. */
  readonly wantedSandbox: () => boolean;
  close(): Promise<void>;
}

/** Opens it. `origins` puts tools elsewhere than the case does, to store answers about those. */
export async function openProduct(
  parts: ProductParts,
  origins: Readonly<Record<string, string>> = {},
): Promise<OpenProduct> {
  const { given } = parts;
  const policy = readPolicy(given);
  const project = await readCaseSettings(parts);
  const settings = project?.settings;
  const open = await openHost(parts);
  const scopes = readScopes(given);
  let wantedSandbox = false;
  let closing: Promise<void> | undefined;
  const processes = processesOf(open, parts, () => {
    wantedSandbox = true;
  });
  const host: Host = { ...open, processes, sandbox: noSandbox("floors are hard") };
  try {
    const toolplane = await createToolplane({
      host,
      tools: lockedTools(parts).filter(({ id }) => origins[id] === undefined),
      manifest: { id: "case", requires: scopes, rules: policy.manifest },
      policy: [...projectLayers(policy), ...(settings?.policy ?? [])],
      ceiling: scopes,
      defaultPolicy: false,
      contained: false,
      broker: parts.broker,
      hooks: [parts.hooks],
      record: { store: parts.store.store, key: KEY },
      onEvent: parts.onEvent,
      onWarning: parts.onWarning,
      ...(parts.servers ? { sources: "kept", userData: parts.fixture.userData } : {}),
      agent: {
        async spawn() {
          parts.onModelCall();
          return { status: "done", output: "done", sessionId: "child" };
        },
      },
      watchdogTimeoutMs: WATCHDOG_MS,
      ...(given.secrets ? { secrets: given.secrets } : {}),
      ...(given.watchdog ? { watchdog: createCaseWatchdog(given.watchdog) } : {}),
      ...outputLimits(parts),
      toolConfig: joinTools(toolTimes(given), settings?.tools ?? {}),
    });
    await registerTools(toolplane, parts, origins);
    // How long a machine takes to start a program is no part of a call's time; one that hinders that is started by the call.
    if (parts.servers) await toolplane.sources.start(willingServers(given));
    registerProjectTools(toolplane, project?.tools ?? [], parts.onWarning);
    return {
      toolplane,
      openSession: (approvals, id = SESSION_ID) => {
        const headless = given.mode === "headless";
        const owner = toolplane.session({
          id,
          headless,
          rules: policy.session,
          approvals,
          ...(settings ? { mode: settings.mode, allowlist: settings.allowlist } : {}),
          ...(given.usedCalls ? { usedCalls: given.usedCalls } : {}),
        });
        return { owner, session: openBelow(toolplane, { own: owner, headless, given }) };
      },
      scratch: () => open.variables().scratch ?? [],
      wantedSandbox: () => wantedSandbox,
      close() {
        closing ??= toolplane.close().finally(() => open.close());
        return closing;
      },
    };
  } catch (error) {
    await open.close();
    throw error;
  }
}

/** The session of a subagent of a subagent … so many levels down; the session itself where there is none. */
function openBelow(
  toolplane: Toolplane,
  at: { readonly own: Session; readonly headless: boolean; readonly given: Given },
): Session {
  const { headless, given } = at;
  const { subagent, subagentDepth = subagent ? 1 : 0 } = given;
  const declared = subagent ? declaredBy(subagent, given) : {};
  let session = at.own;
  for (let level = 1; level <= subagentDepth; level += 1)
    session = toolplane.session({
      id: `${SESSION_ID}-${level}`,
      parent: session,
      headless,
      ...(level === subagentDepth ? declared : {}),
    });
  return session;
}

function declaredBy({ rules, caps }: NonNullable<Given["subagent"]>, given: Given): SessionOptions {
  const { manifest, session, project } = readPolicy(rules ? { rules } : {});
  return {
    rules: [...manifest, ...session, ...project],
    ...(caps ? { requires: readScopes({ ...given, caps }) } : {}),
  };
}

function openHost({ given, fixture, network, mayRun, level }: ProductParts): Promise<OpenHost> {
  return createHost({
    workspace: given.workspace === null ? null : fixture.workspace,
    extraRoots: given.extraRoots ?? [],
    userData: fixture.userData,
    scratchParent: fixture.scratchParent,
    environment: { ...process.env },
    sandbox: mayRun ? level : "none",
    readConfinement: compileConfinement,
    resolver: network.resolver,
    connector: network.connector,
  });
}

function processesOf(open: OpenHost, parts: ProductParts, onBare: () => void): Processes {
  if (parts.isDecisionOnly) return createStubProcesses(() => undefined);
  if (!confinesProcesses(open.sandbox)) return createStubProcesses(onBare);
  return parts.servers ? parts.servers.watch(open.processes) : open.processes;
}

function lockedTools({ given, way }: ProductParts): readonly Tool[] {
  return createLockedTools(readScopes(given), way);
}

/** Tools other than the shell end a little before the case's own time is over; a command's time is its own. */
function toolTimes({
  limits,
  mcp = {},
}: Given): Readonly<Record<string, Readonly<Record<string, Json>>>> {
  const { timeoutMs, wallMs = DEFAULT_BOUNDS.wallMs } = limits ?? {};
  const ended = { enabled: true, timeoutMs: Math.max(wallMs - 1_000, 500) };
  const ids = ["read", "write", "edit", "glob", "grep", "apply_patch"];
  return {
    ...Object.fromEntries(ids.map((id) => [id, ended])),
    web_fetch: { enabled: true, timeoutMs: timeoutMs ?? Math.max(wallMs - 1_500, 500) },
    ...Object.fromEntries(
      Object.entries(limits?.wallMs === undefined ? {} : mcp).flatMap(
        ([name, { tools = [], pinned = [] }]) =>
          [...tools, ...pinned].map((tool) => [
            `mcp__${name}__${String(tool.name)}`,
            { enabled: true, timeoutMs: Math.max(wallMs - 1_500, 500) },
          ]),
      ),
    ),
    bash: { enabled: true, defaultTimeoutMs: timeoutMs ?? COMMAND_MS },
  };
}

function outputLimits(parts: ProductParts): { readonly maxOutput?: Record<string, number> } {
  const bytes = parts.given.limits?.outputBytes;
  if (bytes === undefined) return {};
  const ids = [
    ...lockedTools(parts).map(({ id }) => id),
    ...(parts.given.tools ?? []).map(({ id }) => id),
  ];
  return { maxOutput: Object.fromEntries(ids.map((id) => [id, bytes])) };
}

async function registerTools(
  { kernel }: Toolplane,
  parts: ProductParts,
  origins: Readonly<Record<string, string>>,
): Promise<void> {
  for (const tool of parts.given.tools ?? []) registerTool(kernel, tool, origins[tool.id]);
  for (const tool of lockedTools(parts)) {
    const origin = origins[tool.id];
    if (origin !== undefined) kernel.register(tool, readOrigin(origin));
  }
  await kernel.ready();
}

function registerTool(kernel: Toolplane["kernel"], tool: CaseTool, origin?: string): void {
  const registration = kernel.register(createCaseTool(tool), readOrigin(origin ?? tool.origin));
  if (registration.status === "refused") throw new Error(registration.reason ?? "refused");
}

/** A tool that the registry refuses is told of, and what it would have shadowed stays. */
function registerProjectTools(
  { kernel }: Toolplane,
  tools: readonly CaseTool[],
  warn: (text: string) => void,
): void {
  for (const tool of tools)
    try {
      registerTool(kernel, { ...tool, origin: "project" });
    } catch (error) {
      warn(error instanceof Error ? error.message : String(error));
    }
}
