import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { createSystemClock } from "@toolplane/host";
import { markHeads } from "@toolplane/kernel/record";
import {
  type KeptHead,
  keptHeadLine,
  newestFirst,
  readKeptHeads,
  shortIds,
  verifySession,
  verifyStore,
} from "@toolplane/library/rooms/record";
import { formatCount, formatPlural } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES, type ExitCode } from "../../command/exit-code.ts";
import type { Report } from "../../command/report.ts";
import { chooseSession } from "../../session/choose-session.ts";
import { newestSession } from "../../session/newest-session.ts";
import { type RecordGround, withRecord } from "../../session/with-record.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { line } from "../../terminal/shown/shown.ts";
import { sessionReport, storeReport } from "./verify-report.ts";

/** Verifies one session or all. A broken one does not keep the others from being looked at. */
export const runVerify: CommandRun = (context) =>
  withRecord(context, async (ground) => {
    const { flag, words } = context.arguments;
    const heads = await keptHeads(context);
    const [word] = words;
    if (!flag("all") && !flag("print-head") && heads === null) return oneSession(ground, word);
    if (word !== undefined)
      throw new CliError("Name a session, or say --all, --head or --print-head: not both.");
    return everySession(context, ground, heads ?? []);
  });

async function oneSession(ground: RecordGround, word: string | undefined): Promise<Report> {
  const { store } = ground.state;
  const { sessionId } = await chooseSession(store, word ?? (await newestSession(ground)));
  const all = (await newestFirst(store)).map((one) => one.sessionId);
  const answer = { sessionId, ...(await verifySession(ground.state, sessionId)) };
  return sessionReport(answer, shortIds(all));
}

async function everySession(
  { terminal, signal, arguments: given }: CommandContext,
  ground: RecordGround,
  heads: readonly KeptHead[],
): Promise<Report | ExitCode> {
  const progress = showProgress(terminal, "Verifying");
  const goesOn = (index: number, of: number): boolean => {
    progress.say(`${formatCount(index)} of ${formatPlural(of, "session")}`);
    return !signal.aborted;
  };
  try {
    const found = await verifyStore(ground.state, { heads, goesOn });
    if (found === null) return EXIT_CODES.cancelled;
    return given.flag("print-head") && found.ok ? await printedHead(ground) : storeReport(found);
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
