/** Mistakes in the record: rows that do not bind one another, answers that are not kept, losses that nobody hears of. */
import type { Area } from "../fault.ts";

const CHAIN = ["packages/kernel/src/record/rows/chain.test.ts"];
const QUEUE = ["packages/kernel/src/record/write/write-queue.test.ts"];
const RECORDER = ["test/record/recorder.test.ts"];
const RULE_HITS = ["packages/library/src/record/rule-hits.test.ts"];
const MIGRATE = ["packages/disk/src/store/schema/migrate.test.ts"];

export const RECORD_FAULTS: Area = {
  name: "record",
  in: "packages/kernel/src/record",
  tests: [["packages/kernel/src/record"], ["test/record", "test/host/store/product.test.ts"]],
  faults: [
    {
      name: "a-row-does-not-hash-the-one-before-it",
      anchor:
        "JSON.stringify({ atMs, callId, payloadDigest, previous, sequence, sessionId, type })",
      replacement: "JSON.stringify({ atMs, callId, payloadDigest, sequence, sessionId, type })",
      tests: CHAIN,
    },
    {
      name: "a-row-does-not-hash-its-payload",
      anchor:
        "JSON.stringify({ atMs, callId, payloadDigest, previous, sequence, sessionId, type })",
      replacement: "JSON.stringify({ atMs, callId, previous, sequence, sessionId, type })",
      tests: CHAIN,
    },
    {
      name: "a-row-does-not-hash-its-time",
      anchor:
        "JSON.stringify({ atMs, callId, payloadDigest, previous, sequence, sessionId, type })",
      replacement: "JSON.stringify({ callId, payloadDigest, previous, sequence, sessionId, type })",
      tests: CHAIN,
    },
    {
      name: "a-row-of-another-session-verifies",
      anchor: 'if (row.sessionId !== sessionId) return "it belongs to another session";',
      replacement: "",
      tests: CHAIN,
    },
    {
      name: "a-row-that-does-not-follow-its-predecessor-verifies",
      anchor: 'if (row.previous !== last.hash) return "it does not follow the row before it";',
      replacement: "",
      tests: CHAIN,
    },
    {
      name: "a-changed-row-verifies",
      anchor: 'if (row.hash !== hashHeader(row)) return "it was changed: its hash is another";',
      replacement: "",
      tests: CHAIN,
    },
    {
      name: "a-missing-head-verifies",
      anchor: 'if (head === null) return last === CHAIN_START ? null : "the head is missing";',
      replacement: "if (head === null) return null;",
      tests: CHAIN,
    },
    {
      name: "a-head-that-nobody-sealed-verifies",
      anchor: 'if (!isSealed(key, head)) return "the head is not sealed with this key";',
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
      name: "rows-past-the-head-verify",
      anchor: 'if (head.sequence < last.sequence) return "there are rows past the head";',
      replacement: "if (head.sequence < last.sequence) return null;",
      tests: CHAIN,
    },
    {
      name: "the-seal-of-a-head-does-not-bind-its-hash",
      anchor: "JSON.stringify({ hash: last, sequence, sessionId })",
      replacement: "JSON.stringify({ hash: last.length, sequence, sessionId })",
      tests: CHAIN,
    },
    {
      name: "the-seal-of-a-head-does-not-bind-its-session",
      anchor: "JSON.stringify({ hash: last, sequence, sessionId })",
      replacement: "JSON.stringify({ hash: last, sequence, sessionId: sessionId.length < 0 })",
      tests: CHAIN,
    },
    {
      name: "a-changed-payload-verifies",
      anchor: 'if (hash("sha256", bytes, "hex") === digest) continue;',
      replacement: "if (bytes.length >= 0) continue;",
      tests: CHAIN,
    },
    {
      name: "a-row-of-wrong-types-verifies",
      anchor: 'if (!isRow(row)) return "it is not a row";',
      replacement: 'if (!row) return "it is not a row";',
      tests: CHAIN,
    },
    {
      name: "a-record-may-be-sealed-with-a-short-key",
      anchor: "if (key.byteLength < MIN_KEY_BYTES) {",
      replacement: "if (key.byteLength < 1) {",
      tests: CHAIN,
    },
    {
      name: "rows-are-added-behind-a-head-that-does-not-verify",
      anchor: "if (head && !(head.sessionId === sessionId && isSealed(key, head))) {",
      replacement: "if (head && !(head.sessionId === sessionId)) {",
      tests: RECORDER,
    },
    {
      name: "the-head-of-another-session-is-gone-on-with",
      anchor: "if (head && !(head.sessionId === sessionId && isSealed(key, head))) {",
      replacement: "if (head && !isSealed(key, head)) {",
    },
    {
      name: "an-append-that-went-through-is-written-again",
      anchor: "arrived = row?.hash === attempt.hash;",
      replacement: "arrived = row === undefined;",
      tests: RECORDER,
    },
    {
      name: "another-writers-rows-are-taken-for-our-own",
      anchor: "arrived = row?.hash === attempt.hash;",
      replacement: "arrived = row !== undefined;",
      tests: RECORDER,
    },
    {
      name: "a-gap-forgets-what-was-lost-meanwhile",
      anchor: "chain.gap = dropped > 0 ? { dropped, callIds } : null;",
      replacement: "chain.gap = null;",
    },
    {
      name: "a-gap-names-calls-without-end",
      anchor: "callIds: [...callIds, ...callId].slice(0, MAX_NAMED)",
      replacement: "callIds: [...callIds, ...callId]",
    },
    {
      name: "a-gap-is-not-written",
      anchor: "if (chain.gap) { const payload",
      replacement: "if (chain.gap && !options) { const payload",
      tests: RECORDER,
    },
    {
      name: "a-session-with-a-gap-waits-for-its-next-call",
      anchor:
        "for (const chain of chains.values()) if (chain.gap && !chain.broken) sessions.set(chain, []);",
      replacement: "",
    },
    {
      name: "a-used-receipt-is-not-used-up-for-others",
      anchor: 'receipt.kind === "once" ? kept.then(() => store.receipts.use(receipt.id)) : kept',
      replacement: "kept",
    },
    {
      name: "an-approval-is-not-kept-in-the-store",
      anchor:
        "for (const approval of item.entry.approvals ?? []) puts.push(store.approvals.put(approval));",
      replacement: "",
    },
    {
      name: "the-manifest-of-a-session-is-not-kept",
      anchor:
        'if (item.kind === "session-open" && item.manifest) puts.push(store.sessions.put(item.manifest));',
      replacement: "",
    },
    {
      name: "rows-are-written-before-what-stands-beside-them",
      anchor: "if (beside.length > 0) await Promise.all(beside);",
      replacement: "void beside;",
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
      name: "another-writer-is-relinked-behind-without-end",
      anchor: "attempt <= MAX_RELINKS; attempt += 1",
      replacement: "attempt <= MAX_RELINKS; attempt += 0",
    },
    {
      name: "one-broken-session-takes-the-others-along",
      anchor: "if (chain.broken === null) return { failed: items, error };",
      replacement: "if (chain !== null) return { failed: items, error };",
    },
    {
      name: "the-calls-of-a-broken-session-run",
      anchor: "for (const { waiter } of items) waiter?.reject(chain.broken);",
      replacement: "for (const { waiter } of items) waiter?.resolve();",
    },
    {
      name: "a-call-that-found-the-queue-full-is-overtaken",
      anchor: "if (state.held.length > 0 || state.waiting.length >= options.maxWaiting)",
      replacement: "if (state.waiting.length >= options.maxWaiting)",
      tests: QUEUE,
    },
    {
      name: "the-queue-grows-without-end",
      anchor: "if (state.held.length > 0 || state.waiting.length >= options.maxWaiting)",
      replacement: "if (state.waiting.length < 0)",
      tests: QUEUE,
    },
    {
      name: "what-is-given-up-is-not-told",
      anchor: "onLoss(item); resolve(); });",
      replacement: "resolve(); });",
      tests: QUEUE,
    },
    {
      name: "a-store-that-does-not-answer-is-waited-for",
      anchor:
        'state.stalled = true; fail(state, batch, recordingError("the store does not answer"));',
      replacement: "",
      tests: QUEUE,
    },
    {
      name: "a-store-that-stalls-takes-new-intents",
      anchor:
        'if (state.stalled) return Promise.reject(recordingError("the store does not answer"));',
      replacement: "",
      tests: QUEUE,
    },
    {
      name: "an-outage-is-told-again-and-again",
      anchor: "if (state.failing) return; state.failing = true;",
      replacement: "state.failing = true;",
      tests: QUEUE,
    },
    {
      name: "what-failed-is-written-behind-what-came-later",
      anchor: "state.waiting = kept.concat(state.waiting);",
      replacement: "state.waiting = state.waiting.concat(kept);",
      tests: QUEUE,
    },
    {
      name: "what-could-not-be-written-is-forgotten",
      anchor: "else state.waiting = kept.concat(state.waiting);",
      replacement: "",
      tests: QUEUE,
    },
    {
      name: "who-waits-behind-a-failed-batch-is-not-refused",
      anchor: "for (const { waiter } of state.waiting) waiter?.reject(error);",
      replacement: "",
      tests: QUEUE,
    },
    {
      name: "the-pause-between-attempts-does-not-grow",
      anchor: "state.retryMs = Math.min(state.retryMs * 2, MAX_RETRY_MS);",
      replacement: "",
      tests: QUEUE,
    },
    {
      name: "closing-forgets-what-still-waits",
      anchor: "for (const item of left) state.options.onLoss(item);",
      replacement: "",
      tests: QUEUE,
    },
    {
      name: "a-refused-call-may-be-lost-in-a-crash",
      anchor: '!entry.intended && result.type === "output" && item.answers.length === 0',
      replacement: "!entry.intended && item.answers.length === 0",
    },
    {
      name: "an-answer-may-be-lost-in-a-crash",
      anchor: '!entry.intended && result.type === "output" && item.answers.length === 0',
      replacement: '!entry.intended && result.type === "output"',
    },
    {
      name: "an-intent-without-a-result-counts-as-done",
      anchor: 'else if (type === "call-intent") states.set(callId, "unknown");',
      replacement: 'else if (type === "call-intent") states.set(callId, "done");',
    },
    {
      name: "a-refusal-under-the-same-id-hides-a-call-that-began",
      anchor: 'else if (type === "call-refuse" && !states.has(callId))',
      replacement: 'else if (type === "call-refuse")',
    },
    {
      name: "a-call-that-failed-looks-refused",
      anchor: 'return entry.stage === "execute" ? "call-fail" : "call-refuse";',
      replacement: 'return "call-refuse";',
    },
    {
      name: "answers-have-no-rows",
      anchor: "for (const answer of item.answers) add(",
      replacement: "for (const answer of item.answers.slice(0, 0)) add(",
    },
    {
      name: "an-item-that-cannot-be-encoded-stops-the-record",
      anchor:
        "catch (error) { const reason = error instanceof Error ? error.message : String(error); const payload",
      replacement:
        "catch (error) { if (item) throw error; const reason = String(error); const payload",
    },
    {
      name: "the-approvals-of-a-project-hold-where-they-are-off",
      anchor: 'scope === "project" ? options.project === true :',
      replacement: 'scope === "project" ? true :',
    },
    {
      name: "the-approvals-of-another-session-hold",
      anchor: "sessionId === options.sessionId,",
      replacement: "sessionId !== undefined,",
    },
    {
      name: "a-record-longer-than-a-page-is-cut",
      anchor: "if (!last || page.length < PAGE) break;",
      replacement: "if (!last || page.length <= PAGE) break;",
    },
    {
      name: "rows-added-while-a-record-is-read-are-taken-along",
      anchor: "for (const row of page) if (row.sequence <= until) rows.push(row);",
      replacement: "for (const row of page) rows.push(row);",
    },
    {
      name: "a-slow-consumer-of-events-holds-all-of-them",
      anchor: "if (consumer.buffer.length - consumer.first <= capacity) return;",
      replacement: "if (consumer.buffer.length >= 0) return;",
    },
    {
      name: "a-consumer-is-not-told-of-dropped-events",
      anchor: "skipFirst(consumer); consumer.dropped += 1;",
      replacement: "skipFirst(consumer);",
    },
    {
      name: "a-cause-is-recorded-at-any-length",
      anchor: "return text.length > MAX_TEXT_CHARS ? text.slice(0, MAX_TEXT_CHARS) : text;",
      replacement: "return text;",
    },
    {
      name: "causes-are-followed-without-end",
      anchor: "cause === undefined || depth >= MAX_CAUSES",
      replacement: "cause === undefined",
    },
    {
      name: "a-replay-copies-the-recorded-result",
      anchor: "result: withDuration(entry.result, recorded.result),",
      replacement: "result: recorded.result ?? entry.result,",
    },
    {
      name: "a-rule-that-was-overruled-counts-as-a-hit",
      in: "packages/library/src/record",
      anchor: "opinion.rule && opinion.action === action ?",
      replacement: "opinion.rule && action !== undefined ?",
      tests: RULE_HITS,
    },
    {
      name: "a-rule-of-a-project-is-hit-from-every-folder",
      in: "packages/library/src/record",
      anchor: 'const place = scope === "project" ? workspace : null;',
      replacement: 'const place = scope === "project" && workspace === "" ? workspace : null;',
      tests: RULE_HITS,
    },
    {
      name: "a-session-that-was-cut-keeps-its-old-hits",
      in: "packages/library/src/record",
      anchor: "const isKnown = known !== undefined && known.last <= head;",
      replacement: "const isKnown = known !== undefined;",
      tests: RULE_HITS,
    },
    {
      name: "a-count-that-ran-out-of-time-is-called-whole",
      in: "packages/library/src/record",
      anchor: "if (own.first > 0 && calls + own.calls < mostCalls) isWhole = false;",
      replacement: "",
      tests: RULE_HITS,
    },
    {
      name: "a-store-of-a-newer-version-is-opened",
      in: "packages/disk/src/store/schema/migrate.ts",
      anchor: "if (version > steps.length) throw",
      replacement: "if (version > steps.length + 1) throw",
      tests: MIGRATE,
    },
    {
      name: "the-database-of-another-program-becomes-a-store",
      in: "packages/disk/src/store/schema/migrate.ts",
      anchor: '!isEmpty(database) && pragma(database, "application_id") !== APPLICATION_ID',
      replacement: 'version > 0 && pragma(database, "application_id") !== APPLICATION_ID',
      tests: MIGRATE,
    },
    {
      name: "a-store-that-is-just-being-made-is-another-programs",
      in: "packages/disk/src/store/schema/migrate.ts",
      anchor: '!isEmpty(database) && pragma(database, "application_id") !== APPLICATION_ID',
      replacement: 'pragma(database, "application_id") !== APPLICATION_ID && !isEmpty(database)',
      tests: MIGRATE,
    },
    {
      name: "half-a-migration-stays",
      in: "packages/disk/src/store/schema/migrate.ts",
      anchor: 'database.exec("ROLLBACK");',
      replacement: 'database.exec("COMMIT");',
      tests: MIGRATE,
    },
    {
      name: "two-processes-migrate-at-once",
      in: "packages/disk/src/store/schema/migrate.ts",
      anchor: 'database.exec("BEGIN IMMEDIATE");',
      replacement: 'database.exec("BEGIN");',
      tests: MIGRATE,
    },
    {
      name: "what-a-killed-command-printed-is-in-every-export",
      in: "packages/library/src/record/export",
      anchor: "...(content ? { landing, held } : {}),",
      replacement: "landing: content ? landing : null, held,",
      tests: ["test/cli/landing/killed-call.test.ts"],
    },
    {
      name: "an-address-stands-whole-in-every-export",
      in: "packages/library/src/record/export",
      anchor: "labels: labels && (content ? labels : bareLabels(labels)),",
      replacement: "labels,",
      tests: ["test/cli/record/export.attack.test.ts"],
    },
    {
      name: "whom-something-was-sent-to-is-in-every-export",
      in: "packages/library/src/record/export",
      anchor: 'const shown = kind === "path" ? value : place;',
      replacement: "const shown = place ?? value;",
      tests: ["packages/library/src/record/export"],
    },
  ],
};
