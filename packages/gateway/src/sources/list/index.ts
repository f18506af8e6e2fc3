export { aboutServer, offersOf } from "./about-server.ts";
export type { Agreed } from "./agreed.ts";
export { describeApiFault } from "./api-entry.ts";
export {
  type Definitions,
  pinOf,
  readDefinitions,
  removeDefinitions,
  writeDefinitions,
} from "./definitions-file.ts";
export { removeKnownOffers } from "./known-offers-file.ts";
export {
  type LastKnown,
  noteLastKnown,
  readLastKnown,
  removeLastKnown,
} from "./last-known-file.ts";
export { describeEntryFault, describeUrlFault, readSource, sourceJson } from "./parse-sources.ts";
export { isTrusted, serverDigest } from "./server-digest.ts";
export type { Source, SourceApi, SourceServer } from "./source.ts";
export type { SourceEntry } from "./source-entry.ts";
export { type SourceList, type SourcesOption, sourceList } from "./source-list.ts";
export { describeNameFault, plainName } from "./source-name.ts";
export { dropSource, keepSource, readSources, sourcesFile } from "./sources-file.ts";
