/**
 * Ends a process whose work is done. Node ends by itself when nothing is left to wait for, but then takes its memory apart page by
 * page, which a short command pays a twentieth of its time for. So the process is ended at once, and only where Node would
 * have ended too: anything under way, a write that a slow reader has not taken among it, is waited for as ever.
 */

/** To be called when the streams are made and nothing else is: what keeps the process then is no work. */
export function createIdleEnd(): () => void {
  const atStart = process.getActiveResourcesInfo();
  return () => {
    // A turn later: what was written just now is then on its way, or gone.
    setImmediate(() => {
      if (isIdle(atStart) && process.listenerCount("beforeExit") === 0) process.exit();
    });
  };
}

function isIdle(atStart: readonly string[]): boolean {
  const known = [...atStart];
  return process.getActiveResourcesInfo().every((kind) => {
    const at = known.indexOf(kind);
    if (at !== -1) known.splice(at, 1);
    return at !== -1;
  });
}
