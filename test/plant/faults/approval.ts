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
      name: "an-expired-approval-is-good",
      anchor: "expiresAtMs === undefined || expiresAtMs > query.nowMs",
      replacement: "expiresAtMs === undefined || expiresAtMs > 0",
      tests: BOOK,
    },
    {
      name: "an-approval-is-not-held-against-its-cover",
      anchor: "&& covers(given, cover),",
      replacement: "&& given !== undefined && cover !== undefined,",
      tests: BOOK,
    },
    {
      name: "one-approved-key-answers-for-all",
      anchor: "if (hit === undefined) return null;",
      replacement: "if (hit === undefined) continue;",
      tests: BOOK,
    },
    {
      name: "a-tool-of-another-origin-inherits-approvals",
      anchor: "return JSON.stringify([tool, origin, key]);",
      replacement: "return JSON.stringify([tool, origin.length < 0, key]);",
      tests: BOOK,
    },
    {
      name: "a-redefined-tool-inherits-approvals",
      anchor: "(query.fingerprint === null || fingerprint === query.fingerprint) &&",
      replacement: "(query.fingerprint === null || fingerprint !== undefined) &&",
      tests: BOOK,
    },
    {
      name: "a-narrower-answer-replaces-a-wider-one",
      anchor: "&& covers(approval.cover, other.cover)",
      replacement: "",
      tests: BOOK,
    },
    {
      name: "a-shorter-answer-replaces-a-longer-one",
      anchor: "(approval.expiresAtMs ?? Infinity) >= (other.expiresAtMs ?? Infinity) &&",
      replacement: "",
      tests: BOOK,
    },
    {
      name: "a-revoked-approval-stays",
      anchor: "shelf.splice(index, 1);",
      replacement: "",
      tests: BOOK,
    },
    {
      name: "an-ask-about-the-whole-call-needs-no-key",
      anchor: "if (about === undefined) return keys;",
      replacement: "if (about === undefined) continue;",
    },
    {
      name: "what-has-no-key-is-answered-by-the-other-keys",
      anchor: "if (key === undefined) return null; asked.add(key);",
      replacement: "if (key === undefined) continue; asked.add(key);",
    },
    {
      name: "an-always-is-stored-for-what-was-not-understood",
      anchor: "if (resources.some(isUnknown)) return null;",
      replacement: "",
    },
    {
      name: "what-a-command-touches-is-not-in-its-cover",
      anchor: "[resource, ...attached]",
      replacement: "[resource]",
    },
    {
      name: "a-file-beside-a-command-gets-no-key",
      anchor: "if (!owned.has(resource)) add(",
      replacement: "if (!owned.has(resource) && !owned.size) add(",
    },
    {
      name: "reading-a-tree-covers-writing-in-it",
      anchor: "return wide.capability === resource.capability && kindOf(wide)",
      replacement: "return kindOf(wide)",
    },
    {
      name: "a-redirect-may-move-to-another-command",
      anchor: "return own ? `${identity} ${JSON.stringify(own.toSorted())}` : identity;",
      replacement: "return own ? identity : identity;",
    },
    {
      name: "a-key-that-changes-each-time-is-accepted",
      anchor: "if (derive(approvalKey, ordered) !== key)",
      replacement: "if (derive(approvalKey, ordered) === null)",
    },
    {
      name: "a-key-may-be-as-long-as-it-likes",
      anchor: "Buffer.byteLength(key) > MAX_KEY_BYTES",
      replacement: "Buffer.byteLength(key) < 0",
    },
    {
      name: "a-key-may-hold-control-characters",
      anchor: "if (hasControl(key)) throw",
      replacement: "if (!key) throw",
    },
    {
      name: "one-listed-command-lets-its-neighbours-in",
      anchor: "return keys.every((key) => {",
      replacement: "return keys.some((key) => {",
    },
    {
      name: "a-call-without-keys-is-on-every-list",
      anchor: "if (keys.length === 0) return false;",
      replacement: "",
    },
    {
      name: "a-broker-that-answers-nonsense-allows-once",
      anchor: "if (answer === null) throw unanswered(",
      replacement:
        'if (answer === null) return { choice: "once" };\n  if (answer === undefined) throw unanswered(',
    },
    {
      name: "a-broker-that-fails-allows-once",
      anchor: 'throw unanswered("the broker failed", cause);',
      replacement: 'given = { choice: "once" }; void cause;',
    },
    {
      name: "two-questions-are-shown-at-once",
      anchor: "if (shown === null) showNext();",
      replacement: "showNext();",
    },
    {
      name: "questions-wait-without-end",
      anchor: "if (waiting.length >= MAX_WAITING) {",
      replacement: "if (waiting.length < 0) {",
    },
    {
      name: "a-cancelled-question-stays-in-the-queue",
      anchor: 'signal.addEventListener("abort", onAbort);',
      replacement: "",
    },
    {
      name: "an-answer-with-more-in-it-than-it-may-have-is-accepted",
      anchor: "return hasOnly(value, []) ? { choice } : null;",
      replacement: "return { choice };",
    },
    {
      name: "a-question-at-the-door-may-be-answered-by-an-edit",
      anchor: 'egress: ["once", "session", "project", "reject"],',
      replacement: 'egress: ["once", "session", "project", "reject", "edit"],',
    },
    {
      name: "the-question-of-a-tool-may-be-answered-with-a-yes",
      anchor: 'tool: ["answers", "reject"],',
      replacement: 'tool: ["answers", "reject", "once"],',
    },
    {
      name: "fewer-answers-than-questions-are-accepted",
      anchor: "answers.length !== question.questions.length",
      replacement: "answers.length > question.questions.length",
    },
    {
      name: "the-seal-of-a-receipt-is-only-measured",
      anchor: "given.length === expected.length && timingSafeEqual(given, expected)",
      replacement: "given.length === expected.length && timingSafeEqual(given, given)",
      tests: RECEIPTS,
    },
    {
      name: "a-receipt-is-good-in-another-session",
      anchor: "receipt.sessionId === facts.sessionId &&",
      replacement: "",
      tests: RECEIPTS,
    },
    {
      name: "a-receipt-is-good-for-another-call",
      anchor: "receipt.callId === facts.callId &&",
      replacement: "",
      tests: RECEIPTS,
    },
    {
      name: "a-receipt-is-good-for-other-arguments",
      anchor: "receipt.argumentsDigest === facts.argumentsDigest &&",
      replacement: "",
      tests: RECEIPTS,
    },
    {
      name: "a-receipt-is-good-for-another-footprint",
      anchor: "&& receipt.footprintDigest === facts.footprintDigest",
      replacement: "",
      tests: RECEIPTS,
    },
    {
      name: "an-expired-receipt-is-good",
      anchor: "(receipt.expiresAtMs === null || receipt.expiresAtMs > nowMs) &&",
      replacement: "",
      tests: RECEIPTS,
    },
    {
      name: "a-receipt-is-good-for-another-cover",
      anchor: "&& receipt.coverDigest === digestOf(approval.cover)",
      replacement: "",
      tests: RECEIPTS,
    },
    {
      name: "a-receipt-is-good-for-another-origin",
      anchor: "receipt.origin === approval.origin &&",
      replacement: "",
      tests: RECEIPTS,
    },
    {
      name: "a-receipt-is-good-for-a-redefined-tool",
      anchor: "receipt.fingerprint === approval.fingerprint &&",
      replacement: "",
      tests: RECEIPTS,
    },
    {
      name: "a-receipt-may-be-sealed-with-a-short-key",
      anchor: "options.key.byteLength < MIN_KEY_BYTES",
      replacement: "options.key.byteLength < 1",
      tests: RECEIPTS,
    },
    {
      name: "a-secret-stands-in-a-question",
      anchor: "foldLine(mask(text))",
      replacement: "foldLine(mask === undefined ? text : text)",
    },
    {
      name: "a-secret-is-folded-before-it-is-masked",
      anchor: "foldLine(mask(text))",
      replacement: "mask(foldLine(text))",
    },
    {
      name: "a-question-leaves-resources-out",
      anchor: ": input.footprint.resources.map(resourceText)",
      replacement: ": input.footprint.resources.slice(0, 20).map(resourceText)",
    },
    {
      name: "the-name-of-a-tool-is-shown-as-it-is",
      anchor: "${askedByNote(input)}${escapeHidden(input.tool)}",
      replacement: "${askedByNote(input)}${input.tool}",
    },
    {
      name: "the-end-of-a-long-line-is-not-shown",
      anchor: "more characters … ${tail}`",
      replacement: "more characters …`",
    },
  ],
};
