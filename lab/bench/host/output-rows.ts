/** The ways to keep 1 GB that a command prints. */
import { spawn } from "node:child_process";
import { openSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Figures } from "../harness/section.ts";
import { insideTool, withDirectory } from "./open-product.ts";

const BYTES = 1_000_000_000;
const LINE = "the quick brown fox jumps over the lazy dog, again and again, line after line";
const COMMAND = `yes '${LINE}' | head -c ${BYTES}`;

/** The bound of goal 6 at any size: to compare with, not a measurement. */
export async function allowance(): Promise<Figures> {
  return { peakBytes: 4 * 1024 * 1024 };
}

/** The shell writes to a file. */
export function toFile(): Promise<Figures> {
  return withDirectory((directory) =>
    watched(async () => {
      const file = join(directory, "out");
      await ended(spawn("bash", ["-c", `${COMMAND} > ${file}`], { stdio: "ignore" }));
      if (statSync(file).size !== BYTES) throw new Error("the file is not whole");
    }),
  );
}

/** Node gives the command a file as its output. */
export function toDescriptor(): Promise<Figures> {
  return withDirectory((directory) =>
    watched(async () => {
      const file = openSync(join(directory, "out"), "w");
      await ended(spawn("bash", ["-c", COMMAND], { stdio: ["ignore", file, file] }));
    }),
  );
}

/** Everything in memory, as `exec` and most wrappers do. */
export function concatenated(): Promise<Figures> {
  return watched(async () => {
    const child = spawn("bash", ["-c", COMMAND], { stdio: ["ignore", "pipe", "ignore"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    await ended(child);
    if (Buffer.concat(chunks).length !== BYTES) throw new Error("the output is not whole");
  });
}

/** Ours: head in the result, the whole in a file. */
export function kept(secrets: Readonly<Record<string, string>>): Promise<Figures> {
  return insideTool({ sandbox: "none", secrets }, async (run) => {
    // Once small, so that what a first run loads is not counted as growth.
    await run(`yes '${LINE}' | head -c 3000000`);
    return watched(async () => {
      const { exitCode, outputBytes, outputPath } = await run(COMMAND);
      if (exitCode !== 0 || outputBytes !== BYTES || outputPath === undefined)
        throw new Error(`the output is not whole: ${exitCode}, ${outputBytes}`);
      if (statSync(outputPath).size !== BYTES) throw new Error("the file is not whole");
    });
  });
}

/** Five values of the usual length, none of which the command prints. */
export const SECRETS: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from({ length: 5 }, (_, index) => [`SECRET_${index}`, `s3cr3t-value-${index}-zq81xk42mm`]),
);

/** Time, and how far the peak of this process's memory rose above where it stood. */
async function watched(work: () => Promise<void>): Promise<Figures> {
  globalThis.gc?.();
  const before = process.resourceUsage().maxRSS;
  const start = performance.now();
  await work();
  const totalMs = performance.now() - start;
  // At least a page: a ratio to nothing says nothing.
  const peakBytes = Math.max(4_096, (process.resourceUsage().maxRSS - before) * 1024);
  return { totalMs, peakBytes, bytesPerSecond: (BYTES * 1000) / totalMs };
}

function ended(child: ReturnType<typeof spawn>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(`ended with ${code}`))));
  });
}
