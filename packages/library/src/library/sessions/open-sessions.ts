/**
 * The sessions of a toolplane: opened with what is kept for them, written down as they begin and end. One of them is the default
 * session, opened when it is first used: what `tp.call` and the projections speak through.
 */
import {
  type Approval,
  ConfigurationError,
  type SessionManifest,
  ToolError,
} from "@toolplane/contract";
import type { Host, Store } from "@toolplane/contract/ports";
import {
  type EarlierWork,
  type Kernel,
  SESSION_OPTION_KINDS,
  type Session,
  type SessionOptions,
} from "@toolplane/kernel";
import type { StoreRecorder } from "@toolplane/kernel/record";
import { type OptionKinds, optionFault } from "@toolplane/readings";
import { followApprovals } from "./follow-approvals.ts";
import { isHeldHere, keptApprovals } from "./kept-approvals.ts";
import type { Keep } from "./open-record.ts";
import { readEarlier } from "./read-earlier.ts";
import { readFamilyWork } from "./read-family-work.ts";

export interface SessionsOptions {
  readonly kernel: Kernel;
  readonly host: Host;
  readonly keep: Keep | null;
  readonly record: StoreRecorder | null;
  /** Defaults for every session, unless it says otherwise. */
  readonly defaults: SessionOptions;
  /** Answers for the project are kept, and come back. */
  readonly projectApprovals: boolean;
}

export interface Sessions {
  open(options?: SessionOptions): Session;
  /** Opens a session that the store knows; rejects with a ToolError when it cannot go on. */
  resume(id: string, options?: ResumeOptions): Promise<Session>;
  /**
   * Opens a session below one that is open elsewhere, new or not. The options say all that bounds it; `family` is the session at the
   * top, whose calls and labels are its own too.
   */
  openBelow(
    family: string,
    options: SessionOptions & Required<Pick<SessionOptions, "id" | "below">>,
  ): Promise<Session>;
  /** Resolves when everything that sessions left to be written is. */
  written(): Promise<void>;
  find(id: string): Session | undefined;
  shared(): Session;
  ended(id: string): void;
  /** From now on a session that is opened runs nothing. */
  close(): void;
}

/**
 * Options that may be given again when a session goes on. Its mode can be made stricter and not looser than it was; its own rules
 * are not kept, so say them again.
 */
export type ResumeOptions = Pick<
  SessionOptions,
  "mode" | "headless" | "broker" | "rules" | "strategy" | "steering" | "tokens" | "client"
>;

const { mode, headless, broker, rules, strategy, steering, tokens, client } = SESSION_OPTION_KINDS;
const RESUME_OPTION_KINDS: OptionKinds<ResumeOptions> = {
  mode,
  headless,
  broker,
  rules,
  strategy,
  steering,
  tokens,
  client,
};

