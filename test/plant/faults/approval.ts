/** Mistakes in what a person's answer is kept for, found by, and shown. */
import type { Area } from "../fault.ts";

const BOOK = ["packages/kernel/src/approval/approval-book.test.ts"];
const RECEIPTS = ["packages/kernel/src/approval/receipts.test.ts"];

export const APPROVAL_FAULTS: Area = {
  name: "approval",
  in: "packages/kernel/src/approval",
  tests: [["packages/kernel/src/approval"], ["test/road/approval.test.ts"]],
  faults: [
    {
      name: "a-redefined-tool-inherits-approvals",
      anchor: "(query.fingerprint === null || fingerprint === query.fingerprint) &&",
      replacement: "(query.fingerprint === null || fingerprint !== undefined) &&",
      tests: BOOK,
    },
    {
      name: "a-broker-that-fails-allows-once",
      anchor: 'throw unanswered("the broker failed", cause);',
      replacement: 'given = { choice: "once" }; void cause;',
    },
    {
      name: "the-seal-of-a-receipt-is-only-measured",
      anchor: "given.length === expected.length && timingSafeEqual(given, expected)",
      replacement: "given.length === expected.length && timingSafeEqual(given, given)",
      tests: RECEIPTS,
    },
    {
      name: "a-receipt-is-good-for-other-arguments",
      anchor: "receipt.argumentsDigest === facts.argumentsDigest &&",
      replacement: "",
      tests: RECEIPTS,
    },
    {
      name: "a-secret-is-folded-before-it-is-masked",
      anchor: "foldLine(mask(text))",
      replacement: "mask(foldLine(text))",
    },
  ],
};
