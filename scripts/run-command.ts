import { spawn } from "node:child_process";

export interface CommandResult {
  readonly code: number;
  readonly output: string;
}

/** Runs a program of node_modules/.bin to its end; its two streams arrive as one text, in order. */
export function runCommand(
  command: readonly [string, ...string[]],
  options: { readonly cwd: string },
): Promise<CommandResult> {
  const [program, ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: options.cwd, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", (error) => resolve({ code: 127, output: String(error) }));
    child.on("close", (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString("utf8") });
    });
  });
}
