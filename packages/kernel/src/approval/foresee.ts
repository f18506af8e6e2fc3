/**
 * Works out what a call would do to files, for the person who is asked about it. It gets the masked question and
 * returns what is shown with it; nothing is judged by that, and an error leaves it out.
 */
import type { FsTarget, Question, ShownChange, Tool } from "@toolplane/contract";

export type Foresee = (
  question: Question,
  context: ForeseeContext,
) => Promise<readonly ShownChange[]>;

export interface ForeseeContext {
  /** The very tool that asks: another under the same name would do something else. */
  readonly tool: Tool;
  /** False where a rule denies reading it: then it is not shown. */
  readonly mayRead: (file: Pick<FsTarget, "path" | "real">) => boolean;
  /** Fires when the call ends. */
  readonly signal: AbortSignal;
}
