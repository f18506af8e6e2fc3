/**
 * Runs commands as somebody would who uses bubblewrap alone: the system read-only, the project, a home and a `/tmp` writable, no
 * network. The same command can be run again from the state before it, which tells what differs by itself.
 */
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";

export interface PlainRun {
  /** Null for a command that was stopped by a signal or by its time. */
  readonly exit: number | null;
  readonly timedOut: boolean;
  readonly ms: number;
  /** The end of what it printed. */
  readonly output: string;
}

export interface PlainPlaces {
  /** Where commands find the project and the home: the same paths as through the product. */
  readonly project: string;
  readonly home: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface PlainWorld {
  readonly project: string;
  run(command: string, timeoutMs: number): Promise<PlainRun>;
  /** Keeps the state as it is now, to run the next command from it a second time. */
  keep(): void;
  /** Runs the command in the kept state; the folder is that of the kept project. */
  again(
    command: string,
    timeoutMs: number,
  ): Promise<{ readonly run: PlainRun; readonly project: string }>;
}

const PARTS = ["project", "home", "tmp"];
const MAX_OUTPUT = 2_000;

/** Opens one below `base`. The project and the home are copied from `start`. */
export function openPlainWorld(
  base: string,
  start: { readonly project: string; readonly home: string },
  places: PlainPlaces,
): PlainWorld {
  const [now, before] = [join(base, "now"), join(base, "before")] as const;
  for (const part of PARTS) mkdirSync(join(now, part), { recursive: true });
  copy(start.project, join(now, "project"));
  copy(start.home, join(now, "home"));
  return {
    project: join(now, "project"),
    run: (command, timeoutMs) => runIn(now, command, timeoutMs, places),
    keep() {
      rmSync(before, { recursive: true, force: true });
      for (const part of PARTS) {
        mkdirSync(join(before, part), { recursive: true });
        copy(join(now, part), join(before, part));
      }
    },
    again: async (command, timeoutMs) => ({
      run: await runIn(before, command, timeoutMs, places),
      project: join(before, "project"),
    }),
  };
}

/** Copies what a folder holds, with modes, times, links and holes. */
export function copy(from: string, to: string): void {
  execFileSync("cp", ["-a", "--reflink=auto", `${from}/.`, to]);
}

function runIn(
  world: string,
  command: string,
  timeoutMs: number,
  { project, home, environment }: PlainPlaces,
): Promise<PlainRun> {
  const words = [
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...["--bind", join(world, "tmp"), "/tmp", "--bind", join(world, "project"), project],
    ...["--bind", join(world, "home"), home, "--chdir", project],
    ...["--unshare-net", "--unshare-pid", "--unshare-ipc", "--die-with-parent", "--new-session"],
    ...["--", "bash", "-c", command],
  ];
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn("bwrap", words, { env: environment, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let timedOut = false;
    const take = (bytes: Buffer): void => {
      output = (output + bytes.toString()).slice(-MAX_OUTPUT);
    };
    child.stdout.on("data", take);
    child.stderr.on("data", take);
    const timer = setTimeout(() => {
      timedOut = true;
      child.kill("SIGKILL");
    }, timeoutMs);
    child.on("close", (exit) => {
      clearTimeout(timer);
      resolve({ exit, timedOut, ms: performance.now() - began, output });
    });
  });
}
