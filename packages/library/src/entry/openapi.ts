/** `toolplane/openapi`: any web API with a description, as tools. An entry of its own, so that nobody loads it who has none. */
export {
  type Credential,
  fromOpenApi,
  type OpenApiOptions,
  type OpenApiSource,
  type OpenApiTools,
  type OperationFilter,
  type Secret,
  type SkippedOperation,
} from "@toolplane/openapi";
