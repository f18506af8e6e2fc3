/**
 * `toolplane/openapi`: any web API with a description, as tools. An entry of its own, so that it is loaded only where it is used.
 */
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
export { OpenApiToolAdapter } from "./open-api-tool-adapter.ts";
