/** A program for tests: starts another, hands everything on, and keeps what each side wrote in two files of the folder it is given. */
import { spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";

const [folder = "", program = "", ...words] = process.argv.slice(2);
const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
const client = createWriteStream(join(folder, "client.jsonl"), { flags: "a" });
const agent = createWriteStream(join(folder, "agent.jsonl"), { flags: "a" });
process.stdin.on("data", (chunk) => client.write(chunk)).pipe(child.stdin);
child.stdout.on("data", (chunk) => agent.write(chunk)).pipe(process.stdout);
for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => {
  process.exitCode = code ?? 1;
});
