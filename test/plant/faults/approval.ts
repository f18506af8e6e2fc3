/** Mistakes in what a person's answer is kept for, found by, and shown. */
import type { Area } from "../fault.ts";

const BOOK = ["packages/kernel/src/approval/approval-book.test.ts"];
const RECEIPTS = ["packages/kernel/src/approval/receipts.test.ts"];
const OFFERS = ["packages/kernel/src/approval/offer-rules.test.ts"];

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
      name: "what-a-stranger-wrote-is-shown-whole-and-as-it-is",
      anchor: "text: show(text).slice(0, MAX_FACT_CHARS),",
      replacement: "text,",
      tests: ["test/road/look-up.test.ts"],
    },
    {
      name: "the-seal-of-a-receipt-is-only-measured",
      in: "packages/kernel/src/digest",
      anchor: "return left.length === right.length && timingSafeEqual(left, right);",
      replacement: "return left.length === right.length && timingSafeEqual(left, left);",
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
    {
      name: "a-rule-is-offered-for-a-program-that-is-not-known",
      anchor: "const count = wordsToKeep(argv);",
      replacement: "const count = wordsToKeep(argv) ?? 2;",
      tests: OFFERS,
    },
    {
      name: "a-rule-is-offered-where-a-rule-of-a-person-asks",
      anchor: "about && rule === undefined ? narrowRule(about, variables) : null",
      replacement: "about ? narrowRule(about, variables) : null",
      tests: OFFERS,
    },
    {
      name: "a-rule-is-offered-for-what-reaches-a-host",
      anchor: "if (!resources.every(isLocal)) return null;",
      replacement: "",
      tests: OFFERS,
    },
  ],
};
