export { createEventStream } from "./event-stream.ts";
export { listSessionIds } from "./ledger/list-session-ids.ts";
export { markHeads } from "./ledger/mark-heads.ts";
export { pruneRecord } from "./ledger/prune-record.ts";
export { type Ledger, readLedger } from "./ledger/read-ledger.ts";
export { verifyPlace } from "./ledger/verify-place.ts";
export { maskStore } from "./mask-store.ts";
export { type ClassifiedCall, classifyCalls } from "./read/classify-calls.ts";
export { type LoadedRecord, loadPayloads, loadRecord } from "./read/load-record.ts";
export { type RecordedRows, readCalls } from "./read/read-calls.ts";
export { readEarlierRun } from "./read/read-earlier-run.ts";
export { readFlow } from "./read/read-flow.ts";
export { type RecordedLanding, readLandings } from "./read/read-landings.ts";
export { type PastFlow, readPastFlow } from "./read/read-past-flow.ts";
export { storedApprovals } from "./read/stored-approvals.ts";
export { toAudit } from "./read/to-audit.ts";
export { type ReplayedOutcome, type ReplayReport, replay } from "./replay/replay.ts";
export { CHAIN_START, type ChainLink } from "./rows/chain.ts";
export { contentDigests } from "./rows/content-digests.ts";
export type { LandingEntry } from "./rows/landing-entry.ts";
export { manifestPayload } from "./rows/manifest-payload.ts";
export type { RecordedCall } from "./rows/recorded-call.ts";
export { type ChainAnswer, verifyChain, verifyEnd, verifyRows } from "./rows/verify-chain.ts";
export { verifyChanges } from "./rows/verify-changes.ts";
export { createStoreSlots } from "./store-slots.ts";
export { ruleCandidates } from "./suggest/rule-candidates.ts";
export { type RuleSuggestion, suggestRules } from "./suggest/suggest-rules.ts";
export {
  type JudgeableCall,
  type JudgedStep,
  type RecordJudge,
  whatIf,
} from "./suggest/what-if.ts";
export { toOtel } from "./to-otel.ts";
export type { EntryOf } from "./write/call-entries.ts";
export {
  createRecorder,
  type RecorderOptions,
  type RunFence,
  type StoreRecorder,
} from "./write/create-recorder.ts";
