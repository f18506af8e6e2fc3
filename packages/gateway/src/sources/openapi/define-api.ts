/** The description of a source, read as the source says. */
import { defineOpenApi, type OpenApiDefinitions, type OperationFilter } from "@toolplane/openapi";
import type { SourceApi } from "../list/source.ts";
import type { ApiCredential } from "./api-credential.ts";
import type { DescriptionText } from "./read-description.ts";

/** Rejects with a ConfigurationError when it is no description. */
export async function defineApi(
  { text, location }: DescriptionText,
  {
    name,
    api,
    credential: { auth, headers },
  }: { readonly name: string; readonly api: SourceApi; readonly credential: ApiCredential },
): Promise<OpenApiDefinitions> {
  const only = operationFilter(api.only);
  const except = operationFilter(api.except);
  return defineOpenApi(text, {
    name,
    headers,
    ...(auth ? { auth } : {}),
    ...(api.origins === null ? {} : { authOrigins: api.origins }),
    ...(only ? { only } : {}),
    ...(except ? { except } : {}),
    ...(api.server === undefined ? {} : { baseUrl: api.server }),
    ...(location === undefined ? {} : { location }),
  });
}

const LISTS = { tag: "tags", path: "paths", method: "methods", id: "ids" } as const;

/**
 * `tag:invoices`, `path:/admin`, `method:GET` or an operation's id: which operations of an API are meant. Undefined where there
 * are no words. Words of one kind are alternatives; different kinds must all fit.
 */
function operationFilter(words: readonly string[]): OperationFilter | undefined {
  if (words.length === 0) return undefined;
  const lists = new Map<string, string[]>();
  for (const word of words) {
    const [, kind = "id", text = word] = /^(tag|path|method|id):(.*)$/s.exec(word) ?? [];
    const name = LISTS[kind as keyof typeof LISTS];
    lists.set(name, [...(lists.get(name) ?? []), text]);
  }
  return Object.fromEntries(lists);
}
