/** Sources take a second to be read; what one worker or program of a test run compiled serves the next, and the next run. */
import { join } from "node:path";

/** Called by vitest once a run, before the workers get their environment. */
export function setup(): void {
  process.env.NODE_COMPILE_CACHE = join(import.meta.dirname, "../../node_modules/.cache/tests");
}
