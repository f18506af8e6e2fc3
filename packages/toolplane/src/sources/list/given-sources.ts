/** Sources that a program names in its own code, in the words of the file. What an author wrote down is agreed to. */
import { ConfigurationError } from "@toolplane/contract";
import { describeEntryFault, readSource } from "./parse-sources.ts";
import { serverDigest } from "./server-digest.ts";
import type { Source } from "./source.ts";
import type { SourceEntry } from "./source-entry.ts";

/** Throws a ConfigurationError for one that cannot be meant. */
export function givenSources(given: Readonly<Record<string, SourceEntry>>): readonly Source[] {
  return Object.entries(given).map(([name, entry]) => {
    const fault = describeEntryFault(name, entry);
    if (fault !== null)
      throw new ConfigurationError("createToolplane", `sources.${name}: ${fault}`);
    const source = readSource(name, entry);
    return { ...source, trusted: serverDigest(source.server) };
  });
}
