/** Runs a program to its end and keeps what it said. */
import { spawn } from "node:child_process";

export interface ProgramEnd {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
  /** Any code will do; otherwise all but 0 rejects. */
  readonly anyCode?: boolean;
}

const DEADLINE_MS = 300_000;

export function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions,
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      timeout: DEADLINE_MS,
    });
    let stdout = "";
    let stderr = "";
    child.stdout.on("data", (chunk) => {
      stdout += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      stderr += String(chunk);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0 || options.anyCode) resolve({ code, stdout, stderr });
      else reject(new Error(`${program} ${args.join(" ")} ended with ${code}\n${stdout}${stderr}`));
    });
    // A program that ends without reading is no fault of ours.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.stdin ?? "");
  });
}
