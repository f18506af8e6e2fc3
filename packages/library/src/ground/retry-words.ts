import type { ModelRetry } from "@toolplane/agent";
import { formatDuration } from "@toolplane/readings";

/** Tells a person that the model is asked again. The provider's words are foreign text. */
export function retryWords({ message, attempt, of, waitMs }: ModelRetry): string {
  return `The model gave no answer: ${message.replace(/[.!?]*$/, "")}. Try ${attempt} of ${of} in ${formatDuration(waitMs)}.`;
}
