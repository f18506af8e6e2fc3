import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createSystemClock } from "@toolplane/host";
import { type Ledger, markHeads } from "@toolplane/kernel/record";
import {
  keptHeadLine,
  lostHeads,
  newestFirst,
  readKeptHeads,
  sessionsToVerify,
  shortIds,
  verifySession,
} from "@toolplane/library/rooms/record";
import { formatCount, formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { type RecordGround, withRecord } from "../../session/with-record.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { line } from "../../terminal/shown/shown.ts";
import { type Answer, verifyReport } from "./verify-report.ts";

/** Verifies one session or all. A broken one does not keep the others from being looked at. */
export const runVerify: CommandRun = (context) =>
  withRecord(context, async (ground) => {
    const { store } = ground.state;
    const given = context.arguments;
    const heads = await keptHeads(context);
    const isAll = given.flag("all") || given.flag("print-head") || heads !== null;
    const [word] = given.words;
    if (isAll && word !== undefined)
      throw new CliError(
        "Name a session, or say --all, --head or --print-head, which are about every one.",
      );
    const here = (await newestFirst(store)).map(({ sessionId }) => sessionId);
    const { ids: every, ledger } = await sessionsToVerify(ground.state);
    const all = [...new Set([...here, ...every])];
    const ids = isAll ? all : [await oneSession(ground, word)];
    const answers = await verifyAll(context, ground, { ids, ledger: isAll ? ledger : null });
    if (answers === null) return EXIT_CODES.cancelled;
    const lost = heads === null ? [] : lostHeads(ledger.rows, heads);
    const report = verifyReport({
      answers,
      ledger: isAll ? ledger : null,
      lost,
      short: shortIds(all),
    });
    const isWhole = report.exitCode === EXIT_CODES.done;
    return given.flag("print-head") && isWhole ? printedHead(ground) : report;
  });

async function oneSession(ground: RecordGround, word: string | undefined): Promise<string> {
  const { store } = ground.state;
  return (await chooseSession(store, word ?? (await newestSession(ground)))).sessionId;
}

/** Null when it was cancelled. */
async function verifyAll(
  { terminal, signal }: CommandContext,
  { state }: RecordGround,
  { ids, ledger }: { readonly ids: readonly string[]; readonly ledger: Ledger | null },
): Promise<readonly Answer[] | null> {
  const progress = showProgress(terminal, "Verifying");
  // A fault of the chain of sessions itself is said once, and not of each of them.
  const known = ledger === null ? {} : { ledger: { ...ledger, problem: null } };
  const answers: Answer[] = [];
  try {
    for (const [index, id] of ids.entries()) {
      if (signal.aborted) return null;
      progress.say(`${formatCount(index)} of ${formatPlural(ids.length, "session")}`);
      answers.push({ sessionId: id, ...(await verifySession({ ...state, ...known }, id)) });
    }
    return answers;
  } finally {
    progress.end();
  }
}

async function keptHeads({ arguments: given, directory }: CommandContext) {
  const file = given.text("head");
  if (file === undefined) return null;
  const text = await readFile(resolve(directory, file), "utf8").catch(() => null);
  if (text === null) throw new CliError(`${file} cannot be read.`);
  const read = readKeptHeads(text);
  if ("badLine" in read) throw new CliError(`${file}, line ${read.badLine}: this is no head.`);
  if (read.heads.length === 0) throw new CliError(`${file} holds no head.`);
  return read.heads;
}

/** The line alone, so that it can be appended to a file. */
async function printedHead({ state }: RecordGround): Promise<Report> {
  const { wallMs } = createSystemClock();
  const head = await markHeads({ ...state, wallMs });
  if (head === null) throw new CliError("There is no session yet, so there is no head.");
  const { sequence, hash } = head;
  const kept = { sequence, hash, at: new Date(wallMs()).toISOString() };
  return { json: kept, shown: [line(keptHeadLine(kept))] };
}
