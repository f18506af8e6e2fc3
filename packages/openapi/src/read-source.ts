/** Reads the description from where it lies. Files and addresses are opened by functions that the caller gives, or not at all. */
import { ConfigurationError } from "@toolplane/contract";
import { isSpecObject, memberOf, textIn } from "./document/spec-value.ts";
import type { OpenApiOptions, OpenApiSource } from "./open-api-options.ts";

export interface ReadSource {
  readonly content: string | object;
  /** Where it was fetched, if it was. */
  readonly location?: string;
}

export async function readSource(
  source: OpenApiSource,
  { readFile, fetchText }: OpenApiOptions,
): Promise<ReadSource> {
  if (typeof source === "string") return { content: source };
  if (!isSpecObject(source))
    throw new ConfigurationError("OpenAPI description", "it is no text and no object");
  const isDescription =
    memberOf(source, "openapi") !== undefined || memberOf(source, "swagger") !== undefined;
  const file = isDescription ? null : textIn(source, "file");
  const url = isDescription ? null : textIn(source, "url");
  if (file !== null) {
    if (readFile === undefined)
      throw new ConfigurationError("readFile", "a file needs a function that reads it");
    return { content: await readFile(file) };
  }
  if (url !== null) {
    if (fetchText === undefined)
      throw new ConfigurationError("fetchText", "an address needs a function that fetches it");
    return { content: await fetchText(url), location: url };
  }
  return { content: source };
}
