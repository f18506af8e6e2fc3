/** Stopping and going on as a job of the shell, where the terminal gives us Ctrl-Z as a key. */
export interface JobControl {
  /** Stops this process and those of its job; returns when it goes on, or at once where no shell could make it go on. */
  stop(): void;
  /** Calls back each time it goes on; returns what ends that. */
  onContinue(listener: () => void): () => void;
}

/** The job that this process is part of: one program may stand before it, as the one that found the right Node. */
export function shellJob(): JobControl {
  const listeners = new Set<() => void>();
  return {
    stop() {
      let wasContinued = false;
      const note = (): void => {
        wasContinued = true;
      };
      process.once("SIGCONT", note);
      process.kill(0, "SIGTSTP");
      // A job without a shell above it is not stopped, and nothing would say that it goes on.
      setImmediate(() =>
        setImmediate(() => {
          process.off("SIGCONT", note);
          if (!wasContinued) for (const listener of listeners) listener();
        }),
      );
    },
    onContinue(listener) {
      listeners.add(listener);
      process.on("SIGCONT", listener);
      return () => {
        listeners.delete(listener);
        process.off("SIGCONT", listener);
      };
    },
  };
}
