// Runs the commands of real sessions twice, in plain bubblewrap and through the product with every question answered yes, and
// compares exit codes and files command by command. Nothing it runs can change this machine: it all happens in namespaces of its
// own on a read-only system. Commands that want a network are left out: here is none.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { startThrowaway } from "../../test/start-throwaway.ts";
import type { Compared } from "./fidelity/compare-session.ts";
import { OWN_SESSIONS } from "./fidelity/own-sessions.ts";
import { plansOf, type SessionPlan } from "./fidelity/session-plan.ts";
import type { SessionRow } from "./sessions/in-workspace.ts";
import { readLines } from "./shell/read-lines.ts";

/** Every command with its outcome, a line each; git ignores it. */
const REPORT = join(import.meta.dirname, "../../reports/fidelity.jsonl");
const COMMAND_MS = 10_000;

export async function measure(options: {
  readonly data: string;
  /** So many sessions of the data, and so many of our own, evenly drawn. */
  readonly limit?: number;
  /** So many of our own instead. */
  readonly own?: number;
  readonly print?: (line: string) => void;
}): Promise<Readonly<Record<string, unknown>>> {
  const print = options.print ?? console.log;
  const given = plansOf(readLines<SessionRow>(options.data, "commands.jsonl"));
  const plans = [
    ...drawn(given, options.limit),
    ...drawn(OWN_SESSIONS, options.own ?? options.limit),
  ];
  const rows: Compared[] = [];
  const broken: string[] = [];
  mkdirSync(dirname(REPORT), { recursive: true });
  writeFileSync(REPORT, "");
  await play(plans, (line) => {
    appendFileSync(REPORT, `${line}\n`);
    const row = JSON.parse(line) as Compared & { readonly broken?: string };
    if (row.broken !== undefined) {
      broken.push(row.session);
      print(`broken: ${row.session}: ${row.broken}`);
    } else rows.push(row);
    if (row.outcome === "differs")
      print(
        `${row.cause}: ${row.session}: ${row.command.slice(0, 300).replaceAll("\n", "⏎")}\n  ${row.detail}`,
      );
  });
  return {
    level: rows[0]?.level ?? "none",
    sessions: plans.length,
    broken,
    ...summary(rows),
    own: summary(rows.filter(({ from }) => from === "own")),
  };
}

/** Evenly over all of them, the same in every run. */
function drawn(plans: readonly SessionPlan[], limit = plans.length): readonly SessionPlan[] {
  if (limit === 0) return [];
  const step = Math.max(1, plans.length / limit);
  return plans.filter((_, at) => Math.floor(at % step) === 0).slice(0, limit);
}

async function play(plans: readonly SessionPlan[], tell: (line: string) => void): Promise<void> {
  // Not in /tmp, which commands have as their own.
  const base = realpathSync(mkdtempSync("/var/tmp/toolplane-fidelity-"));
  writeFileSync(join(base, "work.json"), JSON.stringify({ plans, commandMs: COMMAND_MS }));
  const runner = join(import.meta.dirname, "fidelity/run-sessions.ts");
  const child = startThrowaway(base, [
    ...[
      process.execPath,
      "--disable-warning=ExperimentalWarning",
      "--conditions=@toolplane/source",
    ],
    ...[runner, base],
  ]);
  const stop = () => child.kill("SIGKILL");
  process.once("exit", stop);
  try {
    if (child.stdout === null) throw new Error("the runner has no output");
    for await (const line of createInterface({ input: child.stdout })) tell(line);
    if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
    if (child.exitCode !== 0) throw new Error(`the runner ended with ${child.exitCode}`);
  } finally {
    process.off("exit", stop);
    stop();
    rmSync(base, { recursive: true, force: true });
  }
}

function summary(rows: readonly Compared[]): Readonly<Record<string, unknown>> {
  const count = (outcome: Compared["outcome"]): number =>
    rows.filter((row) => row.outcome === outcome).length;
  const compared = rows.filter(({ outcome }) => outcome === "same" || outcome === "differs");
  const share = (found: readonly Compared[]): number =>
    Math.round((found.length / Math.max(1, compared.length)) * 10_000) / 10_000;
  const total = (of: (row: Compared) => number | undefined): number =>
    compared.reduce((sum, row) => sum + (of(row) ?? 0), 0);
  const causes = Map.groupBy(
    compared.filter(({ outcome }) => outcome === "differs"),
    ({ cause }) => cause ?? "unknown",
  );
  return {
    commands: rows.length,
    compared: compared.length,
    same: count("same"),
    same_share: share(compared.filter(({ outcome }) => outcome === "same")),
    same_exit: share(compared.filter(({ sameExit }) => sameExit === true)),
    same_output: share(compared.filter(({ sameOutput }) => sameOutput === true)),
    same_files: share(compared.filter(({ sameFiles }) => sameFiles === true)),
    differ: [...causes]
      .map(([cause, found]) => ({ cause, count: found.length }))
      .sort((one, other) => other.count - one.count),
    added:
      Math.round(
        (total(({ oursMs }) => oursMs) /
          Math.max(
            1,
            total(({ plainMs }) => plainMs),
          )) *
          100,
      ) / 100,
    not_compared: {
      needs_network: count("needs_network"),
      failed_in_both: count("failed_in_both"),
      over_time: count("over_time"),
    },
  };
}
