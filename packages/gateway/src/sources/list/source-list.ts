/** Finds the sources of a toolplane: the list that `toolplane add` keeps, or what a program names in its own code. */
import { statSync } from "node:fs";
import { ConfigurationError } from "@toolplane/contract";
import type { Agreed } from "./agreed.ts";
import { readKept } from "./definitions-file.ts";
import { describeEntryFault, readSource } from "./parse-sources.ts";
import { serverDigest } from "./server-digest.ts";
import type { Source } from "./source.ts";
import type { SourceEntry } from "./source-entry.ts";
import { readSources, sourcesFile } from "./sources-file.ts";

/** A list that may change, and what was agreed to of each source in it. */
export interface SourceList {
  /** Another text means that the list must be read again. */
  stamp(): string;
  read(): Promise<readonly { readonly source: Source; readonly agreed: Agreed }[]>;
}

/** `kept`: the list of the user-data folder, followed while it changes. A list of one's own is followed too. */
export type SourcesOption = "kept" | SourceList | Readonly<Record<string, SourceEntry>>;

/** Throws a ConfigurationError for sources that cannot be meant. */
export function sourceList(option: SourcesOption, userData: string): SourceList {
  if (option === "kept") return keptList(userData);
  if (typeof option !== "object")
    throw new ConfigurationError("createToolplane", 'sources must be an object or "kept"');
  if (isList(option)) return option;
  const entries = givenSources(option).map((source) => {
    const { pins } = option[source.name] ?? {};
    return { source, agreed: { definitions: {}, about: "", pins: pins ?? ("first" as const) } };
  });
  return { stamp: () => "", read: async () => entries };
}

function isList(option: Exclude<SourcesOption, "kept">): option is SourceList {
  return typeof option.read === "function" && typeof option.stamp === "function";
}

function keptList(userData: string): SourceList {
  return {
    stamp: () => stampOf(sourcesFile(userData)),
    async read() {
      const sources = await readSources(userData);
      return sources.map((source) => {
        const { tools: definitions, about, text, offers } = readKept(userData, source);
        const isApi = source.server.kind === "openapi";
        const kept = isApi ? { text } : { offers };
        return { source, agreed: { definitions, about, ...kept, pins: source.pins } };
      });
    },
  };
}

/** Tells one state of a file from another. */
function stampOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat ? [stat.dev, stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(":") : "none";
}

/**
 * Sources that a program names in its own code, in the words of the file. What an author wrote down is agreed to. Throws
 * a ConfigurationError for one that cannot be meant.
 */
function givenSources(given: Readonly<Record<string, SourceEntry>>): readonly Source[] {
  return Object.entries(given).map(([name, entry]) => {
    const fault = describeEntryFault(name, entry);
    if (fault !== null)
      throw new ConfigurationError("createToolplane", `sources.${name}: ${fault}`);
    const source = readSource(name, entry);
    return { ...source, trusted: serverDigest(source.server) };
  });
}
