/** Approvals and receipts. An answer, or its revocation, is on disk before it counts. */
import type { Approval, Receipt } from "@toolplane/contract";
import type { Store } from "@toolplane/contract/ports";
import { storedText } from "@toolplane/readings";
import type { StoredRow } from "../queue/connections.ts";
import type { StoreQueue } from "../queue/store-queue.ts";

/** Standing answers, oldest first. */
export function approvalsTable({ read, write }: StoreQueue): Store["approvals"] {
  return {
    async put(approval) {
      const { id, tool, origin, scope, sessionId, grantedAtMs } = approval;
      const names = [id, tool, origin, scope, sessionId].map(storedText);
      await write(PUT, [...names, grantedAtMs, JSON.stringify(approval)], { durable: true });
    },
    find: async ({ tool, origin, sessionId }) =>
      (await read(FIND, storedText(tool), storedText(origin), storedText(sessionId))).map(
        approvalOf,
      ),
    list: async () => (await read(LIST)).map(approvalOf),
    revoke: async (id) => (await write(REVOKE, [storedText(id)], { durable: true })).count === 1,
  };
}

const PUT = ` INSERT INTO toolplane.approvals (id, tool, origin, scope, session_id, granted_at_ms, approval)
SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::bigint, $7::text FROM how
ON CONFLICT (id) DO UPDATE SET tool = excluded.tool, origin = excluded.origin, scope = excluded.scope,
session_id = excluded.session_id, granted_at_ms = excluded.granted_at_ms, approval = excluded.approval`;
const FIND = `SELECT approval FROM toolplane.approvals
WHERE tool = $1 AND origin = $2 AND (scope = 'project' OR session_id = $3) ORDER BY granted_at_ms, id`;
const LIST = "SELECT approval FROM toolplane.approvals ORDER BY granted_at_ms, id";
const REVOKE = " DELETE FROM toolplane.approvals USING how WHERE id = $1";

function approvalOf({ approval }: StoredRow): Approval {
  return JSON.parse(approval as string) as Approval;
}

/** Receipts; that one was used is never forgotten, not even when it is put again. */
export function receiptsTable({ read, write }: StoreQueue): Store["receipts"] {
  return {
    async put(receipt) {
      const { id, kind, issuedAtMs } = receipt;
      const session = receipt.kind === "once" ? storedText(receipt.sessionId) : null;
      await write(PUT_RECEIPT, [
        storedText(id),
        kind,
        session,
        issuedAtMs,
        JSON.stringify(receipt),
      ]);
    },
    list: async ({ after, limit }) =>
      (await read(LIST_RECEIPTS, after === undefined ? "" : storedText(after), limit)).map(
        ({ receipt, used }) => ({
          receipt: JSON.parse(receipt as string) as Receipt,
          used: used === true,
        }),
      ),
    use: async (id) => (await write(USE_RECEIPT, [storedText(id)], { durable: true })).count === 1,
  };
}

const PUT_RECEIPT = ` INSERT INTO toolplane.receipts (id, kind, session_id, issued_at_ms, receipt)
SELECT $1::text, $2::text, $3::text, $4::bigint, $5::text FROM how ON CONFLICT DO NOTHING`;
const LIST_RECEIPTS =
  "SELECT receipt, used FROM toolplane.receipts WHERE id > $1 ORDER BY id LIMIT $2";
const USE_RECEIPT = ` UPDATE toolplane.receipts SET used = true FROM how
WHERE id = $1 AND NOT used AND kind = 'once'`;
