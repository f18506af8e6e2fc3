import type { Target } from "@toolplane/contract";

/**
 * The reason for a question about something that was not opened: one sentence for a person and for the model, the same
 * in every place.
 */
export function outsideReason({ capability }: Target, subject: string): string {
  if (capability === "net.fetch")
    return `${subject} is this machine's or a private network's, which nobody opened: a yes opens it for this call, reach in the user's own configuration for good.`;
  const access = capability === "fs.write" ? ", to read and to write" : "";
  return `${subject} lies outside the workspace, where nobody opened it: a yes opens it for this call${access}; --add-dir, or reach in the user's own configuration, for good.`;
}
