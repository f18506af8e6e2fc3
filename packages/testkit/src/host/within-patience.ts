/** Waiting in a check: never without an end, and never a fixed time for something that can be seen. */
import { ToolError } from "@toolplane/contract";

const LOOK_MS = 5;
const PATIENCE_MS = 120_000;

/** The value, or a problem when it does not come in time. */
export function withinPatience<T>(work: Promise<T>, patienceMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new ToolError("timeout", `it did not come to an end within ${patienceMs} ms`)),
      patienceMs,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Looks again and again until the condition holds; rejects when it never does. */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
): Promise<void> {
  const endMs = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new ToolError("timeout", `it never happened that ${what}`);
    await pause(LOOK_MS);
  }
}

/** Lets the host go on for a moment: only to see that something does not happen. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
