/** A tool's wishes about how an agent loop goes on. A tool's own word is kept verbatim. */
export interface FlowHints {
  readonly terminal?: boolean;
  readonly needs_followup?: boolean;
  readonly next_action?: string;
  readonly message?: string;
}
