import { faultWords, type ModelRetry } from "@toolplane/agent";
import { formatDuration } from "@toolplane/readings";

/** Tells a person that the model is asked again. The provider's words are foreign text. */
export function retryWords({ model, message, attempt, of, waitMs, ...fault }: ModelRetry): string {
  const wait = formatDuration(waitMs);
  if (fault.httpStatus === TOO_MANY)
    return `${model} asks to wait ${wait}. Try ${attempt} of ${of} then.`;
  return `${faultWords(model, fault, message)} Try ${attempt} of ${of} in ${wait}.`;
}

/** The status by which a provider says that it was asked too often. */
const TOO_MANY = 429;
