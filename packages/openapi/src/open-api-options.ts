/** Options for a description beside the description itself. */
import type { AuthOptions } from "./auth/choose-credentials.ts";
import type { ServerOptions } from "./operation/choose-server.ts";
import type { FilterOptions } from "./operation/filter-operations.ts";
import type { Settle } from "./tool/run-operation.ts";

export interface OpenApiOptions extends AuthOptions, ServerOptions, FilterOptions {
  /** A short name of the API. Its tools are then called `openapi__NAME__OPERATION`, and no other source's can look like them. */
  readonly name?: string;
  /** Begins every tool's id; wins over what follows from `name`. */
  readonly prefix?: string;
  /** Ids that no operation may take or imitate, beside those of our own tools. */
  readonly reserved?: readonly string[];
  /** Leaves operations without an `operationId` out. */
  readonly needsOperationId?: boolean;
  /** About how many characters the schema of one tool may have. */
  readonly maxSchemaSize?: number;
  /** Time of one request; 30 seconds unless given. */
  readonly timeoutMs?: number;
  /** Bytes of an answer's body; 1,000,000 unless given, and the rest is left out. */
  readonly maxBytes?: number;
  /** The longest that an API's `Retry-After` is waited for within a call; 0 never waits. */
  readonly maxWaitMs?: number;
  /** Makes a result of an answer another way. */
  readonly settle?: Settle;
  /** Reads a file for `{ file }`. */
  readonly readFile?: (path: string) => Promise<string>;
  /** Fetches a text for `{ url }`. */
  readonly fetchText?: (url: string) => Promise<string>;
}

/** A description: its text (JSON or YAML), the parsed object, or where it lies. */
export type OpenApiSource = string | object | { readonly file: string } | { readonly url: string };
