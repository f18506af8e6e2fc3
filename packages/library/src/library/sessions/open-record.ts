/**
 * Opens the store of a toolplane: the caller's, or the embedded one in the user-data directory. The side that opened a store
 * closes it.
 */
import { homedir } from "node:os";
import { ConfigurationError, isToolError } from "@toolplane/contract";
import type { Host, RecordKey, Redactor, Store } from "@toolplane/contract/ports";
import { createRedactor } from "@toolplane/kernel";
import { createRecorder, maskStore, type StoreRecorder } from "@toolplane/kernel/record";
import { accountName } from "../../ground/account-name.ts";
import { createCallEntry } from "../../record/found/call-entry.ts";
import { userFolders } from "../../settings/places/user-folders.ts";
import type { RecordOption, ToolplaneOptions } from "../options/toolplane-options.ts";

export interface Keep {
  readonly store: Store;
  readonly key: RecordKey;
  /** Masks what is handed to the store; the record masks by it before its digests are made. */
  readonly redactor: Pick<Redactor, "value">;
  /** Ids of the approvals that this process has written: one of them that is not there any more was revoked. */
  readonly written: ReadonlySet<string>;
  /** Closes a store that was opened here; leaves the caller's open. */
  close(): Promise<void>;
}

/** The host's data directory: closed to every tool, and where the embedded store lies. */
export function userDataOf({ userData, environment = process.env }: ToolplaneOptions): string {
  if (userData !== undefined) return userData;
  const { HOME: home = homedir() } = environment;
  return userFolders({ environment, home, platform: process.platform }).userData;
}

/** Opens what `record` says, behind the door that masks these secrets; null when nothing is kept. */
export async function openKeep(
  options: ToolplaneOptions,
  secrets: Readonly<Record<string, string>>,
): Promise<Keep | null> {
  const redactor = createRedactor({ secrets });
  const opened = await openUnmasked(options);
  if (opened === null) return null;
  const written = new Set<string>();
  const store = maskStore(opened.store, redactor);
  const { approvals } = store;
  const noting: Store["approvals"] = {
    ...approvals,
    async put(approval) {
      await approvals.put(approval);
      // One that holds a secret is not written at all.
      if (redactor.value(approval) === approval) written.add(approval.id);
    },
  };
  return { ...opened, redactor, written, store: { ...store, approvals: noting } };
}

async function openUnmasked(
  options: ToolplaneOptions,
): Promise<Omit<Keep, "redactor" | "written"> | null> {
  const { record, host, recorder } = options;
  if (record) return { store: record.store, key: record.key, close: async () => {} };
  if (record === false || host || recorder) return null;
  const userData = userDataOf(options);
  const { openState } = await import("../../state/open-state.ts");
  try {
    const { store, key, close } = await openState({ userData, recordPlace: null });
    return { store, key, close };
  } catch (error) {
    throw new ConfigurationError(
      "record",
      `cannot be opened in ${userData}: ${describe(error)}. \`userData\` names another directory, \`record: false\` keeps none`,
    );
  }
}

/** Time that rows of calls that only read wait for company: what a crash can lose of them. */
const LINGER_MS = 5;

export function openRecorder(
  { store, key, redactor }: RecordOption & Partial<Pick<Keep, "redactor">>,
  {
    host,
    warn,
  }: { readonly host: Pick<Host, "clock" | "ids">; readonly warn: (text: string) => void },
): StoreRecorder {
  return createRecorder({
    store,
    key,
    clock: host.clock,
    ids: host.ids,
    ...(redactor ? { redactor } : {}),
    defer: setImmediate,
    // Not the host's clock, whose timers keep no process alive: a program that ends without `close` still writes these.
    entryOf: createCallEntry(accountName()),
    linger: (run) => void setTimeout(run, LINGER_MS),
    onFailure: (error) => warn(`The record could not be written: ${describe(error)}`),
  });
}

/** With what the store said, which is what a person can act on. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isToolError(error.cause) ? `${error.message} ${error.cause.message}` : error.message;
}
