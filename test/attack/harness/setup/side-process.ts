/** Runs another process beside a case: it swaps a link, or makes a file grow. Both end with the case. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** Stops what goes on beside a case. */
export type StopSideProcess = () => Promise<void>;

/** Rename is atomic, so `path` is always one of the two. */
const SWAP = `
const { symlinkSync, renameSync } = require("node:fs");
const [path, forMs, ...targets] = process.argv.slice(1);
const end = Date.now() + Number(forMs);
for (let turn = 0; Date.now() < end; turn += 1) {
  symlinkSync(targets[turn % 2], path + ".swap");
  renameSync(path + ".swap", path);
  if (turn === 0) process.stdout.write("ready");
}
`;

const GROW = `
const { appendFileSync } = require("node:fs");
const [path, everyMs] = process.argv.slice(1);
const piece = Buffer.alloc(65536, "g");
let written = 0;
const timer = setInterval(() => {
  appendFileSync(path, piece);
  written += piece.length;
  if (written > 536870912) clearInterval(timer);
}, Number(everyMs));
process.stdout.write("ready");
`;

/** Flips a link between two targets. Resolves once it has begun. */
export function startSwapping(race: {
  readonly path: string;
  readonly between: readonly string[];
  readonly forMs: number;
}): Promise<StopSideProcess> {
  return startProgram(SWAP, [race.path, String(race.forMs), ...race.between]);
}

/** Appends to a file, up to half a gibibyte. */
export function startGrowing(file: {
  readonly path: string;
  readonly everyMs: number;
}): Promise<StopSideProcess> {
  return startProgram(GROW, [file.path, String(file.everyMs)]);
}

async function startProgram(program: string, args: readonly string[]): Promise<StopSideProcess> {
  const child = spawn(process.execPath, ["-e", program, ...args], {
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), ended]);
  return () => stop(child, ended);
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill("SIGKILL");
  await ended;
}
