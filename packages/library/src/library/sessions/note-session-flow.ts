/** Writes what a person did about the labels of a session, from outside of it. Durable when it resolves. */
import type { FlowNote } from "@toolplane/contract";
import { createSystemClock, createSystemIds } from "@toolplane/host";
import { createRedactor } from "@toolplane/kernel";
import type { State } from "../../state/open-state.ts";
import { openRecorder } from "./open-record.ts";

export async function noteSessionFlow(
  { store, key }: Pick<State, "store" | "key">,
  { sessionId, note }: { readonly sessionId: string; readonly note: FlowNote },
): Promise<void> {
  const host = { clock: createSystemClock(), ids: createSystemIds() };
  const recorder = openRecorder(
    { store, key, redactor: createRedactor({ secrets: {} }) },
    { host, warn: () => {} },
  );
  try {
    await recorder.note({ sessionId, atMs: host.clock.wallMs(), note });
  } finally {
    await recorder.close();
  }
}
