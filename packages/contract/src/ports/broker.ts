/** The one place where a person is asked. The kernel keeps the queue (first in, first out per session); the host shows the card. */
import type { Answer, Question } from "../call/approval.ts";
import type { ToolError } from "../result/error.ts";

/** Port: implemented by a terminal, a console, an editor, an MCP client. Its absence is what headless means. */
export interface Broker {
  /**
   * Settles with the answer; never settles only when `signal` is aborted. A rejection refuses the call: with a ToolError of code
   * `permission_denied` in its own words (that no person was asked, and why), else in the kernel's. `passOn` says that the question was
   * handed to a program which shows it in its own time: the next one of the session need not wait for this answer. `suspend`, where
   * it is given, gives the call up, because nothing of it has begun: reject with what it returns, and the call is made again with the
   * answer, perhaps by another process. It takes the id of an earlier question that asks the same, where the answer to that counts.
   */
  ask(
    question: Question,
    signal: AbortSignal,
    passOn?: () => void,
    suspend?: (questionId?: string) => ToolError,
  ): Promise<Answer>;
}
