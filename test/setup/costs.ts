/** Costs of test files as lines of text: seconds, path, and where the seconds went. */
import type { FileCost } from "./tell-cost.ts";

/** Where `npm test` keeps them, below the root. */
export const KEPT_COSTS = "reports/test-costs.tsv";

export interface MeasuredFile {
  readonly path: string;
  readonly cost: FileCost;
}

export function formatCosts(files: readonly MeasuredFile[]): string {
  const dearestFirst = files.toSorted((one, other) => other.cost.seconds - one.cost.seconds);
  return dearestFirst.map(({ path, cost }) => `${formatCost(path, cost)}\n`).join("");
}

/** Seconds by path. */
export function readCosts(text: string): ReadonlyMap<string, number> {
  return new Map(
    text
      .split("\n")
      .map((line) => line.split("\t"))
      .flatMap(([seconds, path]) => (seconds && path ? [[path, Number(seconds)] as const] : [])),
  );
}

function formatCost(path: string, cost: FileCost): string {
  const { seconds, own, ownSystem, running, workerMebibytes } = cost;
  const parts = [
    `programs ${(seconds - own).toFixed(2)}`,
    `own ${own.toFixed(2)}`,
    `of that system ${ownSystem.toFixed(2)}`,
    `worker ${workerMebibytes} MiB`,
    ...(running ? [`still running ${running}`] : []),
  ];
  return `${seconds.toFixed(2)}\t${path}\t${parts.join(", ")}`;
}
