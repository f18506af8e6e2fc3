/**
 * One ripgrep process. It starts in a pinned directory (by its descriptor, not its name), reads no configuration, gets no
 * environment, and is killed as soon as the call is over or enough has been found. Nothing it prints is believed: what is
 * shown to anyone is compared with a pinned file first.
 */
import { spawn } from "node:child_process";
import { ToolError } from "@toolplane/contract";
import type { DoorGate } from "../files/judged/create-door-gate.ts";

const MAX_COMPLAINT_CHARACTERS = 4_000;
/** Output of one search that is looked through before it is called too much. */
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;
/** Address space, of which threads and tables take some hundred mebibytes. */
const MAX_MEMORY_KIB = 1024 * 1024;

/** A search runs this long before we look whether something is in its way. */
const PATIENCE_MS = 1_000;

/** Options that every search has. */
const ALWAYS: readonly string[] = [
  "--no-config",
  "--no-messages",
  "--no-ignore-messages",
  "--no-ignore-global",
  "--no-follow",
  "--no-mmap",
  "--color=never",
];
/** Last of the globs, so that none before it opens the repository's own files. */
const NOT_THE_REPOSITORY = "--glob=!.git";

export interface RipgrepJob {
  readonly program: string;
  readonly args: readonly string[];
  /** The place it looks through, below the directory or from its input: already checked names. */
  readonly start: string;
  readonly cwd: string;
  /** A descriptor or a text that it reads as its input, or nothing. */
  readonly input: number | "ignore" | { readonly text: string };
  readonly gate: DoorGate;
  /** Takes a piece of output; false when that was enough. */
  readonly take: (chunk: Buffer) => boolean;
  /** Asked once when it takes long, or when the system ended it: whether it can never come to an end this way. */
  readonly isHindered?: (() => Promise<boolean>) | undefined;
}

export interface RipgrepEnd {
  /** It was stopped before its end. */
  readonly stopped: boolean;
  /** It could never have come to an end this way, so nothing that it found counts. */
  readonly hindered: boolean;
}

/** Runs to the end, or until enough was found. */
export async function runRipgrep(job: RipgrepJob): Promise<RipgrepEnd> {
  const { isHindered = async () => false } = job;
  const given = new AbortController();
  const looking = { hindered: null as Promise<boolean> | null };
  const look = (): Promise<boolean> => {
    looking.hindered ??= isHindered();
    return looking.hindered;
  };
  const timer = setTimeout(() => {
    void look().then((hindered) => hindered && given.abort());
  }, PATIENCE_MS);
  try {
    const { stopped, killed } = await runOnce(job, given.signal);
    return { stopped, hindered: (killed || given.signal.aborted) && (await look()) };
  } finally {
    clearTimeout(timer);
  }
}

function runOnce(
  job: RipgrepJob,
  givenUp: AbortSignal,
): Promise<{ readonly stopped: boolean; readonly killed: boolean }> {
  const { signal } = job.gate;
  job.gate.goOn();
  return new Promise((resolve, reject) => {
    const [program, args] = withinMemory(job.program, [
      ...ALWAYS,
      ...job.args,
      ...[NOT_THE_REPOSITORY, "--", job.start],
    ]);
    const child = spawn(program, args, {
      cwd: job.cwd,
      env: {},
      windowsHide: true,
      stdio: [typeof job.input === "object" ? "pipe" : job.input, "pipe", "pipe"],
    });
    // One that ends before it has read its input is no fault.
    child.stdin?.on("error", () => {}).end(typeof job.input === "object" ? job.input.text : "");
    let complaint = "";
    let bytes = 0;
    let stopped = false;
    let fault: unknown;
    const stop = () => {
      stopped = true;
      child.kill("SIGKILL");
    };
    signal.addEventListener("abort", stop, { once: true });
    givenUp.addEventListener("abort", stop, { once: true });
    child.stdout?.on("data", (chunk: Buffer) => {
      if (stopped) return;
      bytes += chunk.length;
      try {
        if (!job.take(chunk) || bytes > MAX_OUTPUT_BYTES) stop();
      } catch (error) {
        fault = error;
        stop();
      }
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      if (complaint.length < MAX_COMPLAINT_CHARACTERS) complaint += chunk.toString("utf8");
    });
    child.on("error", (cause) => {
      fault ??= new ToolError("unavailable", "The search program could not be started", { cause });
    });
    child.on("close", (code) => {
      signal.removeEventListener("abort", stop);
      if (signal.aborted) fault = new ToolError("cancelled", "Cancelled", { cause: signal.reason });
      const isComplaint = code !== null && code !== 0 && code !== 1 && complaint !== "";
      if (fault === undefined && !stopped && isComplaint)
        fault = new ToolError("invalid_input", readComplaint(complaint));
      // A program that something else ended has not looked through everything.
      const killed = !stopped && code === null;
      if (fault === undefined) resolve({ stopped: stopped || killed, killed });
      else reject(fault);
    });
  });
}

/**
 * Puts the program under a bound of memory. It holds a whole line in memory, however long it is, and has no option against that:
 * the system gives it no more than this. It then ends without having looked through everything, which the result says.
 */
function withinMemory(
  program: string,
  args: readonly string[],
): readonly [string, readonly string[]] {
  if (process.platform !== "linux") return [program, args];
  const line = `ulimit -v ${MAX_MEMORY_KIB}; exec "$0" "$@"`;
  return ["/bin/sh", ["-c", line, program, ...args]];
}

/** Reads the program's complaint about a pattern or a type; a line that names a path is left out. */
function readComplaint(complaint: string): string {
  const lines = complaint
    .slice(0, MAX_COMPLAINT_CHARACTERS)
    .replace(/^rg: /gm, "")
    .split("\n")
    .filter((line) => !/(?:^|[\s"'`])\/\w/.test(line) && !/\(-U for short\)|or -U/.test(line));
  return `The search cannot be made: ${lines.join("\n").trim().slice(0, 1_000)}`;
}
