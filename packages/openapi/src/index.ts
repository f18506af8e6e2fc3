export type { AuthOptions } from "./auth/choose-credentials.ts";
export type {
  ApiKeyCredential,
  BasicCredential,
  BearerCredential,
  ClientCredential,
  Credential,
  LoginCredential,
  Secret,
  SecretCredential,
  UsableCredential,
} from "./auth/credential.ts";
export { defineOpenApi, type OpenApiDefinitions } from "./define-open-api.ts";
export type { OperationDefinition } from "./definition/operation-definition.ts";
export {
  createOperationRestorer,
  type RestoreOperation,
  type RestoreOptions,
} from "./definition/restore-operation.ts";
export type { OpenApiVersion } from "./document/read-document.ts";
export { fromOpenApi, type OpenApiTools } from "./from-open-api.ts";
export type { OpenApiOptions, OpenApiSource } from "./open-api-options.ts";
export type { ServerOptions } from "./operation/choose-server.ts";
export type { FilterOptions, OperationFilter } from "./operation/filter-operations.ts";
export type { SkippedOperation } from "./operation/list-operations.ts";
export type { ApiFacts } from "./read-open-api.ts";
export type { NextPage } from "./response/next-page.ts";
export type { Answer, AnswerData } from "./response/settle-answer.ts";
