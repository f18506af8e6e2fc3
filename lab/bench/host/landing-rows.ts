/** Landing what a command changed, beside writing the same files directly. */
import { linkSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Figures } from "../harness/section.ts";
import { median } from "../harness/statistics.ts";
import { insideTool, withDirectory } from "./open-product.ts";

/** Files that are written into a folder which is there, and how many of them stood there before. */
export interface LandingCase {
  readonly files: number;
  readonly existing: number;
}

const ROUNDS = 3;
const TEXT = "x".repeat(200);
/** A file of its own: a line whose redirects are not known before it runs is not the one that was judged. */
const SCRIPT = `cd "$1" && for ((n = 0; n < $2; n++)); do echo ${TEXT} > f$n; done\n`;

/** Node writes the files where they belong. */
export function writtenDirectly({ files, existing }: LandingCase): () => Promise<Figures> {
  return () =>
    withDirectory(async (directory) => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const folder = join(directory, `round-${round}`);
        mkdirSync(folder);
        write(folder, existing);
        const start = performance.now();
        write(folder, files);
        times.push(performance.now() - start);
      }
      return { p50Ms: median(times), bestMs: Math.min(...times) };
    });
}

/**
 * The least that can be undone and is never half there: a link keeps the old file of a path, and the new one is renamed over it.
 * Written before it is timed, as a command has written it.
 */
export function leastForUndo({ files }: LandingCase): () => Promise<Figures> {
  return () =>
    withDirectory(async (directory) => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const [folder, coming, kept] = ["round", "coming", "kept"].map((name) => {
          const path = join(directory, `${name}-${round}`);
          mkdirSync(path);
          return path;
        }) as [string, string, string];
        write(folder, files);
        write(coming, files);
        const start = performance.now();
        for (let n = 0; n < files; n += 1) {
          linkSync(join(folder, `f${n}`), join(kept, `f${n}`));
          renameSync(join(coming, `f${n}`), join(folder, `f${n}`));
        }
        times.push(performance.now() - start);
      }
      return { p50Ms: median(times), bestMs: Math.min(...times) };
    });
}

/** A confined command writes them; what is timed is everything but the command itself. */
export function landed({ files, existing }: LandingCase): () => Promise<Figures> {
  const fill = (workspace: string) => {
    writeFileSync(join(workspace, "write.sh"), SCRIPT);
    for (let round = 0; round < ROUNDS; round += 1) {
      mkdirSync(join(workspace, `round-${round}`));
      write(join(workspace, `round-${round}`), existing);
    }
  };
  return () =>
    insideTool({ sandbox: "auto", fill }, async (run) => {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        const writes = `bash write.sh round-${round} ${files}`;
        const start = performance.now();
        const { durationMs, report } = await run(writes, { timeoutMs: 300_000 });
        times.push(performance.now() - start - durationMs);
        if (report.landing?.state !== "landed") throw new Error(JSON.stringify(report));
      }
      return { p50Ms: median(times), bestMs: Math.min(...times) };
    });
}

function write(folder: string, count: number): void {
  for (let n = 0; n < count; n += 1) writeFileSync(join(folder, `f${n}`), TEXT);
}
