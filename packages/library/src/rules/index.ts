export { appendRules, type CommentedRule } from "./append-rules.ts";
export type { Move, MovedCall, PolicyComparison } from "./compare-policies.ts";
export { countOffer } from "./count-offer.ts";
export { type CoveredCallsOptions, countCovered } from "./covered-calls.ts";
export { createOfferLine } from "./create-offer-line.ts";
export { draftLayers } from "./draft-layers.ts";
export { findFolderRules } from "./folder-rules.ts";
export { formatRules } from "./format-rules.ts";
export { findHostRules, type HostRules } from "./host-rules.ts";
export { findIdleRules, type IdleRule, type KnownHere, NAMED_CAPABILITIES } from "./idle-rules.ts";
export { IMPORT_SOURCES, type ImportSource, importRules } from "./import/import-rules.ts";
export type { ImportLine } from "./import/resolve-clauses.ts";
export type { SourceFile } from "./import/source/source-file.ts";
export { sourcePlaces } from "./import/source-places.ts";
export { type ListedRule, listRules } from "./list-rules.ts";
export { openJudgingSession } from "./open-judging-session.ts";
export { readDraft } from "./read-draft.ts";
export { readDraftRows } from "./read-draft-rows.ts";
export { readRuleFile } from "./read-rule-file.ts";
export { isTestFile, type PolicyTestFile, readTestFile } from "./read-test-file.ts";
export {
  actionOf,
  countExamples,
  runPolicyTests,
  type TestOutcome,
  wrongExamples,
} from "./run-policy-tests.ts";
export { shippedLayers } from "./shipped-layers.ts";
export { findTrackedDenied, type TrackedDenied } from "./tracked-denied.ts";
