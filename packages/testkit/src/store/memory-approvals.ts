/** Approvals and receipts of a memory store. */
import type { Approval } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { copyValue } from "./copy-value.ts";
import type { StoreGate } from "./store-gate.ts";

/** Standing answers, oldest first. */
export function memoryApprovals(gate: StoreGate): Store["approvals"] {
  return {
    put(given) {
      const approval = copyValue(given);
      return gate.write("approvals.put", ({ approvals }) => {
        approvals.set(approval.id, approval);
      });
    },
    find: ({ tool, origin, sessionId }) =>
      gate.read("approvals.find", ({ approvals }) =>
        sorted(approvals).filter(
          (approval) =>
            approval.tool === tool &&
            approval.origin === origin &&
            (approval.scope === "project" || approval.sessionId === sessionId),
        ),
      ),
    list: () => gate.read("approvals.list", ({ approvals }) => sorted(approvals)),
    revoke: (id) => gate.write("approvals.revoke", ({ approvals }) => approvals.delete(id)),
  };
}

function sorted(approvals: ReadonlyMap<string, Approval>): readonly Approval[] {
  return copyValue([...approvals.values()]).sort(
    (left, right) => left.grantedAtMs - right.grantedAtMs || (left.id < right.id ? -1 : 1),
  );
}

/** Receipts; that one was used is never forgotten, not even when it is put again. */
export function memoryReceipts(gate: StoreGate): Store["receipts"] {
  return {
    put(given) {
      const receipt = copyValue(given);
      return gate.write("receipts.put", ({ receipts }) => {
        if (!receipts.has(receipt.id)) receipts.set(receipt.id, { receipt, used: false });
      });
    },
    list: ({ after = "", limit }) =>
      gate.read("receipts.list", ({ receipts }) =>
        copyValue(
          [...receipts.values()]
            .filter(({ receipt }) => receipt.id > after)
            .sort((left, right) => (left.receipt.id < right.receipt.id ? -1 : 1))
            .slice(0, limit),
        ),
      ),
    use: (id) =>
      gate.write("receipts.use", ({ receipts }) => {
        const row = receipts.get(id);
        if (!row || row.used || row.receipt.kind !== "once") return false;
        row.used = true;
        return true;
      }),
  };
}
