/** A host's settings for `web_search`: under `toolConfig.web_search`, and handed to `createWebSearchTool`. */
import type { JsonSchema } from "@toolplane/contract";

/** A header: its text, or the environment variable that holds it. */
export type HeaderSource = string | SecretHeader;

/** `prefix` comes before the value: `Bearer `. */
export interface SecretHeader {
  readonly env: string;
  readonly prefix?: string;
}

/** A SearXNG server, or a service that answers like one. */
export interface SearxngConfig {
  readonly kind: "searxng";
  /** The server, such as `https://search.example/`; `search` below it is asked. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, HeaderSource>>;
}

/** Any service that answers in JSON. */
export interface JsonSearchConfig {
  readonly kind: "json";
  /** The address; `{query}` and `{count}` in it are filled in, percent-encoded. */
  readonly url: string;
  readonly method?: "GET" | "POST";
  /** The JSON body of a POST; texts in it that are `{query}` or `{count}` are filled in. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, HeaderSource>>;
  /** The most that the service gives at once; requests never exceed it. */
  readonly maxCount?: number;
  /** The path of the list of hits in the answer, such as `web.results`; the answer itself unless given. */
  readonly results?: string;
  /** Members of a hit, each a path too. `title`, `url` and `snippet` unless given. */
  readonly title?: string;
  readonly link?: string;
  readonly snippet?: string;
}

/** Google's Programmable Search: at most ten hits to a call. */
export interface GoogleSearchConfig {
  readonly kind: "google";
  /** The id of the search engine (`cx`). */
  readonly engine: string;
  /** The environment variable that holds the key; `GOOGLE_SEARCH_API_KEY` unless given. */
  readonly key?: string;
  /** Another address of the service, such as a proxy of one's own. */
  readonly url?: string;
}

export type SearchProviderConfig = SearxngConfig | JsonSearchConfig | GoogleSearchConfig;

export interface WebSearchConfig {
  readonly providers?: readonly SearchProviderConfig[];
  /** Calls in one session; 25 unless given. */
  readonly callsPerSession?: number;
  /** For one call; 15,000 unless given. */
  readonly timeoutMs?: number;
  /** Hits when the call does not say; 5 unless given. */
  readonly maxResults?: number;
}

const text = { type: "string", minLength: 1, maxLength: 2_000 } as const;
const variable = {
  type: "object",
  properties: { env: text, prefix: { type: "string", maxLength: 100 } },
  required: ["env"],
  additionalProperties: false,
} as const;
const headers = {
  type: "object",
  additionalProperties: { anyOf: [{ type: "string" }, variable] },
} as const;

/** The schema of the above; `enabled` and `timeoutMs` are every tool's. */
export const WEB_SEARCH_CONFIG: JsonSchema = {
  type: "object",
  properties: {
    providers: {
      type: "array",
      maxItems: 20,
      items: {
        type: "object",
        properties: {
          kind: { enum: ["searxng", "json", "google"] },
          url: text,
          engine: text,
          key: text,
          method: { enum: ["GET", "POST"] },
          body: { type: "object" },
          headers,
          maxCount: { type: "integer", minimum: 1, maximum: 100 },
          results: { type: "string", maxLength: 200 },
          title: text,
          link: text,
          snippet: text,
        },
        required: ["kind"],
        additionalProperties: false,
        if: { properties: { kind: { const: "google" } } },
        // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
        then: { required: ["engine"] },
        else: { required: ["url"] },
      },
    },
    callsPerSession: { type: "integer", minimum: 0 },
    maxResults: { type: "integer", minimum: 1, maximum: 20 },
  },
  additionalProperties: false,
};
