/**
 * The one place where parts meet: a kernel, the host of this machine, a record, and the tools it is given. Importing it loads
 * no command line and no server.
 */
import type { Host, SandboxStatus, ToolplaneEvent } from "@toolplane/contract";
import { createHost, type OpenHost } from "@toolplane/host";
import {
  compileConfinement,
  createKernel,
  createRecorder,
  type Kernel,
  type KernelOptions,
  type Session,
  type SessionOptions,
  type StoreRecorder,
} from "@toolplane/kernel";
import type { JoinedPreset } from "./join-preset.ts";
import type { ToolplaneOptions } from "./toolplane-options.ts";

/** A running toolplane. */
export interface Toolplane {
  readonly kernel: Kernel;
  readonly host: Host;
  /** Opens a session: one conversation's worth of calls. */
  session(options?: SessionOptions): Session;
  /** Closes every session, stops every process, writes what waits. Safe to call twice. */
  close(): Promise<void>;
}

/** Makes a toolplane. Rejects with a ConfigurationError when the options cannot hold. */
export async function createToolplane(options: ToolplaneOptions = {}): Promise<Toolplane> {
  const warn = options.onWarning ?? emitWarning;
  const own = options.host === undefined ? await openHost(options) : null;
  const host = options.host ?? (own as OpenHost);
  try {
    return await assemble(options, { own, host, warn });
  } catch (error) {
    await own?.close();
    throw error;
  }
}

interface Parts {
  readonly own: OpenHost | null;
  readonly host: Host;
  readonly warn: (text: string) => void;
}

async function assemble(options: ToolplaneOptions, { own, host, warn }: Parts): Promise<Toolplane> {
  const record = options.recorder === undefined ? openRecord(options, { host, warn }) : null;
  const recorder = options.recorder ?? record ?? undefined;
  const joined = await readPreset(options.preset, {
    ...options,
    host,
    ...(recorder ? { recorder } : {}),
    ...(record ? { onEvent: withSessionClose(record, options.onEvent) } : {}),
  });
  const kernel = createKernel(joined.kernel);
  for (const tool of joined.unlisted)
    kernel.register(tool, { layer: "bundled", exposure: "unlisted" });
  if (host.sandbox.kind === "none") warn(noSandbox(host.sandbox));
  let closing: Promise<void> | undefined;
  return {
    kernel,
    host,
    session: (sessionOptions) =>
      openSession(kernel.session(joined.session(sessionOptions)), record),
    close() {
      closing ??= closeAll(kernel, { record, own });
      return closing;
    },
  };
}

/** Loaded only for those who name a preset: whoever brings their own tools pays for no others. */
async function readPreset(
  preset: ToolplaneOptions["preset"],
  kernel: KernelOptions,
): Promise<JoinedPreset> {
  if (preset === undefined) return { kernel, session: (given = {}) => given, unlisted: [] };
  const { joinPreset } = await import("./join-preset.ts");
  return joinPreset(preset, kernel);
}

function openHost(options: ToolplaneOptions): Promise<OpenHost> {
  const { workspace = process.cwd(), record } = options;
  return createHost({
    ...options,
    workspace,
    readConfinement: compileConfinement,
    ...(record ? { store: record.store } : {}),
  });
}

function openRecord(
  { record }: ToolplaneOptions,
  { host, warn }: Pick<Parts, "host" | "warn">,
): StoreRecorder | null {
  if (!record) return null;
  return createRecorder({
    ...record,
    clock: host.clock,
    ids: host.ids,
    defer: setImmediate,
    onFailure: (error) => warn(`The record could not be written: ${describe(error)}`),
  });
}

// The queue keeps order: that the session began is written before its first call, so nobody has to wait here.
function openSession(session: Session, record: StoreRecorder | null): Session {
  void record?.openSession(session.manifest).catch(told);
  return session;
}

/** Sessions are told apart by identity (a child names its parent), so their end is heard of instead of wrapped. */
function withSessionClose(
  record: StoreRecorder,
  listener: ToolplaneOptions["onEvent"],
): (event: ToolplaneEvent) => void {
  return (event) => {
    if (event.type === "session-close") void record.closeSession(event.sessionId).catch(told);
    listener?.(event);
  };
}

/** A record that fails is told through `onFailure`, once for each outage. */
function told(): void {}

async function closeAll(
  kernel: Kernel,
  { record, own }: { readonly record: StoreRecorder | null; readonly own: OpenHost | null },
): Promise<void> {
  const closed = await Promise.allSettled([kernel.close().then(() => record?.close())]);
  await own?.close();
  for (const part of closed) if (part.status === "rejected") throw part.reason;
}

function noSandbox(status: SandboxStatus): string {
  const reason = "reason" in status ? ` ${status.reason}` : "";
  return `No sandbox: processes run unconfined, and what is not understood must be asked about.${reason}`;
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function emitWarning(text: string): void {
  process.emitWarning(text, "ToolplaneWarning");
}
