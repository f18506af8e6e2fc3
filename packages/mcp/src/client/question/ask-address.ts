/**
 * A server asks that a person opens an address. We never open it, fetch it or shorten it: the person sees where it leads and says
 * whether it was opened. Only addresses that a browser reaches safely are shown at all.
 */
import { hasHidden, isLoopbackAddress, showOnLine } from "@toolplane/readings";
import type { AskPerson, ElicitationAnswer } from "./elicitation-answer.ts";

export interface AddressRequest {
  readonly message: string;
  readonly url: string;
}

const OPENED = "I opened it";
const MAX_MESSAGE = 1_000;
const MAX_URL = 2_000;

export async function askAddress(
  { message, url }: AddressRequest,
  { server, ask }: { readonly server: string; readonly ask: AskPerson },
): Promise<ElicitationAnswer> {
  const host = readSafeHost(url);
  if (host === null) return { action: "decline" };
  const text = `The MCP server ${server} asks you to open an address at ${host}: ${showOnLine(message, MAX_MESSAGE)}\n${url}`;
  const [answer] = await ask([{ question: text, options: [{ label: OPENED }, { label: "No" }] }]);
  return { action: answer?.[0] === OPENED ? "accept" : "decline" };
}

/**
 * The host as it will be reached, so that a name of look-alike letters shows itself; null for an address that is never
 * shown.
 */
function readSafeHost(text: string): string | null {
  if (text.length > MAX_URL || hasHidden(text) || !URL.canParse(text)) return null;
  const { protocol, hostname, host, username, password } = new URL(text);
  if (username !== "" || password !== "") return null;
  const isHere = hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ""));
  return protocol === "https:" || (protocol === "http:" && isHere) ? host : null;
}
