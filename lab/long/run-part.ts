import { spawn } from "node:child_process";
import type { LongPart } from "./long-parts.ts";
import type { PartOutcome } from "./render-report.ts";

/** Enough to see why a part failed. */
const TAIL_CHARS = 4_000;

export interface RunPartOptions {
  readonly root: string;
  readonly commit: string;
  /** Ends the part with all that it started; it runs in a group of its own that a Ctrl-C in the terminal does not reach. */
  readonly signal: AbortSignal;
  readonly program?: readonly [string, ...string[]];
}

/** As a person types it. */
export function partCommand({ words }: LongPart): string {
  return ["npm run", ...words].join(" ");
}

/** Runs one part to its end and never rejects: the parts after it run too. Its output goes to standard error as it comes. */
export function runPart(part: LongPart, options: RunPartOptions): Promise<PartOutcome> {
  const { name, words, minutes } = part;
  const [program, ...before] = options.program ?? ["npm", "run", "--silent"];
  const started = performance.now();
  return new Promise((resolve) => {
    // A group of its own, so that what a part started is stopped with it.
    const child = spawn(program, [...before, ...words], {
      cwd: options.root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let tail = "";
    const hear = (chunk: Buffer): void => {
      process.stderr.write(chunk);
      tail = (tail + chunk.toString("utf8")).slice(-1_000_000);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    let stoppedBy: PartOutcome["stoppedBy"] = null;
    const stop = (who: "bound" | "person"): void => {
      stoppedBy ??= who;
      stopGroup(child.pid);
    };
    const timer = setTimeout(() => stop("bound"), minutes * 60_000);
    const onAbort = (): void => stop("person");
    options.signal.addEventListener("abort", onAbort, { once: true });
    if (options.signal.aborted) onAbort();
    const end = (code: number | null): void => {
      clearTimeout(timer);
      options.signal.removeEventListener("abort", onAbort);
      resolve({
        name,
        code,
        stoppedBy,
        command: partCommand(part),
        commit: options.commit,
        seconds: (performance.now() - started) / 1_000,
        json: lastJsonLine(tail),
        tail: tail.slice(-TAIL_CHARS),
      });
    };
    child.on("error", (error) => {
      tail += String(error);
      end(127);
    });
    child.on("close", end);
  });
}

function stopGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended by itself in the meantime.
  }
}

function lastJsonLine(text: string): string | null {
  for (const line of text.trimEnd().split("\n").reverse()) {
    if (line.startsWith("{") && isJson(line)) return line;
  }
  return null;
}

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
