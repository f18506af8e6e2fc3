import { ToolError } from "@toolplane/contract";
import { isHeaderText } from "../wire/is-header-text.ts";
import type { Secret } from "./credential.ts";

/** The secret itself. What is wrong with it is said without saying it. */
export async function secretText(secret: Secret): Promise<string> {
  const text: unknown = typeof secret === "function" ? await secret() : secret;
  if (typeof text !== "string" || text === "")
    throw new ToolError(
      "unavailable",
      "The credential of this API is empty. The person who added the API has to set it.",
    );
  if (!isHeaderText(text))
    throw new ToolError(
      "unavailable",
      "The credential of this API holds characters that cannot be sent.",
    );
  return text;
}
