import type { KernelOptions } from "@toolplane/kernel";
import { createStoreSlots, type StoreRecorder } from "@toolplane/kernel/record";
import type { ToolplaneOptions } from "../options/toolplane-options.ts";
import type { Keep } from "./open-record.ts";
import { told } from "./open-sessions.ts";

/** Gives the kernel what it needs to keep: state slots, receipts for good, and answers that are cleared where they are kept. */
export function keptOptions(
  options: ToolplaneOptions,
  { keep, record }: { readonly keep: Keep | null; readonly record: StoreRecorder | null },
): Partial<KernelOptions> {
  if (!keep) return {};
  const { store, key } = keep;
  return {
    receiptKey: options.receiptKey ?? key,
    stateSlot: options.stateSlot ?? createStoreSlots(store),
    spendReceipt: async (receipt) => {
      await store.receipts.put(receipt);
      return store.receipts.use(receipt.id);
    },
    ...(record ? { recorder: record } : {}),
    // A session that goes on later does so in the mode that was chosen last, and the record says from when on it held.
    onModeChange: (manifest) => void record?.openSession(manifest).catch(told),
    onClearApprovals: (sessionId) => void forget({ store, record, sessionId }).catch(told),
  };
}

/** The session itself goes on, so its manifest stays. */
async function forget({
  store,
  record,
  sessionId,
}: Pick<Keep, "store"> & {
  readonly record: StoreRecorder | null;
  readonly sessionId: string;
}): Promise<void> {
  // Answers that still wait to be written would come back after they were cleared.
  await record?.flush();
  for (const { id, scope, sessionId: owner } of await store.approvals.list())
    if (scope === "session" && owner === sessionId) await store.approvals.revoke(id);
}
