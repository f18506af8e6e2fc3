/** The ways in which a connection to a source's server ends. */
export interface ConnectEnding {
  readonly signal: AbortSignal;
  /** Called when its server may touch other things than before: the connection is over. */
  readonly onRules: () => void;
}
