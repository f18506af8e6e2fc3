/** Starts toolplane and a client in one place: plain, as in a script, or in a terminal, as for a person. */
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { spawn as spawnInTerminal } from "@lydell/node-pty";
import type { Driver, DriverPlace } from "./drivers.ts";
import type { LoopbackModel } from "./loopback-model.ts";
import { clientProcesses, kill } from "./processes.ts";

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

/** A client that runs without a person. */
interface Running {
  readonly ended: Promise<Ended>;
  /** To the client and its own processes, never to our server: that one has to notice by itself. */
  readonly stop: (signal: NodeJS.Signals) => void;
}

export interface OnScreen {
  /** All that was drawn, without spaces: they are drawn by moving the cursor. */
  readonly shown: () => string;
  readonly press: (keys: string) => void;
  readonly close: () => void;
}

export interface ClientRunner {
  readonly driver: Driver;
  readonly place: DriverPlace;
  readonly model: LoopbackModel;
  readonly toolplane: (words: readonly string[]) => Promise<Ended>;
  /** Says yes, once, to what asks next. */
  readonly startAnswer: () => Running;
  /** Its program with any words. */
  readonly tell: (words: readonly string[]) => Promise<Ended>;
  readonly start: () => Running;
  readonly open: (words: readonly string[]) => OnScreen;
}

export const PROMPT = "Do what you have to do.";
const RUN_MS = 300_000;
const TOOLPLANE = join(import.meta.dirname, "../../packages/toolplane/bin/toolplane.cjs");

/** The folder in which the program stands under its name. */
function installed(home: string): string {
  const folder = join(home, ".local/bin");
  mkdirSync(folder, { recursive: true });
  const text = `#!/bin/sh\nexec '${process.execPath}' '${TOOLPLANE}' "$@"\n`;
  writeFileSync(join(folder, "toolplane"), text, { mode: 0o755 });
  return folder;
}

export function runClient(
  driver: Driver,
  {
    place,
    model,
    programs,
  }: { readonly place: DriverPlace; readonly model: LoopbackModel; readonly programs: string },
): ClientRunner {
  const base = {
    // Files of a project name our program; on a person's machine it is installed.
    PATH: [installed(place.home), process.env.PATH ?? ""].join(delimiter),
    HOME: place.home,
    LANG: "C.UTF-8",
    TERM: "dumb",
    CI: "1",
    NO_COLOR: "1",
    NO_UPDATE_NOTIFIER: "1",
    DO_NOT_TRACK: "1",
  };
  const env = { ...base, ...driver.environment(place) };
  const program = join(programs, driver.program);
  const cwd = place.workspace;
  const startOurs = (words: readonly string[]): Running =>
    start([process.execPath, TOOLPLANE, ...words], { cwd, env: base });
  return {
    driver,
    place,
    model,
    toolplane: (words) => startOurs(words).ended,
    startAnswer: () => startOurs(["approvals", "answer", "--next", "once"]),
    tell: (words) => start([program, ...words], { cwd, env }).ended,
    start: () => start([program, ...driver.words(PROMPT)], { cwd, env }),
    open: (words) => open([program, ...words], { cwd, env }),
  };
}

interface StartOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

function start([program = "", ...words]: readonly string[], options: StartOptions): Running {
  const child = spawn(program, words, {
    ...options,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = (signal: NodeJS.Signals): void => {
    for (const pid of clientProcesses(child.pid ?? 0, TOOLPLANE)) kill(pid, signal);
  };
  const timer = setTimeout(() => stop("SIGKILL"), RUN_MS);
  const ended = new Promise<Ended>((resolve) => {
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part) => {
        output = (output + String(part)).slice(-4_000);
      });
    child.on("error", (error) => resolve({ code: null, output: String(error) }));
    child.on("exit", (code) => {
      clearTimeout(timer);
      resolve({ code, output });
    });
  });
  return { ended, stop };
}

function open([program = "", ...words]: readonly string[], { cwd, env }: StartOptions): OnScreen {
  const { CI: _ci, NO_COLOR: _color, ...rest } = env;
  const terminal = spawnInTerminal(program, words, {
    cols: 100,
    rows: 40,
    cwd,
    env: { ...rest, TERM: "xterm-256color" },
  });
  let drawn = "";
  terminal.onData((text) => {
    drawn = (drawn + text).slice(-200_000);
  });
  return {
    shown: () => stripVTControlCharacters(drawn).replace(/\s+/g, ""),
    press: (keys) => terminal.write(keys),
    close: () => terminal.kill("SIGKILL"),
  };
}