/** Prepares them: answers for the project are read once, here, because opening a session waits for nothing. */
export async function openSessions(options: SessionsOptions): Promise<Sessions> {
  const { kernel, host, keep, record, defaults, projectApprovals } = options;
  const ofProject = [
    ...(keep && projectApprovals ? await keptApprovals(keep.store, { host, project: true }) : []),
  ];
  let shared: Session | null = null;
  let isClosed = false;
  const running = new Map<string, Session>();
  // A person's answer for the project in one session holds in those that are opened after it.
  const projectAnswers = (): readonly Approval[] =>
    [...ofProject, ...[...running.values()].flatMap(answersForProject)].filter(
      ({ id }) => approvals?.isGone(id) !== true,
    );
  const approvals = keep
    ? followApprovals(keep, { clock: host.clock, running: () => [...running.values()] })
    : null;
  approvals?.known(ofProject);
  const open = (given: SessionOptions): Session => {
    const session = kernel.session({ ...defaults, ...given });
    running.set(session.id, session);
    // The queue keeps order: that the session began is written before its first call, so there is no need to wait here.
    void record?.openSession(session.manifest).catch(told);
    // Kept with it, so that it has them too when another process goes on with it.
    if (!given.parent) session.inherit(defaults.flow?.seen ?? []);
    if (isClosed) void session.close();
    return session;
  };
  const refuseOpen = (id: string): void => {
    if (running.has(id)) throw new ToolError("conflict", `Session ${id} is open already.`);
  };
  /** A name that was given may be that of a session that was: what it did is read before its first call. */
  const earlierOf = (id: string): { readonly earlier?: Promise<EarlierWork> } => {
    refuseOpen(id);
    if (!keep) return {};
    return { earlier: flushed(record).then(() => readEarlier(keep.store, id)) };
  };
  const openNew = (given: SessionOptions = {}): Session => {
    const earlier = given.id === undefined ? {} : earlierOf(given.id);
    return open({ ...earlier, ...withApprovals(given, given.parent ? [] : projectAnswers()) });
  };
  return {
    open: openNew,
    async resume(id, given = {}) {
      const fault = optionFault(given, RESUME_OPTION_KINDS);
      if (fault !== null) throw new ConfigurationError("resume", fault);
      if (!keep) throw new ToolError("unavailable", "No record is kept, so no session can go on.");
      refuseOpen(id);
      // Rows that a session of this process has yet to write are part of what it goes on from.
      await flushed(record);
      const { store } = keep;
      const manifest = await knownManifest(store, { id, host });
      refuseLooser(manifest, given);
      const kept = await keptApprovals(store, {
        host,
        sessionId: id,
        project: projectApprovals,
      });
      approvals?.known(kept);
      const earlier = await readEarlier(store, id);
      // Looked at again: nothing may come between this and the opening.
      refuseOpen(id);
      return open({ ...asItWas(manifest), ...given, id, approvals: kept, ...earlier });
    },
    async openBelow(family, given) {
      if (!keep) throw new ToolError("unavailable", "No record is kept, so no session can go on.");
      const { store } = keep;
      const { id: sessionId } = given;
      refuseOpen(sessionId);
      await flushed(record);
      const manifest = await store.sessions.get(sessionId);
      if (manifest !== null && !isHeldHere(manifest, host)) throw heldElsewhere(manifest, host);
      const kept = await keptApprovals(store, { host, sessionId, project: false });
      approvals?.known(kept);
      const earlier = await readFamilyWork(store, { sessionId, family });
      refuseOpen(sessionId);
      const began = manifest === null ? {} : { createdAtMs: manifest.createdAtMs };
      return open({ ...given, ...began, approvals: kept, ...earlier });
    },
    written: () => flushed(record),
    find: (id) => running.get(id),
    shared() {
      shared ??= openNew();
      return shared;
    },
    ended(id) {
      const session = running.get(id);
      if (session) ofProject.push(...answersForProject(session));
      running.delete(id);
    },
    close() {
      isClosed = true;
      approvals?.close();
    },
  };
}

function answersForProject(session: Session): readonly Approval[] {
  return session.approvals().filter(({ scope }) => scope === "project");
}

async function knownManifest(
  store: Store,
  { id, host }: { readonly id: string; readonly host: Host },
): Promise<SessionManifest> {
  const manifest = await store.sessions.get(id);
  if (!manifest) throw new ToolError("not_found", `There is no session ${id} in the store.`);
  if (manifest.parentSessionId !== undefined)
    throw new ToolError(
      "conflict",
      `Session ${id} is a subagent's: without session ${manifest.parentSessionId} above it nothing would bound it.`,
    );
  // Answers about commands there say nothing about the same commands here.
  if (!isHeldHere(manifest, host)) throw heldElsewhere(manifest, host);
  return manifest;
}

function heldElsewhere({ sessionId, variables }: SessionManifest, host: Host): ToolError {
  const [there] = variables?.workspace ?? [];
  const [here = "none"] = host.variables().workspace ?? [];
  const next = there === undefined ? "" : ` Start toolplane, or the worker, in ${there}.`;
  return new ToolError(
    "conflict",
    `Session ${sessionId} was held in the workspace ${there ?? "none"}, and the one here is ${here}.${next}`,
  );
}

const STRICTNESS = { yolo: 0, allowlist: 1, ask: 2 } as const;

/** Refuses a looser mode: the answers in a session were given in its mode. */
function refuseLooser({ sessionId, mode }: SessionManifest, given: ResumeOptions): void {
  if (given.mode === undefined || STRICTNESS[given.mode] >= STRICTNESS[mode]) return;
  throw new ConfigurationError(
    "resume",
    `${sessionId} goes on in mode ${mode} or a stricter one, and ${given.mode} is looser: begin a new session for it`,
  );
}

/** The mode of a session is no looser than it began; who can be asked is a matter of today. */
function asItWas(manifest: SessionManifest): SessionOptions {
  const { mode, allowlist, role, workspace, createdAtMs, maxResultBytes } = manifest;
  const bound = maxResultBytes === undefined ? {} : { maxResultBytes };
  return { mode, allowlist, role, workspace, createdAtMs, ...bound };
}

function withApprovals(
  given: SessionOptions,
  kept: NonNullable<SessionOptions["approvals"]>,
): SessionOptions {
  return kept.length === 0 ? given : { ...given, approvals: [...kept, ...(given.approvals ?? [])] };
}

/** Ignores the rejection: `onFailure` reports a record that fails, once for each outage. */
export function told(): void {}

async function flushed(record: StoreRecorder | null): Promise<void> {
  await record?.flush();
}
