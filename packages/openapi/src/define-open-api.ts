/** Reads a description into definitions, for a program that keeps them, compares them, and makes tools of them later. */
import { defineOperation, type OperationDefinition } from "./definition/operation-definition.ts";
import type { OpenApiOptions, OpenApiSource } from "./open-api-options.ts";
import { type ApiFacts, readOpenApi, toolPrefix } from "./read-open-api.ts";

export interface OpenApiDefinitions extends ApiFacts {
  readonly definitions: readonly OperationDefinition[];
}

/** Reads a description; rejects with a ConfigurationError when it is none, or the options are wrong. */
export async function defineOpenApi(
  source: OpenApiSource,
  options: OpenApiOptions = {},
): Promise<OpenApiDefinitions> {
  const { operations, facts, notes } = await readOpenApi(source, options);
  const { length } = toolPrefix(options);
  return {
    ...facts,
    definitions: operations.map(({ id, listed, read }) =>
      defineOperation(id.slice(length), listed, read()),
    ),
    notes: notes(),
  };
}
