/** The repositories of a worker: a folder or an address for each name. */
import { ConfigurationError } from "@toolplane/contract";
import { PLACE_NAME, PLACE_NAME_WORDS } from "./git/named-commit.ts";
import type { RepositorySource } from "./git/repository-source.ts";
import { readPlaces } from "./workspace-places.ts";

const ADDRESS = /^(?:https?|ssh):\/\//;
/** As git writes it: no slash comes before the colon. */
const SSH_SHORT = /^(?:[a-zA-Z0-9._-]+@)?[a-zA-Z0-9][a-zA-Z0-9._-]*:(?!\/\/)[^\s]+$/;
const OPTION = "--repository";

/** From `NAME=FOLDER` or `NAME=ADDRESS`, each. Throws a ConfigurationError for what is neither. */
export function readRepositories(
  given: readonly string[],
  { directory }: { readonly directory: string },
): ReadonlyMap<string, RepositorySource> {
  const isFar = (text: string): boolean => {
    const [, place = ""] = text.split(/=(.*)/s);
    return /^[a-z][a-z0-9+.-]*:\/\/(?<!^file:\/\/)/i.test(place) || SSH_SHORT.test(place);
  };
  const near = readPlaces(
    given.filter((text) => !isFar(text)),
    { directory, option: OPTION },
  );
  const sources = new Map<string, RepositorySource>(
    [...near].map(([name, path]) => [name, { kind: "folder", path }]),
  );
  for (const text of given.filter(isFar)) {
    const [name = "", address = ""] = text.split(/=(.*)/s);
    if (!PLACE_NAME.test(name)) throw new ConfigurationError(OPTION, `${name} ${PLACE_NAME_WORDS}`);
    if (sources.has(name)) throw new ConfigurationError(OPTION, `${name} is named twice`);
    const fault = addressFault(address);
    if (fault !== null) throw new ConfigurationError(OPTION, `${name}: ${fault}`);
    sources.set(name, { kind: "address", address });
  }
  return sources;
}

function addressFault(address: string): string | null {
  if (!ADDRESS.test(address))
    return SSH_SHORT.test(address) ? null : "an address is https://, http:// or ssh://";
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null || url.hostname === "" || url.hostname.startsWith("-"))
    return "this is no address";
  // Either would be seen in the list of processes, and in every fault.
  const isSsh = url.protocol === "ssh:";
  if (url.password !== "" || (!isSsh && url.username !== ""))
    return "an address may not hold a user, a password or a token: give it to git's credential helper";
  if (!isSsh && url.search + url.hash !== "") return "an address may not hold a ? or a #";
  return null;
}
