/** The description of a source, read as the source says. */
import { defineOpenApi, type OpenApiDefinitions } from "@toolplane/openapi";
import type { SourceApi } from "../list/source.ts";
import type { ApiCredential } from "./api-credential.ts";
import { operationFilter } from "./operation-words.ts";
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
    ...{ name, headers },
    ...(auth ? { auth } : {}),
    ...(api.origins === null ? {} : { authOrigins: api.origins }),
    ...(only ? { only } : {}),
    ...(except ? { except } : {}),
    ...(api.server === undefined ? {} : { baseUrl: api.server }),
    ...(location === undefined ? {} : { location }),
  });
}
