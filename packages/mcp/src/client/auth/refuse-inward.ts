import { canonicalHost, isLoopbackAddress, isPublicHost } from "@toolplane/readings";
import { SignInNeeded } from "./sign-in-needed.ts";

/**
 * Where to sign in is the server's word, and we would ask there for it, or send a person there: so it may name public places over
 * https, itself as it is spoken to, and, when it runs on this computer, others that do. It may name no machine of a network that
 * only we can reach, and nothing that is no address of the web.
 */
export function refuseInward({ protocol, hostname }: URL, server: URL): void {
  const isWeb = protocol === "https:" || protocol === "http:";
  const host = canonicalHost(hostname);
  const isSame = host === canonicalHost(server.hostname) && protocol === server.protocol;
  if (isWeb && (isSame || (isThisComputer(host) && isThisComputer(server.hostname)))) return;
  if (!isWeb || !isPublicHost(host))
    throw new SignInNeeded(`The server names ${host} for its sign-in, which is not public.`);
  if (protocol !== "https:")
    throw new SignInNeeded(`The server names ${host} for its sign-in, without https.`);
}

function isThisComputer(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host.replace(/^\[|\]$/g, ""));
}
