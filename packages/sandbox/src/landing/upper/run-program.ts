/** Runs a small program of the system that reads names and prints what it knows of them. */
import { spawn } from "node:child_process";

export interface SmallProgram {
  readonly argv: readonly [string, ...string[]];
  /** Text of a path. */
  readonly cwd: string;
  readonly input: Buffer;
  /** Past so much it is ended. */
  readonly maxBytes: number;
}

export interface ProgramOutput {
  /** Its standard output. */
  readonly bytes: Buffer;
  /** It said all it had to say, and that nothing went wrong. */
  readonly complete: boolean;
}

/** Null: it could not be run, and nothing was done. */
export type RunProgram = (program: SmallProgram) => Promise<ProgramOutput | null>;

export const SMALL_PROGRAM_ENV = { PATH: "/usr/bin:/bin", LC_ALL: "C" };

/** From this process: its fork costs the more the larger this has grown. */
export function runProgram({
  argv: [file, ...args],
  cwd,
  input,
  maxBytes,
}: SmallProgram): Promise<ProgramOutput | null> {
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      cwd,
      env: SMALL_PROGRAM_ENV,
      stdio: ["pipe", "pipe", "ignore"],
    });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on("data", (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size >= maxBytes) child.kill("SIGKILL");
    });
    child.stdin.on("error", () => {});
    child.on("error", () => resolve(null));
    child.on("close", (code) => resolve({ bytes: Buffer.concat(parts), complete: code === 0 }));
    child.stdin.end(input);
  });
}
