/**
 * Shows a running call as both things that callers of `execute` know: the AI SDK iterates it and shows what comes
 * before the end as preliminary results; a caller that only awaits it (Mastra does) gets the end. So one ToolSet fits
 * all of them.
 */

/** The values of a call while it runs and at its end. */
export type AiSdkRun<T> = Promise<T> & AsyncIterable<T>;

/** A call that can be started, and watched until that is stopped. */
export interface AiSdkWork<T> {
  readonly start: () => Promise<T>;
  readonly watch: (onReport: (report: T) => void) => () => void;
}

/** Starts it. Of reports that come faster than they are taken, the last counts. */
export function aiSdkRun<T>({ start, watch }: AiSdkWork<T>): AiSdkRun<T> {
  const state: RunState<T> = { report: null, isOver: false, next: Promise.withResolvers() };
  // A tool may report before its first wait: a listener that is added afterwards misses that.
  const stop = watch((report) => {
    state.report = { value: report };
    state.next.resolve();
  });
  const settled = start();
  const end = (): void => {
    stop();
    state.isOver = true;
    state.next.resolve();
  };
  // Also handles a failure, which an iterating caller gets there.
  settled.then(end, end);
  return Object.assign(settled, { [Symbol.asyncIterator]: () => iterate(settled, state) });
}

interface RunState<T> {
  report: { readonly value: T } | null;
  isOver: boolean;
  next: PromiseWithResolvers<void>;
}

async function* iterate<T>(settled: Promise<T>, state: RunState<T>): AsyncGenerator<T> {
  while (true) {
    await state.next.promise;
    const { report, isOver } = state;
    state.report = null;
    if (!isOver) state.next = Promise.withResolvers();
    if (report !== null) yield report.value;
    if (isOver) break;
  }
  yield await settled;
}
