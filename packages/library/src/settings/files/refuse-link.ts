/** A project can bring links of our names that lead anywhere, into the person's own configuration too: nothing is written there. */
import { lstatSync } from "node:fs";
import { ConfigurationError } from "@toolplane/contract";

/** Throws a ConfigurationError for a path that is a link. */
export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new ConfigurationError(path, "is a link; nothing was written");
}
