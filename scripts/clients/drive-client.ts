/** One client, set up by our own `start --for … --write` in a fresh home, through everything that a person and a model need of it. */
import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Driver, DriverPlace } from "./drivers.ts";
import { judgeCut, judgeList, judgeRead, judgeRefusal, judgeSilent } from "./judge-heard.ts";
import type { LoopbackModel, ScriptedCall } from "./loopback-model.ts";

/** What a client was put through, and what was wrong; null: nothing. */
export interface Trial {
  readonly name: string;
  readonly fault: string | null;
}

export interface DriveOptions {
  /** Hears each as it ends. */
  readonly tell: (trial: Trial) => void;
  readonly model: LoopbackModel;
  /** The folder of the clients' programs. */
  readonly programs: string;
  /** How long a command says nothing. */
  readonly silentSeconds: number;
}

/** The oddest time anybody sleeps, so that it is found among all processes. */
const SLEEP = "613.77";
const RUN_MS = 240_000;
const WAIT_MS = 60_000;
const TOOLPLANE = join(import.meta.dirname, "../../packages/toolplane/bin/toolplane.cjs");
const RULES = {
  rules: [
    { permission: "fs.read", pattern: "**/.env", action: "deny" },
    { permission: "fs.write", pattern: "**/total.txt", action: "ask" },
  ],
};

export async function driveClient(
  driver: Driver,
  options: DriveOptions,
): Promise<readonly Trial[]> {
  const root = mkdtempSync(join(tmpdir(), `client-${driver.name}-`));
  const place = {
    model: options.model.url,
    workspace: join(root, "work"),
    home: join(root, "home"),
  };
  const told = (trials: readonly Trial[]): readonly Trial[] => {
    for (const trial of trials) options.tell(trial);
    return trials;
  };
  try {
    prepare(driver, place);
    const run = runner(driver, place, options);
    const setUp = await run.toolplane([
      "start",
      "--for",
      driver.name,
      "--wait",
      "--write",
      "--yes",
    ]);
    if (setUp.code !== 0) return told([{ name: "write", fault: setUp.output }]);
    return [
      ...told(await tryBasics(run)),
      ...told([await tryApproval(run, place)]),
      ...told([await trySilence(run, options.silentSeconds)]),
      ...told([await tryCancel(run)]),
    ];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

function prepare(driver: Driver, place: DriverPlace): void {
  const write = (base: string, files: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(base, path)), { recursive: true });
      writeFileSync(join(base, path), text);
    }
  };
  write(place.workspace, { "README.md": "The price is 42.\n", ".env": "KEY=secret\n" });
  write(place.home, { ".config/toolplane/policy.jsonc": JSON.stringify(RULES) });
  write(place.home, driver.files?.(place) ?? {});
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

interface Runner {
  readonly model: LoopbackModel;
  readonly toolplane: (words: readonly string[]) => Promise<Ended>;
  /** Plays the calls to the client until it ends; `meanwhile` may stop it. */
  readonly client: (
    script: readonly ScriptedCall[],
    meanwhile?: (stop: (signal: NodeJS.Signals) => void) => Promise<void>,
  ) => Promise<Ended>;
}

function runner(driver: Driver, place: DriverPlace, { model, programs }: DriveOptions): Runner {
  const base = {
    ...{ PATH: process.env.PATH ?? "", HOME: place.home, LANG: "C.UTF-8", TERM: "dumb", CI: "1" },
    ...{ NO_COLOR: "1", NO_UPDATE_NOTIFIER: "1", DO_NOT_TRACK: "1" },
  };
  return {
    model,
    toolplane: (words) =>
      start([process.execPath, TOOLPLANE, ...words], { cwd: place.workspace, env: base }).ended,
    async client(script, meanwhile) {
      model.play(script);
      const words = [join(programs, driver.program), ...driver.words("Do what you have to do.")];
      const env = { ...base, ...driver.environment(place) };
      const { ended, stop } = start(words, { cwd: place.workspace, env });
      await meanwhile?.(stop);
      return ended;
    },
  };
}

function start(
  [program = "", ...words]: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): { readonly ended: Promise<Ended>; readonly stop: (signal: NodeJS.Signals) => void } {
  // A group of its own: Ctrl-C in a terminal reaches all of them, and nothing of it may stay.
  const child = spawn(program, words, {
    ...options,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // It ended by itself.
    }
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

async function tryBasics(run: Runner): Promise<readonly Trial[]> {
  const ended = await run.client([
    { tool: "read", arguments: { path: "README.md" } },
    { tool: "read", arguments: { path: ".env" } },
    { tool: "bash", arguments: { command: "seq 1 200000" } },
  ]);
  const heard = run.model.heard();
  const results = heard.at(-1)?.results ?? [];
  if (heard.length === 0)
    return [{ name: "list", fault: `no request with tools. ${ended.output}` }];
  return [
    { name: "list", fault: judgeList(heard) },
    { name: "call", fault: judgeRead(results[0]) },
    { name: "refusal", fault: judgeRefusal(results[1]) },
    { name: "cut", fault: judgeCut(results[2]) },
  ];
}

async function tryApproval(run: Runner, { workspace }: DriverPlace): Promise<Trial> {
  const file = join(workspace, "total.txt");
  let answer: Ended | null = null;
  const ended = await run.client(
    [{ tool: "write", arguments: { path: "total.txt", content: "42\n" } }],
    async (stop) => {
      const late = new Promise<null>((resolve) => setTimeout(resolve, WAIT_MS, null).unref());
      answer = await Promise.race([run.toolplane(["approvals", "answer", "--next", "once"]), late]);
      if (answer === null) stop("SIGINT");
    },
  );
  if (existsSync(file)) return { name: "approval", fault: null };
  const said = run.model.heard().at(-1)?.results.at(-1) ?? ended.output;
  return { name: "approval", fault: `nothing was written; the model heard: ${said.slice(0, 300)}` };
}

async function trySilence(run: Runner, seconds: number): Promise<Trial> {
  await run.client([{ tool: "bash", arguments: { command: `sleep ${seconds}; echo slept` } }]);
  return { name: "silent", fault: judgeSilent(run.model.heard().at(-1)?.results[0]) };
}

async function tryCancel(run: Runner): Promise<Trial> {
  let began = false;
  await run.client([{ tool: "bash", arguments: { command: `sleep ${SLEEP}` } }], async (stop) => {
    began = await until(() => sleepers().length > 0);
    stop("SIGINT");
    setTimeout(() => stop("SIGTERM"), 15_000).unref();
  });
  const isOver = await until(() => sleepers().length === 0);
  const left = sleepers();
  for (const pid of left) process.kill(pid, "SIGKILL");
  const fault = !began
    ? "the command never ran"
    : isOver
      ? null
      : "the command runs on after Ctrl-C";
  return { name: "cancel", fault };
}

function sleepers(): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => commandLineOf(pid).endsWith(`sleep\0${SLEEP}\0`))
    .map(Number);
}

function commandLineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

async function until(isSo: () => boolean): Promise<boolean> {
  const end = performance.now() + WAIT_MS;
  while (!isSo()) {
    if (performance.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return true;
}
