/**
 * Works out what a call would do to files, for the person who is asked about it. It is given the masked question and gives
 * what is shown with it; nothing is judged by that, and whatever goes wrong leaves it out.
 */
import type { FsTarget, Question, ShownChange, Tool } from "@toolplane/contract";

export type Foresee = (
  question: Question,
  context: ForeseeContext,
) => Promise<readonly ShownChange[]>;

export interface ForeseeContext {
  /** The very tool that asks: another under the same name would do something else. */
  readonly tool: Tool;
  /** False where a rule denies to read it: then it is shown to nobody. */
  readonly mayRead: (file: Pick<FsTarget, "path" | "real">) => boolean;
  /** Fires when the call ends. */
  readonly signal: AbortSignal;
}
