/** Files that hold what did not fit into a result. Private, created exclusively, removed when the session closes. */
export interface Sidecars {
  /** Writes the whole text and returns the path a model can hand to `read`. */
  write(entry: {
    readonly sessionId: string;
    readonly callId: string;
    readonly text: string;
  }): Promise<string>;
  /** Removes every sidecar of the session. */
  close(sessionId: string): Promise<void>;
}
