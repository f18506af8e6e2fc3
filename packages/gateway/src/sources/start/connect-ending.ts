/** The ways in which a connection to a source's server ends. */
export interface ConnectEnding {
  readonly signal: AbortSignal;
  /** Called when its server may touch less than before, with the rule in a sentence: the connection is over. */
  readonly onRules: (why: string) => void;
  /** Called when its server could touch more if it were started again; the connection goes on. */
  readonly onWider: () => void;
}
