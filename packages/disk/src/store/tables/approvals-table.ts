/** Approvals and receipts. An answer, or its revocation, is on disk before it counts. */
import type { Approval, Receipt } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { storedText } from "@toolplane/readings";
import type { StoredRow } from "../queue/statements.ts";
import type { StoreQueue } from "../queue/store-queue.ts";

/** Standing answers, oldest first. */
export function approvalsTable({ read, write }: StoreQueue): Store["approvals"] {
  return {
    async put(approval) {
      const { id, tool, origin, scope, sessionId, grantedAtMs } = approval;
      const names = [id, tool, origin, scope, sessionId].map(storedText);
      const text = JSON.stringify(approval);
      await write(({ sql }) => sql.run(PUT, ...names, grantedAtMs, text), { durable: true });
    },
    find: ({ tool, origin, sessionId }) =>
      read(({ sql }) =>
        sql.all(FIND, storedText(tool), storedText(origin), storedText(sessionId)).map(approvalOf),
      ),
    list: () => read(({ sql }) => sql.all(LIST).map(approvalOf)),
    revoke: (id) =>
      write(({ sql }) => sql.run("DELETE FROM approvals WHERE id = ?", storedText(id)) === 1, {
        durable: true,
      }),
  };
}

const PUT =
  "INSERT OR REPLACE INTO approvals (id, tool, origin, scope, session_id, granted_at_ms, approval) VALUES (?, ?, ?, ?, ?, ?, ?)";
const FIND =
  "SELECT approval FROM approvals WHERE tool = ? AND origin = ? AND (scope = 'project' OR session_id = ?) ORDER BY granted_at_ms, id";
const LIST = "SELECT approval FROM approvals ORDER BY granted_at_ms, id";

function approvalOf({ approval }: StoredRow): Approval {
  return JSON.parse(approval as string) as Approval;
}

/** Receipts; that one was used is never forgotten, not even when it is put again. */
export function receiptsTable({ read, write }: StoreQueue): Store["receipts"] {
  return {
    async put(receipt) {
      const { id, kind, issuedAtMs } = receipt;
      const session = receipt.kind === "once" ? storedText(receipt.sessionId) : null;
      const text = JSON.stringify(receipt);
      await write(({ sql }) =>
        sql.run(PUT_RECEIPT, storedText(id), kind, session, issuedAtMs, text),
      );
    },
    list: ({ after, limit }) =>
      read(({ sql }) =>
        sql
          .all(LIST_RECEIPTS, after === undefined ? "" : storedText(after), limit)
          .map(({ receipt, used }) => ({
            receipt: JSON.parse(receipt as string) as Receipt,
            used: used === 1,
          })),
      ),
    use: (id) => write(({ sql }) => sql.run(USE_RECEIPT, storedText(id)) === 1, { durable: true }),
  };
}

const PUT_RECEIPT =
  "INSERT INTO receipts (id, kind, session_id, issued_at_ms, receipt) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING";
const LIST_RECEIPTS = "SELECT receipt, used FROM receipts WHERE id > ? ORDER BY id LIMIT ?";
const USE_RECEIPT = "UPDATE receipts SET used = 1 WHERE id = ? AND used = 0 AND kind = 'once'";
