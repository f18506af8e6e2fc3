/** What ends a connection to a source's server. */
export interface ConnectEnding {
  readonly signal: AbortSignal;
  /** What its server may touch has changed, so the connection is over. */
  readonly onRules: () => void;
}
