/** Runs the person's own program for one message. */
import { spawn } from "node:child_process";
import { homedir } from "node:os";
import { ToolError } from "@toolplane/contract";
import type { NotifyFacts } from "./create-notifier.ts";

/**
 * The sentence is its last argument, the facts are its standard input; what it prints goes nowhere. It starts in the home folder,
 * so that no file of a project is found by a name on PATH. Rejects when it fails; ends with the signal, and all that it started.
 */
export function runNotifyCommand(
  [program = "", ...words]: readonly string[],
  facts: NotifyFacts,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...words, facts.text], {
      cwd: homedir(),
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    const end = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // It is gone.
      }
    };
    signal.addEventListener("abort", end, { once: true });
    child.on("error", (error) => {
      signal.removeEventListener("abort", end);
      reject(new ToolError("unavailable", `${program}: ${error.message}`, { cause: error }));
    });
    child.on("close", (code, by) => {
      signal.removeEventListener("abort", end);
      if (code === 0) resolve();
      else reject(new ToolError("failed", `${program} ended with ${by ?? `exit code ${code}`}`));
    });
    // A program that reads nothing is fine.
    child.stdin.on("error", () => {});
    child.stdin.end(`${JSON.stringify(facts)}\n`);
  });
}
