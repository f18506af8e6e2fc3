/** A server's own description when it last connected, cleaned. */
export interface UpstreamServer {
  readonly name: string;
  readonly version: string;
  readonly title?: string;
  readonly description?: string;
  readonly instructions?: string;
  /** The revision of the protocol that was agreed on. */
  readonly revision: string;
  readonly offers: {
    readonly tools: boolean;
    readonly resources: boolean;
    readonly prompts: boolean;
    readonly completions: boolean;
  };
}
