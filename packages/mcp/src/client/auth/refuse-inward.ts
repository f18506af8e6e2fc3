import { isLoopbackAddress, isPublicHost } from "@toolplane/readings";
import { SignInNeeded } from "./sign-in-needed.ts";

/**
 * Where to sign in is the server's word, and we would ask there for it: so it may name public places over https, itself, and, when
 * it runs on this computer, others that do. It may name no machine of a network that only we can reach.
 */
export function refuseInward({ protocol, hostname }: URL, server: string): void {
  if (hostname === server || (isThisComputer(hostname) && isThisComputer(server))) return;
  if (!isPublicHost(hostname))
    throw new SignInNeeded(`The server names ${hostname} for its sign-in, which is not public.`);
  if (protocol !== "https:")
    throw new SignInNeeded(`The server names ${hostname} for its sign-in, without https.`);
}

function isThisComputer(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host.replace(/^\[|\]$/g, ""));
}
