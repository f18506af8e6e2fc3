/** How long verdicts take: on the commands themselves, beside their parse alone, and on the longest lines that are read at all. */
import type { Session } from "toolplane";
import { parse } from "unbash";
import { LONG } from "../../bench/host/command-lines.ts";

const TURNS = 3;

/** What the parser takes for a command, which every reading of it takes at least. */
export function parseMs(command: string): number {
  const began = performance.now();
  parse(command);
  return performance.now() - began;
}

/** Each command's least time of some turns in one session: what a busy machine and a cold start add falls away. */
export async function leastTimes(
  session: Session,
  commands: readonly string[],
): Promise<readonly number[]> {
  const least = commands.map(() => Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [at, command] of commands.entries())
      least[at] = Math.min(least[at] ?? 0, await verdictMs(session, command));
  return least;
}

/** The slowest of the lines of just under 64 KiB, each by the least of its turns. */
export async function slowestLongLine(
  session: Session,
): Promise<{ readonly line: string; readonly ms: number }> {
  const times = await leastTimes(session, Object.values(LONG));
  const ms = Math.max(...times);
  return { line: Object.keys(LONG)[times.indexOf(ms)] ?? "", ms };
}

async function verdictMs(session: Session, command: string): Promise<number> {
  const began = performance.now();
  await session.explain({ id: "call", name: "bash", arguments: { command } });
  return performance.now() - began;
}
