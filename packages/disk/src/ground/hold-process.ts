/**
 * No timer of ours keeps a process alive, so a program whose only business is a call that waits (for a clock, for a tool's own
 * promise) has nothing left to do in the eyes of Node, and would end in the middle of it. Node says so before it ends: only then
 * is something put in its way, and taken away when the calls have settled. A call itself pays nothing for this.
 */

/** Long enough to be no work; it is cleared, never waited for. */
const FAR_MS = 2 ** 31 - 1;

/** Keeps the process while `waiting` gives a promise, until that settles. Returns how to stop. */
export function holdProcess(waiting: () => Promise<unknown> | null): () => void {
  let timer: NodeJS.Timeout | undefined;
  const hold = (): void => {
    const work = waiting();
    if (work === null) return;
    clearInterval(timer);
    const own = setInterval(() => {}, FAR_MS);
    timer = own;
    const letGo = (): void => clearInterval(own);
    work.then(letGo, letGo);
  };
  process.on("beforeExit", hold);
  return () => {
    process.off("beforeExit", hold);
    clearInterval(timer);
  };
}
