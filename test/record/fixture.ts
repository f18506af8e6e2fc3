/** The real road over a recorder on a memory store. */
import type { JsonObject, ToolResult } from "@toolplane/contract";
import {
  createKernel,
  type Kernel,
  type KernelOptions,
  type Session,
  type SessionOptions,
} from "@toolplane/kernel";
import {
  createRecorder,
  createStoreSlots,
  type LoadedRecord,
  loadRecord,
  type RecorderOptions,
  type StoreRecorder,
} from "@toolplane/kernel/record";
import {
  createFakeClock,
  createMemoryHost,
  createMemoryStore,
  createScriptedBroker,
  type FakeClock,
  type MemoryHost,
  type MemoryStore,
  type ScriptedBroker,
} from "@toolplane/testkit";
import { bash, echo, readFile, writeFile } from "../road/fixture.ts";

export const key: Uint8Array = new Uint8Array(32).fill(7);

export interface RecordedWorld {
  readonly store: MemoryStore;
  readonly clock: FakeClock;
  readonly host: MemoryHost;
  readonly broker: ScriptedBroker;
  readonly recorder: StoreRecorder;
  readonly failures: readonly unknown[];
  readonly kernel: Kernel;
  readonly session: Session;
  readonly call: (name: string, args?: JsonObject | string, id?: string) => Promise<ToolResult>;
  /** Everything that is in the store, once it is written. */
  readonly record: () => Promise<LoadedRecord>;
}

export interface RecordedWorldOptions {
  readonly store?: MemoryStore;
  readonly kernel?: Partial<KernelOptions>;
  readonly session?: SessionOptions;
  readonly recorder?: Partial<RecorderOptions>;
  readonly answers?: Parameters<typeof createScriptedBroker>[0];
}

/** Opens session `ses_1`: rules of the case only, asks answered by the script. */
export function openRecorded(options: RecordedWorldOptions = {}): RecordedWorld {
  const store = options.store ?? createMemoryStore();
  const clock = createFakeClock();
  const host = createMemoryHost({
    files: { "/workspace/README.md": "hello\n", "/workspace/.env": "TOKEN=abc\n" },
    clock,
  });
  const broker = createScriptedBroker(options.answers ?? []);
  const failures: unknown[] = [];
  const recorder = createRecorder({
    store,
    key,
    clock,
    ids: host.ids,
    onFailure: (error) => void failures.push(error),
    ...options.recorder,
  });
  const kernel = createKernel({
    host,
    tools: [echo, readFile, writeFile, bash],
    defaultPolicy: false,
    contained: false,
    broker,
    recorder,
    receiptKey: key,
    stateSlot: createStoreSlots(store),
    ...options.kernel,
  });
  const session = kernel.session({ id: "ses_1", ...options.session });
  let made = 0;
  return {
    store,
    clock,
    host,
    broker,
    recorder,
    failures,
    kernel,
    session,
    call: (name, args = {}, id = `call_${++made}`) =>
      session.call({ id, name, arguments: args } as Parameters<Session["call"]>[0]),
    async record() {
      await recorder.flush();
      return loadRecord(store, "ses_1");
    },
  };
}
