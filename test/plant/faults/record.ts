/** Mistakes in the record: rows that do not bind one another, answers that are not kept, losses that nobody hears of. */
import type { Area } from "../fault.ts";

const CHAIN = ["packages/kernel/src/record/rows/chain.test.ts"];

export const RECORD_FAULTS: Area = {
  name: "record",
  in: "packages/kernel/src/record",
  tests: [["packages/kernel/src/record"], ["test/record", "test/host/store/product.test.ts"]],
  faults: [
    {
      name: "a-command-without-sources-knows-no-secrets-of-them",
      in: "packages/library/src/product",
      anchor: "if (!existsSync(list)) return {};",
      replacement: 'if (list !== "") return {};',
      tests: ["test/record/secrets-by-face.test.ts"],
    },
    {
      name: "a-worker-whose-run-was-taken-goes-on",
      anchor: "if (!isRefused(item)) return true;",
      replacement: 'if (!isRefused(item) || item.kind === "intent") return true;',
      tests: ["test/record/fence.test.ts"],
    },
    {
      name: "what-a-late-worker-reports-settles-its-call",
      anchor: "item.isLate = true;",
      replacement: "",
      tests: ["test/record/fence.test.ts"],
    },
    {
      name: "a-changed-row-verifies",
      anchor: 'if (row.hash !== hashHeader(row)) return "it was changed: its hash is another";',
      replacement: "",
      tests: CHAIN,
    },
    {
      name: "a-record-cut-at-its-end-verifies",
      anchor: "if (head.sequence > last.sequence)",
      replacement: "if (head.sequence > last.sequence + 1)",
      tests: CHAIN,
    },
    {
      name: "a-session-that-is-missing-is-not-missed",
      in: "packages/library/src/record/sessions",
      anchor: "return { ids: [...new Set([...there, ...missing])], ledger };",
      replacement: "return { ids: there, ledger };",
      tests: ["test/cli/record/verify.test.ts"],
    },
    {
      name: "a-session-without-rows-and-head-is-whole",
      anchor: "if (rows.length === 0) return fault(",
      replacement: "if (rows.length === 0) return null; if (rows.length === 0) return fault(",
      tests: ["test/cli/record/verify.test.ts"],
    },
    {
      name: "a-change-in-the-journal-that-nobody-told-of-is-whole",
      anchor: "const untold = entries[told];",
      replacement: "const untold = undefined as JournalEntry | undefined;",
      tests: ["packages/kernel/src/record/rows/verify-changes.test.ts"],
    },
    {
      name: "state-slots-are-kept-unmasked",
      anchor: "slots.put(owner, toolId, value(given))",
      replacement: "slots.put(owner, toolId, given)",
      tests: ["packages/kernel/src/record/mask-store.test.ts"],
    },
    {
      name: "words-about-a-session-are-recorded-unmasked",
      anchor: "manifest: redactor ? maskManifest(manifest, redactor) : manifest",
      replacement: "manifest",
      tests: ["test/record/secrets-at-rest.test.ts"],
    },
    {
      name: "an-answer-that-holds-a-secret-is-kept",
      anchor: "if (value(approval) === approval) await approvals.put(approval);",
      replacement: "await approvals.put(approval);",
      tests: ["packages/kernel/src/record/mask-store.test.ts"],
    },
    {
      name: "a-used-receipt-is-not-used-up-for-others",
      anchor: 'receipt.kind === "once" ? kept.then(() => store.receipts.use(receipt.id)) : kept',
      replacement: "kept",
    },
    {
      name: "an-intent-resolves-before-it-is-on-disk",
      anchor: "await (flush.last ?? options.store.flush());",
      replacement: "void flush.last;",
    },
    {
      name: "a-flush-that-fails-counts-as-durable",
      anchor: "catch (error) { return { failed: [], error }; }",
      replacement: "catch (error) { void error; return null; }",
    },
    {
      name: "the-calls-of-a-broken-session-run",
      anchor: "for (const { waiter } of items) waiter?.reject(chain.broken);",
      replacement: "for (const { waiter } of items) waiter?.resolve();",
    },
    {
      name: "a-refused-call-may-be-lost-in-a-crash",
      anchor: '!entry.intended && result.type === "output" && item.answers.length === 0',
      replacement: "!entry.intended && item.answers.length === 0",
    },
    {
      name: "an-address-stands-whole-in-every-export",
      in: "packages/library/src/record/export",
      anchor: "labels: labels && (content ? labels : bareLabels(labels)),",
      replacement: "labels,",
      tests: ["test/cli/record/export.attack.test.ts"],
    },
  ],
};
