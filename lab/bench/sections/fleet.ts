/** Measures a team's record on PostgreSQL beside the file of one machine: durable intents, turns, and answers of others. */
import { row } from "../harness/row.ts";
import type { Section } from "../harness/section.ts";
import { heard, lookedFor } from "../store/fleet-answers.ts";
import { alone, onPostgres, onSqlite, together } from "../store/fleet-rows.ts";
import { countTransactions, segmentRate, three, workflowRate } from "../store/fleet-segments.ts";
import { countTurns } from "../store/fleet-turns.ts";
import { allowed, goingOn, growth, idle } from "../store/fleet-workers.ts";

export const section: Section = {
  title: "a team's record",
  method: [
    "An intent is a row of the record with a payload of 600 bytes, a chat part and the sealed end of its chain, handed over with the flush behind it, as the recorder does.",
    "The database is a PostgreSQL of the system, started for the row, with its settings as they come, over loopback, on the disk of the system's temporary directory. It shares the machine's processors with the store.",
  ],
  rows: [
    row("file, alone", "SQLite, one after the other, each on disk", () => alone(onSqlite)),
    row("database, alone", "PostgreSQL, the same", () => alone(onPostgres)),
    row("file, 64 sessions", "SQLite, one of each session at any time", () => together(onSqlite)),
    row("database, 64 sessions", "PostgreSQL, the same", () => together(onPostgres)),
    row("answer, heard", "PostgreSQL, from the answer's commit to the waiter", heard),
    row("answer, looked for", "the same without hearing: 100 ms to 1 s between looks", lookedFor),
    row("turn with a call", "writes of a kept run with an intent, counted in the log", countTurns),
    row("workflow of two steps", "DBOS alone, from a queue, 32 at once", workflowRate),
    row(
      "segment with a turn",
      "the engine, 32 at once: four writes of a turn with a call",
      segmentRate,
    ),
    row("segment of no turn", "its writing transactions, by the server's own count", () =>
      countTransactions(0),
    ),
    row("segment of ten turns", "the same, without those of its turns", () =>
      countTransactions(10),
    ),
    row("three transactions", "what a segment may cost", three),
    row("one worker", "64 sessions with 4 calls that wait a second, 8 at once", () => growth(1)),
    row("four workers", "the same sessions, 8 at once on each", () => growth(4)),
    row("killed worker", "from kill -9 to its run's next call, with the lease of 15 s", goingOn),
    row("lease and 2 s", "what that may take", allowed),
    row("idle worker", "with no session", () => idle(0)),
    row("idle worker, 1,000 wait", "beside 1,000 sessions that wait for people", () => idle(1_000)),
  ],
  lines: [
    {
      line: "durable intent, one session",
      row: "database, alone",
      floor: "file, alone",
      figure: "p50Ms",
      goal: { atMost: 2.5 },
    },
    {
      line: "durable intents, 64 sessions at once",
      row: "database, 64 sessions",
      floor: "file, 64 sessions",
      figure: "appendsPerSecond",
      goal: { atLeast: 0.7 },
    },
    {
      line: "answer heard on another machine",
      row: "answer, heard",
      floor: "answer, looked for",
      figure: "p50Ms",
      goal: { atMost: 0.1 },
    },
    {
      line: "a turn through the engine",
      row: "workflow of two steps",
      floor: "segment with a turn",
      figure: "segmentsPerSecond",
      goal: { atMost: 1.3 },
    },
    {
      line: "the engine's transactions of a long segment",
      row: "segment of ten turns",
      floor: "three transactions",
      figure: "transactions",
      goal: { atMost: 1.05 },
    },
    {
      line: "calls of four workers",
      row: "four workers",
      floor: "one worker",
      figure: "callsPerSecond",
      goal: { atLeast: 3 },
    },
    {
      line: "a killed worker's run",
      row: "killed worker",
      floor: "lease and 2 s",
      figure: "goesOnMs",
      goal: { atMost: 1 },
    },
    {
      line: "statements beside 1,000 that wait",
      row: "idle worker, 1,000 wait",
      floor: "idle worker",
      figure: "perSecond",
      goal: { atMost: 1.05 },
    },
    {
      line: "connections beside 1,000 that wait",
      row: "idle worker, 1,000 wait",
      floor: "idle worker",
      figure: "connections",
      goal: { atMost: 1 },
    },
  ],
  columns: [
    { figure: "p50Ms", title: "p50", show: (ms) => `${ms.toFixed(2)} ms` },
    { figure: "p99Ms", title: "p99", show: (ms) => `${ms.toFixed(2)} ms` },
    {
      figure: "appendsPerSecond",
      title: "intents/s",
      show: (rate) => Math.round(rate).toLocaleString("en"),
    },
    { figure: "writesPerTurn", title: "writes a turn", show: (count) => count.toFixed(2) },
    { figure: "durablePerTurn", title: "that wait for disk", show: (count) => count.toFixed(2) },
    {
      figure: "segmentsPerSecond",
      title: "segments/s",
      show: (rate) => Math.round(rate).toLocaleString("en"),
    },
    { figure: "transactions", title: "transactions a segment", show: (count) => count.toFixed(2) },
    { figure: "callsPerSecond", title: "calls/s", show: (rate) => rate.toFixed(1) },
    { figure: "goesOnMs", title: "goes on after", show: (ms) => `${(ms / 1_000).toFixed(1)} s` },
    { figure: "perSecond", title: "statements/s", show: (rate) => rate.toFixed(1) },
    { figure: "connections", title: "connections", show: (count) => count.toFixed(0) },
  ],
  peers: [],
};
