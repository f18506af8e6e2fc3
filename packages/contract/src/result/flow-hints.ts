/** How an agent loop should go on. A tool's own word is kept verbatim. */
export interface FlowHints {
  readonly terminal?: boolean;
  readonly needs_followup?: boolean;
  readonly next_action?: string;
  readonly message?: string;
}
