import { differs, firstProblem } from "../suite/compare-values.ts";
import { approvalOf, receiptOf, standingReceiptOf, TRICKY_IDS } from "./sample-rows.ts";
import type { StoreCheck } from "./store-conformance.ts";

export const approvalChecks: readonly StoreCheck[] = [
  {
    name: "an approval is found by its tool and origin, in its session or in the project",
    async run({ approvals }) {
      const own = approvalOf("apr_2", { grantedAtMs: 20, expiresAtMs: 99 });
      const project = approvalOf("apr_1", {
        grantedAtMs: 10,
        scope: "project",
        sessionId: "ses_9",
      });
      await approvals.put(own);
      await approvals.put(project);
      for (const [index, sessionId] of TRICKY_IDS.slice(1).entries())
        await approvals.put(approvalOf(`apr_other_${index}`, { sessionId }));
      await approvals.put(approvalOf("apr_3", { tool: "Bash" }));
      await approvals.put(approvalOf("apr_4", { origin: "project" }));
      const query = { tool: "bash", origin: "bundled", sessionId: "ses_1" };
      return firstProblem(
        differs("find", await approvals.find(query), [project, own]),
        differs(
          "find for another session",
          await approvals.find({ ...query, sessionId: "ses_8" }),
          [project],
        ),
        differs("find for another tool", await approvals.find({ ...query, tool: "bas%" }), []),
      );
    },
  },
  {
    name: "approvals are listed oldest first, and the last one put under an id counts",
    async run({ approvals }) {
      const late = approvalOf("apr_1", { grantedAtMs: 30 });
      const early = approvalOf("apr_2", { grantedAtMs: 10 });
      const changed = { ...early, key: "$ npm run ü" };
      await approvals.put(late);
      await approvals.put(early);
      await approvals.put(changed);
      return differs("list", await approvals.list(), [changed, late]);
    },
  },
  {
    name: "a revoked approval is gone",
    async run({ approvals }) {
      await approvals.put(approvalOf("apr_1"));
      return firstProblem(
        differs("revoke", await approvals.revoke("apr_1"), true),
        differs("a second revoke", await approvals.revoke("apr_1"), false),
        differs("list", await approvals.list(), []),
      );
    },
  },
  {
    name: "a receipt given once is used once, however many try at the same moment",
    async run({ receipts }) {
      await receipts.put(receiptOf("rcp_1"));
      await receipts.put(receiptOf("rcp_2"));
      const tries = await Promise.all(Array.from({ length: 50 }, () => receipts.use("rcp_1")));
      return firstProblem(
        differs("fifty uses at once", tries.filter(Boolean).length, 1),
        differs("a later use", await receipts.use("rcp_1"), false),
        differs("the use of another", await receipts.use("rcp_2"), true),
        differs("the use of one that is not there", await receipts.use("rcp_3"), false),
      );
    },
  },
  {
    name: "a used receipt stays used when it is put again",
    async run({ receipts }) {
      await receipts.put(receiptOf("rcp_1"));
      await receipts.use("rcp_1");
      await receipts.put(receiptOf("rcp_1"));
      return differs("use", await receipts.use("rcp_1"), false);
    },
  },
  {
    name: "receipts are listed in pages, with those that were used",
    async run({ receipts }) {
      await receipts.put(receiptOf("rcp_2"));
      await receipts.put(standingReceiptOf("rcp_1"));
      await receipts.use("rcp_2");
      const page = (after?: string) => receipts.list({ limit: 1, ...(after ? { after } : {}) });
      return firstProblem(
        differs("the first", await page(), [{ receipt: standingReceiptOf("rcp_1"), used: false }]),
        differs("the next", await page("rcp_1"), [{ receipt: receiptOf("rcp_2"), used: true }]),
        differs("the end", await page("rcp_2"), []),
      );
    },
  },
  {
    name: "a standing receipt is not one that can be used up",
    async run({ receipts }) {
      await receipts.put(standingReceiptOf("rcp_1"));
      return differs("use", await receipts.use("rcp_1"), false);
    },
  },
];
