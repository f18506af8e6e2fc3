/** Writing calls down: the store on SQLite and the recorder over it (goals 8a and 8b). */
import { row } from "../harness/row.ts";
import type { Line, Section } from "../harness/section.ts";
import { roadCalls } from "../store/road-rows.ts";
import {
  durableAlone,
  durableLines,
  durableTogether,
  indexingRecorder,
  lines,
  plainSqlite,
  recorder,
  settledAlone,
  storeBatches,
} from "../store/store-rows.ts";

export const section: Section = {
  title: "the record on disk",
  method: [
    "Calls of about 1 kB as JSON, each different, with a footprint and a verdict of its own. A line of JSON is stringified and written to an open file; no digest, no chain, no index, nothing to look up. So the comparison is of unequal work, to our disadvantage: each of our calls is digested twice, chained, and found again by its session, its place and its digest.",
    "Our rows go through Node's SQLite in WAL mode, in a file that other processes may share; checkpoints of the log are in the figures. Chat parts are off, so that one call is one row.",
    "The disk is the one of the system's temporary directory.",
  ],
  rows: [
    row("JSONL", "one write for each call; no sync", lines),
    row(
      "SQLite, plain",
      "one insert and commit for each call; no sync, no digest, no chain",
      plainSqlite,
    ),
    row(
      "store",
      "digest, hash chain, payload by content address; batches of 256; no sync",
      storeBatches,
    ),
    row(
      "recorder",
      "as store, with encoding and a MAC for each batch; committed at the end of 768 calls, no sync but those of SQLite's checkpoints",
      recorder,
    ),
    row(
      "recorder, indexed",
      "the same, and each call comes into the index of calls",
      indexingRecorder,
    ),
    row("settled, durable", "settled calls, one after the other, each durable; no index", () =>
      settledAlone(false),
    ),
    row("settled, durable, indexed", "the same, and each comes into the index", () =>
      settledAlone(true),
    ),
    row("JSONL, durable", "one write and fdatasync for each intent, of about 0.3 kB", durableLines),
    row("recorder, durable", "the same intents, one after the other, each durable", durableAlone),
    row("recorder, group", "256 of them at a time, each durable", durableTogether),
    row("a call that reads", "the whole road, no record", () => roadCalls("reads", false)),
    row("a call that reads, recorded", "the same, batched and durable at the end", () =>
      roadCalls("reads", true),
    ),
    row("a call that writes", "the whole road, no record", () => roadCalls("writes", false)),
    row(
      "a call that writes, recorded",
      "the same; each waits until its intent is on disk, one after the other",
      () => roadCalls("writes", true),
    ),
  ],
  lines: [
    line("8a recorder, no fsync", { row: "recorder", floor: "JSONL", atLeast: 1 }),
    line("8b durable, alone", { row: "recorder, durable", floor: "JSONL, durable", atLeast: 0.9 }),
    line("8b durable, group commit", {
      row: "recorder, group",
      floor: "JSONL, durable",
      atLeast: 10,
    }),
    {
      line: "15 the index of calls, on a durable append",
      row: "settled, durable, indexed",
      floor: "settled, durable",
      figure: "usPerRow",
      goal: { atMost: 1.1 },
    },
    {
      line: "the index of calls, on a batch",
      row: "recorder, indexed",
      floor: "recorder",
      figure: "usPerRow",
      goal: null,
    },
    line("for comparison: the store alone", { row: "store", floor: "JSONL", atLeast: null }),
    added("what the record adds to a call that reads", "a call that reads"),
    added("what the record adds to a call that writes", "a call that writes"),
    line("for comparison: plain SQLite", { row: "SQLite, plain", floor: "JSONL", atLeast: null }),
  ],
  columns: [
    {
      figure: "rowsPerSecond",
      title: "rows/s",
      show: (rows) => Math.round(rows).toLocaleString("en"),
    },
    { figure: "usPerRow", title: "a row", show: (us) => `${us.toFixed(1)} us` },
    { figure: "worstUsPerRow", title: "worst slice, a row", show: (us) => `${us.toFixed(1)} us` },
  ],
  peers: [],
};

/** The ratio of the times; what is added is the difference of the two rows. */
function added(text: string, floor: string): Line {
  return { line: text, row: `${floor}, recorded`, floor, figure: "usPerRow", goal: null };
}

function line(
  text: string,
  compared: { readonly row: string; readonly floor: string; readonly atLeast: number | null },
): Line {
  const { row: name, floor, atLeast } = compared;
  const goal = atLeast === null ? null : { atLeast };
  return { line: text, row: name, floor, figure: "rowsPerSecond", goal };
}
