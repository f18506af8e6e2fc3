import type { Target } from "@toolplane/contract";

/**
 * The reason for a question about something that was not opened: one sentence for a person and for the model, the same
 * in every place.
 */
export function outsideReason({ capability }: Target, subject: string): string {
  const forGood = `To open it for good, add it under "reach" in your configuration`;
  if (capability === "net.fetch")
    return `${subject} is on this machine or its own network. A yes opens it for this call. ${forGood}.`;
  const access = capability === "fs.write" ? ", to read and to write" : "";
  return `${subject} lies outside the workspace. A yes opens it for this call${access}. ${forGood}, or use --add-dir.`;
}
