/** A window of 200 lines near the end of a file of 100 MB. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Figures } from "../harness/section.ts";
import { findLargeFiles, LARGE, largeLine } from "./large-files.ts";
import { type CallTool, withTools } from "./open-tools.ts";
import { peakMemory } from "./peak-memory.ts";
import { runProgram } from "./run-program.ts";
import { type CallTimes, timeCalls } from "./time-calls.ts";

const TIMES: CallTimes = { warmUp: 3, runs: 15 };
const COUNT = 200;
const FIRST: number = LARGE.lines * 0.9;
const LAST: number = FIRST + COUNT - 1;

/** The bound of goal 4d: to compare with, not a measurement. */
export async function windowAllowance(): Promise<Figures> {
  return { riseBytes: 8 * 1024 * 1024 };
}

/** `sed` reads up to the window and stops there. */
export function sedWindow(): Promise<Figures> {
  const { large } = findLargeFiles();
  const argv = ["-n", `${FIRST},${LAST}p;${LAST}q`, LARGE.name];
  return timeCalls(TIMES, () => runProgram("sed", argv, large), checkWindow);
}

/** The file as one text, split into lines. */
export function splitWindow(): Promise<Figures> {
  return timeCalls({ warmUp: 1, runs: 5 }, readAndSplit, checkWindow);
}

export function splitPeak(): Promise<Figures> {
  return peakMemory(readAndSplit);
}

export function ourWindow(): Promise<Figures> {
  const { large } = findLargeFiles();
  return withTools({ workspace: large }, (call) =>
    timeCalls(TIMES, () => readWindow(call), checkWindow),
  );
}

/** The memory that this takes, after a window at the beginning: memory that a first call loads is not counted. */
export function ourWindowPeak(): Promise<Figures> {
  const { large } = findLargeFiles();
  return withTools({ workspace: large }, async (call) => {
    await call("read", { path: LARGE.name, offset: 1, limit: COUNT });
    return peakMemory(() => readWindow(call));
  });
}

function readWindow(call: CallTool): Promise<string> {
  return call("read", { path: LARGE.name, offset: FIRST, limit: COUNT });
}

async function readAndSplit(): Promise<string> {
  const { large } = findLargeFiles();
  const text = await readFile(join(large, LARGE.name), "utf8");
  return text
    .split("\n")
    .slice(FIRST - 1, LAST)
    .join("\n");
}

function checkWindow(text: string): void {
  for (const line of [FIRST, LAST])
    if (!text.includes(largeLine(line).trimEnd())) throw new Error(`line ${line} is missing`);
  if (text.includes(largeLine(LAST + 1).trimEnd())) throw new Error("the window is too long");
}
