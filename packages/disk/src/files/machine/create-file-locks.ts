/**
 * Decides who may change which path now. A change takes all its locks at once or waits, and none overtakes an earlier change that
 * wants the same. So changes of one path happen in the order they were asked for, and two changes of several paths never wait for
 * each other in a circle. A lock on a directory holds what lies below it too.
 */
import { ToolError } from "@toolplane/contract";
import { isWithin } from "@toolplane/readings";

export interface FileLocks {
  /** Runs the work while the paths are held; a signal ends the waiting, not the work. */
  hold<T>(paths: readonly string[], signal: AbortSignal, work: () => Promise<T>): Promise<T>;
}

interface Claim {
  readonly paths: readonly string[];
  start: (() => void) | null;
}

export function createFileLocks(): FileLocks {
  let claims: readonly Claim[] = [];

  function leave(claim: Claim): void {
    claims = claims.filter((other) => other !== claim);
    for (const [index, waiting] of claims.entries()) {
      if (waiting.start === null || overlaps(claims.slice(0, index), waiting.paths)) continue;
      const start = waiting.start;
      waiting.start = null;
      start();
    }
  }

  function wait(claim: Claim, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        leave(claim);
        reject(new ToolError("cancelled", "Cancelled", { cause: signal.reason }));
      };
      claim.start = () => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      };
      if (signal.aborted) onAbort();
      else signal.addEventListener("abort", onAbort, { once: true });
    });
  }

  return {
    async hold(paths, signal, work) {
      const claim: Claim = { paths, start: null };
      const waits = overlaps(claims, paths);
      claims = [...claims, claim];
      if (waits) await wait(claim, signal);
      try {
        return await work();
      } finally {
        leave(claim);
      }
    },
  };
}

function overlaps(claims: readonly Claim[], paths: readonly string[]): boolean {
  return claims.some((claim) =>
    claim.paths.some((one) => paths.some((other) => isWithin(other, one) || isWithin(one, other))),
  );
}
