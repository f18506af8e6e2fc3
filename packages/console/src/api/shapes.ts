/** Shapes that several answers hold. Values of the contract (verdicts, questions, resources) are described there. */

import type { RuleSource, ShownChange } from "@toolplane/contract";
import type {
  CallLine,
  CutText,
  ListedRule,
  ListedSession,
  OneCall,
  RecordedResult,
  TouchedThing,
  Waiting,
} from "@toolplane/contract/console";
import type { RequiredFields, Schema } from "./api-schema.ts";
import {
  ANY,
  COUNT,
  describes,
  FLAG,
  fields,
  list,
  MOMENT,
  NUMBER,
  nullable,
  OBJECT,
  oneOf,
  TEXT,
} from "./api-schema.ts";

export const LISTED_SESSION: Schema = describes<ListedSession>({
  sessionId: TEXT,
  workspace: nullable(TEXT),
  parentSessionId: nullable(TEXT),
  agent: nullable(TEXT),
  mode: TEXT,
  state: oneOf("open", "closed", "unfinished"),
  startedAtMs: MOMENT,
  lastAtMs: MOMENT,
  rows: COUNT,
  calls: COUNT,
  succeeded: COUNT,
  failed: COUNT,
  refused: COUNT,
  stopped: COUNT,
  asked: COUNT,
  unsettled: COUNT,
  byHand: COUNT,
  hasGap: FLAG,
  client: nullable(TEXT),
  last: TEXT,
  title: TEXT,
  purpose: TEXT,
  model: nullable(TEXT),
  person: TEXT,
  waitedMs: NUMBER,
});

export const CHOICE: Schema = oneOf(
  "once",
  "session",
  "project",
  "rule",
  "reject",
  "look-up",
  "without",
  "edit",
  "answers",
);

export const MARK: Schema = oneOf("allow", "ask", "deny", "failed", "unknown", "off", "running");

const LINE: RequiredFields<CallLine> = {
  callId: TEXT,
  tool: TEXT,
  origin: nullable(TEXT),
  what: TEXT,
  mark: MARK,
  words: TEXT,
  refusal: nullable(TEXT),
  code: nullable(TEXT),
  road: describes<CallLine["road"]>({
    stage: TEXT,
    outcome: oneOf("done", "refused", "open"),
    wasAsked: FLAG,
  }),
  startedAtMs: MOMENT,
  durationMs: nullable(NUMBER),
  waitedMs: { ...NUMBER, description: "How much of its time people took to answer." },
  waitedBeforeMs: { ...NUMBER, description: "The part of that before it ran." },
  childSession: nullable(TEXT),
  labels: list(TEXT),
};

export const CALL_LINE: Schema = describes<CallLine>(LINE);

export const CUT: RequiredFields<CutText> = { text: TEXT, characters: COUNT, isCut: FLAG };

export const CHANGE: Schema = describes<ShownChange>(
  {
    path: TEXT,
    kind: oneOf("created", "changed", "removed"),
    added: COUNT,
    removed: COUNT,
    diff: TEXT,
  },
  { note: TEXT },
);

const RESULT: Schema = describes<RecordedResult>({
  ...CUT,
  type: oneOf("output", "error"),
  code: nullable(TEXT),
  ended: nullable(TEXT),
  truncated: FLAG,
  hasWhole: FLAG,
  labels: list(fields({ label: TEXT, source: TEXT })),
  attempts: COUNT,
  message: TEXT,
});

export const ONE_CALL: Schema = describes<OneCall>({
  ...LINE,
  arguments: describes<CutText>(CUT),
  input: nullable(describes<CutText>(CUT)),
  touched: list(
    describes<TouchedThing>(
      {
        capability: TEXT,
        target: TEXT,
        before: TEXT,
        real: nullable(fields({ mark: MARK, word: TEXT })),
      },
      { note: TEXT },
    ),
  ),
  verdict: nullable(OBJECT),
  footprint: nullable(OBJECT),
  answers: list(
    fields({ questionId: TEXT, choice: TEXT, receipt: nullable(TEXT), note: nullable(TEXT) }),
  ),
  result: nullable(RESULT),
  unsettled: nullable(TEXT),
  landing: nullable(OBJECT),
  byHand: nullable(OBJECT),
  changes: list(CHANGE),
  files: COUNT,
  missing: list(TEXT),
  record: fields({
    first: nullable(COUNT),
    last: nullable(COUNT),
    rows: COUNT,
    hash: nullable(TEXT),
  }),
});

export const WAITING: Schema = describes<Waiting>({
  id: TEXT,
  kind: oneOf("permission", "egress", "wider-rerun", "landing", "tool"),
  tool: TEXT,
  origin: TEXT,
  title: TEXT,
  sessionId: TEXT,
  callId: TEXT,
  what: TEXT,
  state: oneOf("waiting", "elsewhere", "kept"),
  sinceMs: MOMENT,
  process: describes<Waiting["process"]>({ pid: COUNT, machine: TEXT }),
  opaque: FLAG,
});

export const RULE_SOURCE: Schema = describes<RuleSource>(
  { scope: TEXT },
  { file: TEXT, line: COUNT },
);
export const LISTED_RULE: Schema = describes<ListedRule>({ rule: OBJECT, source: RULE_SOURCE });
export const EXPLANATION: Schema = {
  type: "object",
  properties: {
    tool: TEXT,
    origin: TEXT,
    footprint: OBJECT,
    verdict: ANY,
    settled: ANY,
    text: TEXT,
  },
  required: ["tool", "origin", "footprint", "text"],
};
