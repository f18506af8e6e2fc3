/**
 * Names a server's request to the program in front of us, as rules do: `mcp:github/sampling.createMessage`. A name with
 * a dot is none of the server's own tools.
 */
import type { ClientMethod } from "@toolplane/contract";

/** `own`: the name of a call of one of the server's tools. */
export function clientRequestName(own: string, method: ClientMethod): string {
  const [server = ""] = own.split("/", 1);
  return `${server}/${method.replace("/", ".")}`;
}

/** The methods that may need a rule: a form is answered by the person who reads it. */
export const JUDGED_METHODS: readonly ClientMethod[] = ["sampling/createMessage", "roots/list"];
