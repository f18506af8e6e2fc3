/** Mistakes on the road of a call: its stages, their order, and what happens when one breaks. */
import type { Area } from "../fault.ts";

export const PIPELINE_FAULTS: Area = {
  name: "pipeline",
  in: "packages/kernel/src/pipeline",
  tests: [["test/road"], ["test/record", "test/registry"]],
  faults: [
    {
      name: "an-offered-rule-is-not-tried-before",
      anchor: "|| !wouldAllow(call, offer)) return {};",
      replacement: ") return {}; void wouldAllow;",
      tests: ["test/library/offered-rules.attack.test.ts"],
    },
    {
      name: "a-refused-call-leaves-no-record",
      anchor: '{ name: "record", always: true, run: record }',
      replacement: '{ name: "record", always: false, run: record }',
    },
    {
      name: "nobody-looks-again-before-a-call-runs",
      anchor: '{ name: "recheck", always: false, run: recheck }',
      replacement: '{ name: "recheck", always: false, run: () => undefined }',
    },
    {
      name: "a-tool-that-changed-while-a-person-thought-runs",
      anchor: "if (now !== null && now === call.judged)",
      replacement: "if (now !== null)",
      tests: ["test/road/pin.attack.test.ts"],
    },
    {
      name: "a-receipt-that-another-process-used-is-good",
      anchor: "(spent) => (spent ? useReceipt(call, receipt) : ask(call, keys))",
      replacement: "() => useReceipt(call, receipt)",
      tests: ["test/road/approval.test.ts"],
    },
    {
      name: "a-receipt-is-good-when-its-store-fails",
      anchor: "() => ask(call, keys),",
      replacement: "() => useReceipt(call, receipt),",
      tests: ["test/road/approval.test.ts"],
    },
    {
      name: "where-nobody-can-be-asked-the-answer-is-yes",
      anchor: "if (!session.questions) {",
      replacement: "if (!session.questions) { return undefined;",
      tests: ["test/road/approval.test.ts"],
    },
    {
      name: "an-edited-call-is-not-judged-again",
      anchor: "return EDITED;",
      replacement: "return undefined;",
      tests: ["test/road/approval.test.ts"],
    },
    {
      name: "a-call-that-changes-things-runs-before-its-intent-is-kept",
      anchor:
        "if (!session.recorder || (onlyReads(call, footprint) && !needsTrace(call))) return undefined;",
      replacement: "return undefined;",
    },
    {
      name: "a-result-that-could-not-be-bounded-is-shown",
      anchor: 'return stage.name === "bound" ?',
      replacement: "return stage === undefined ?",
      tests: ["test/road/settle.test.ts"],
    },
    {
      name: "the-cause-is-recorded-unmasked",
      anchor: "session.redactor.value(call.cause)",
      replacement: "call.cause",
      tests: ["test/road/rare-parts.test.ts"],
    },
    {
      name: "the-detail-is-recorded-unmasked",
      anchor: "session.redactor.value(call.detail)",
      replacement: "call.detail",
      tests: ["test/road/rare-parts.test.ts"],
    },
    {
      name: "a-stage-that-throws-is-passed-over",
      anchor: "catch (error) { outcome = broken(call, stage, error); }",
      replacement: "catch (error) { outcome = undefined; void error; }",
      tests: ["test/road/settle.test.ts"],
    },
    {
      name: "a-stage-that-rejects-is-passed-over",
      anchor: "(error: unknown) => end(broken(call, stage, error))",
      replacement: "() => end(undefined)",
      tests: ["packages/kernel/src/pipeline/walk.test.ts"],
    },
    {
      name: "a-settled-call-goes-on-through-the-stages",
      anchor: "if (call.result !== null && !stage.always) continue;",
      replacement: "",
      tests: ["test/road/settle.test.ts"],
    },
  ],
};
