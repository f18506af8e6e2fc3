/** A program for tests: starts another, hands everything on, and keeps what each side wrote in two files of the folder it is given. */
import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { join } from "node:path";

const [folder = "", program = "", ...words] = process.argv.slice(2);
const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
// Kept before it is handed on: whoever hears the answer may end this program at once.
const keep = (side: string) => (chunk: Buffer) => appendFileSync(join(folder, side), chunk);
process.stdin.on("data", keep("client.jsonl")).pipe(child.stdin);
child.stdout.on("data", keep("agent.jsonl")).pipe(process.stdout);
// A client that is tired of waiting goes; what the agent says then is still kept.
process.stdout.on("error", () => undefined);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => child.stdin.end());
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
