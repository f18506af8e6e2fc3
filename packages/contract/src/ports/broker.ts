/** The one place where a person is asked. The kernel keeps the queue (first in, first out per session); the host shows the card. */
import type { Answer, Question } from "../approval.ts";

/** Port: implemented by a terminal, a console, an editor, an MCP client. Its absence is what headless means. */
export interface Broker {
  /** Settles with the answer; rejects or never settles only when `signal` is aborted, and then the call is refused. */
  ask(question: Question, signal: AbortSignal): Promise<Answer>;
}
