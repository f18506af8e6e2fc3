export { readLastCall } from "./calls/end-calls.ts";
export { answeredBy } from "./calls/reached-hosts.ts";
export { sessionWaitedMs } from "./calls/session-waited-ms.ts";
export {
  endedBadly,
  landingMark,
  landingOfCall,
  markOf,
  type RoadFacts,
  refusalWord,
  roadOf,
  type ShownCall,
  unsettledWords,
  wordsOf,
} from "./calls/shown-call.ts";
export { shownCalls } from "./calls/shown-calls.ts";
export { touchedThings } from "./calls/touched-things.ts";
export { ranMs, waitedBeforeMs, waitedMs } from "./calls/waited-ms.ts";
export { wholeOutput } from "./calls/whole-output.ts";
export { lastingChanges } from "./changes/lasting-changes.ts";
export { type LastingEffect, lastingEffects } from "./changes/lasting-effects.ts";
export type { MovedChanges } from "./changes/move-changes.ts";
export {
  type FileMove,
  type MoveAction,
  type MoveChoice,
  planMoves,
} from "./changes/plan-moves.ts";
export { exportJsonLines } from "./export/export-jsonl.ts";
export { exportOtlp } from "./export/export-otlp.ts";
export { collectorUrl, postOtlp } from "./export/post-otlp.ts";
export { createCallEntry } from "./found/call-entry.ts";
export { type CallSearchPage, findCalls, indexProgress } from "./found/find-calls.ts";
export { indexCalls } from "./found/index-calls.ts";
export { CALL_VERDICTS, type CallFilters } from "./found/read-call-query.ts";
export { readTimeRange, type TimeWords } from "./found/read-time-range.ts";
export { type CountedRules, type CountRules, createRuleCount } from "./rule-hits.ts";
export { findSession } from "./sessions/find-session.ts";
export { type KeptHead, keptHeadLine, readKeptHeads } from "./sessions/kept-head.ts";
export { listSessions, newestFirst, type SessionPage } from "./sessions/list-sessions.ts";
export { type LoadedSession, loadSession, readSession } from "./sessions/load-session.ts";
export { type ReplayedSession, replaySession } from "./sessions/replay-session.ts";
export {
  type SessionState,
  type SessionSummary,
  summarize,
} from "./sessions/session-summary.ts";
export { sessionTree } from "./sessions/session-tree.ts";
export { shortIds } from "./sessions/short-ids.ts";
export { type Verified, verifySession } from "./sessions/verify-session.ts";
export {
  type SessionAnswer,
  sessionsToVerify,
  type VerifiedStore,
  verifyStore,
} from "./sessions/verify-store.ts";
export { workspaceOf } from "./sessions/workspace-of.ts";
