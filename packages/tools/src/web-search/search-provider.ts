/** The seam to search services: a provider says what to send and reads what comes back; the tool does the sending. */
import type { NetRequest } from "@toolplane/contract";
import type { SecretHeader } from "./web-search-config.ts";

export interface SearchResult {
  readonly title: string;
  readonly url: string;
  readonly snippet: string;
}

export interface SearchQuery {
  readonly query: string;
  readonly count: number;
}

export interface SearchRequest extends NetRequest {
  readonly url: string;
}

/** One service. Pure: it touches nothing itself. */
export interface SearchProvider {
  /** For errors and for people. */
  readonly name: string;
  /** Where every request goes: its host is what the tool requires. */
  readonly address: string;
  /** Environment variables that hold the values of headers, by header name. */
  readonly secretHeaders: Readonly<Record<string, SecretHeader>>;
  request(query: SearchQuery): SearchRequest;
  /** Reads the parsed answer; null when it is not what this service answers. */
  read(answer: unknown): readonly Partial<SearchResult>[] | null;
  /** The usual reason of a refusal here. */
  readonly refusalHint: string;
}
