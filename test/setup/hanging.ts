/**
 * Bounds against hanging. They are no assertions: a test that waits half a minute on a busy machine is no failure, and slowness is
 * what a file's bound of processor time is for. So no test states a shorter one of its own; one that needs longer has a constant for
 * it that says why.
 */

/** A test or a hook that has not ended by then never will. */
export const HANGING_MS = 120_000;

/** Less than a test has: what was waited for is then named by the failure. */
export const WAITING_MS = 100_000;
