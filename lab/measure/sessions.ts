// Counts how often a person would be asked about the commands that real agents ran, session by session. Each command is judged by
// the default rules in an empty project that stands for the session's own, and nothing runs. Beside it, in the same run: a
// judge that asks unless a command is known only to read.
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createToolplane, type Explanation, type Session } from "toolplane";
import { bounded } from "./gitignore/bounded.ts";
import { ASKED_KINDS, type AskedKind, askedKind } from "./sessions/asked-kind.ts";
import { inWorkspace, type SessionRow } from "./sessions/in-workspace.ts";
import { createNetworkTally } from "./sessions/network-questions.ts";
import { firstWords, isReadOnly } from "./sessions/plain-judge.ts";
import { leastTimes, parseMs, slowestLongLine } from "./sessions/verdict-times.ts";
import { readLines } from "./shell/read-lines.ts";

interface Tally {
  commands: number;
  asked: number;
  denied: number;
  quiet: number;
  unlessReadOnly: number;
  onceEach: number;
  askedOnceEach: number;
}

export async function measure(options: {
  readonly data: string;
  readonly level?: string;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = bounded(options.print ?? console.log);
  const sessions = groupSessions(readLines<SessionRow>(options.data, "commands.jsonl"));
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-sessions-")));
  const workspace = join(base, "project");
  mkdirSync(workspace);
  const toolplane = await createToolplane({
    workspace,
    userData: join(base, "data"),
    ...(options.level === undefined ? {} : { sandbox: options.level as "none" }),
    record: false,
    onWarning: () => {},
  });
  const tally: Tally = {
    commands: 0,
    asked: 0,
    denied: 0,
    quiet: 0,
    unlessReadOnly: 0,
    onceEach: 0,
    askedOnceEach: 0,
  };
  const askedBy = Object.fromEntries(ASKED_KINDS.map((kind) => [kind, 0])) as Record<
    AskedKind,
    number
  >;
  const network = createNetworkTally();
  const took: { readonly times: number[]; readonly parses: number[] } = { times: [], parses: [] };
  try {
    for (const rows of sessions) {
      const session = toolplane.session();
      const heard = { plain: new Set<string>(), ours: new Set<string>() };
      let asked = 0;
      for (const row of rows) {
        const command = inWorkspace(row, workspace);
        took.parses.push(parseMs(command));
        const explained = await judge(session, command, took.times);
        network.add(row.session, command, explained);
        tally.commands += 1;
        const words = firstWords(explained.footprint);
        if (!isReadOnly(explained.footprint)) {
          tally.unlessReadOnly += 1;
          if (isNew(heard.plain, words)) tally.onceEach += 1;
        }
        if (explained.settled || explained.verdict?.action === "deny") tally.denied += 1;
        else if (explained.verdict?.action === "ask") {
          asked += 1;
          if (isNew(heard.ours, words)) tally.askedOnceEach += 1;
          const kind = askedKind(explained);
          askedBy[kind] += 1;
          print(`${kind}: ${command.slice(0, 160).replaceAll("\n", "⏎")}`);
        }
      }
      tally.asked += asked;
      if (asked === 0) tally.quiet += 1;
      await session.close();
    }
    const commands = sessions.flat().map((row) => inWorkspace(row, workspace));
    const again = await timesAgain(toolplane.session(), commands);
    const share = (count: number): number => round(count / Math.max(1, sessions.length));
    return {
      level: toolplane.host.sandbox.level,
      sessions: sessions.length,
      commands: tally.commands,
      asked: tally.asked,
      denied: tally.denied,
      per_session: share(tally.asked),
      quiet_sessions: share(tally.quiet),
      once_each: share(tally.askedOnceEach),
      network_questions: {
        per_session: share(network.counts().withLocks),
        without_locks: share(network.counts().withoutLocks),
      },
      unless_read_only: {
        per_session: share(tally.unlessReadOnly),
        once_each: share(tally.onceEach),
      },
      p50_ms: round(percentile(took.times, 0.5)),
      p99_ms: round(percentile(took.times, 0.99)),
      p50_to_parsing: round(percentile(took.times, 0.5) / percentile(took.parses, 0.5)),
      ...again,
      asked_by: askedBy,
    };
  } finally {
    await toolplane.close();
    rmSync(base, { recursive: true, force: true });
  }
}

async function judge(session: Session, command: string, times: number[]): Promise<Explanation> {
  const began = performance.now();
  const explained = await session.explain({ id: "call", name: "bash", arguments: { command } });
  times.push(performance.now() - began);
  return explained;
}

async function timesAgain(
  session: Session,
  commands: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const least = await leastTimes(session, commands);
  const { line, ms } = await slowestLongLine(session);
  return {
    least_of_three: {
      p50_ms: round(percentile(least, 0.5)),
      p99_ms: round(percentile(least, 0.99)),
    },
    long_line_ms: round(ms),
    long_line: line,
  };
}

/** Each session's rows in their order. */
function groupSessions(rows: readonly SessionRow[]): readonly (readonly SessionRow[])[] {
  const found = Map.groupBy(rows, ({ session }) => session);
  return [...found.values()].map((each) => each.toSorted((one, other) => one.index - other.index));
}

/** True when one of the words was not answered yet in this session; all of them are then. */
function isNew(heard: Set<string>, words: readonly string[]): boolean {
  const before = heard.size;
  for (const word of words) heard.add(word);
  return heard.size > before || words.length === 0;
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
