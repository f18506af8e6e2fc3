/**
 * Asks a search service. The host chooses it, so the tool is made from its configuration: what it requires and what a
 * call touches are the hosts of the configured services and nothing else. A session asks the same service every time;
 * it never falls back to another one, because a query reveals something to its service.
 */
import {
  defineTool,
  type NetResponse,
  output,
  type Resource,
  type Tool,
  ToolError,
} from "@toolplane/contract";
import type { Analyzer } from "@toolplane/contract/ports";
import { decodeBody } from "../document/decode-body.ts";
import { readMediaType } from "../document/media-type.ts";
import { createSearchProvider } from "./create-search-provider.ts";
import type { SearchProvider, SearchResult } from "./search-provider.ts";
import { WEB_SEARCH_CONFIG, type WebSearchConfig } from "./web-search-config.ts";

export interface WebSearchArguments {
  readonly query: string;
  readonly max_results?: number;
}

export interface WebSearchData {
  readonly results: readonly SearchResult[];
}

const CALLS_PER_SESSION = 25;
const TIMEOUT_MS = 15_000;
const RESULTS = 5;
const MAX_RESULTS = 20;
const MAX_BYTES = 2_000_000;

/** Makes the tool for the configured services. Throws a ConfigurationError when one of them cannot be. */
export function createWebSearchTool(
  config: WebSearchConfig = {},
): Tool<WebSearchArguments, WebSearchData> {
  const providers = (config.providers ?? []).map(createSearchProvider);
  const variables = providers.flatMap(variablesOf);
  const count = config.maxResults ?? RESULTS;
  return defineTool({
    id: "web_search",
    label: "Web search",
    description:
      "Searches the web and returns titles, addresses and snippets. Read a page that looks right with web_fetch.",
    parameters: searchParameters(count),
    requires: {
      net: { hosts: [...new Set(providers.map(hostOf))] },
      env: [...new Set(variables)],
    },
    footprint: (_args, analyzer) => touches(providers, analyzer),
    mode: "read",
    kind: "fetch",
    repeatable: true,
    limits: {
      callsPerSession: config.callsPerSession ?? CALLS_PER_SESSION,
      timeoutMs: config.timeoutMs ?? TIMEOUT_MS,
    },
    config: WEB_SEARCH_CONFIG,
    execute: async ({ query, max_results }, { net, env, call }) => {
      const provider = chooseProvider(providers, call.sessionId);
      if (provider === undefined)
        throw new ToolError(
          "unavailable",
          "No search service is configured. Whoever runs this sets toolConfig.web_search.providers.",
        );
      const wanted = max_results ?? count;
      const request = provider.request({ query, count: wanted });
      const headers = { ...request.headers, ...readSecrets(provider, (name) => env.get(name)) };
      const response = await net.fetch(request.url, { ...request, headers, maxBytes: MAX_BYTES });
      const results = await readResults(provider, response, wanted);
      return output({ results }, { untrusted: { source: provider.name } });
    },
  });
}

/** The tool `web_search` with no service behind it yet. */
export const webSearchTool: Tool<WebSearchArguments, WebSearchData> = createWebSearchTool();

function searchParameters(count: number) {
  return {
    type: "object",
    properties: {
      query: { type: "string", minLength: 1, maxLength: 500, description: "What to look for." },
      max_results: {
        type: "integer",
        minimum: 1,
        maximum: MAX_RESULTS,
        description: `How many results. Default: ${count}.`,
      },
    },
    required: ["query"],
    additionalProperties: false,
  } as const;
}

function hostOf({ address }: SearchProvider): string {
  const { protocol, host, port } = new URL(address);
  return port === "" ? `${host}:${protocol === "http:" ? 80 : 443}` : host;
}

/** Names every service that it may be, for a person: which one it is, is known when the session is. */
function touches(providers: readonly SearchProvider[], analyzer: Analyzer): readonly Resource[] {
  const direct = { origin: "direct", via: "argument", argument: "query" } as const;
  return providers.flatMap((provider) => {
    const url = analyzer.url(provider.address);
    const names = variablesOf(provider);
    return [
      ...(url.ok ? [{ capability: "net.fetch", ...url.value, ...direct } as const] : []),
      ...names.map((name) => ({ capability: "env", name, ...direct }) as const),
    ];
  });
}

function variablesOf({ secretHeaders }: SearchProvider): readonly string[] {
  return Object.values(secretHeaders).map(({ env }) => env);
}

function readSecrets(
  { secretHeaders, name }: SearchProvider,
  read: (variable: string) => string | undefined,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [header, { env: variable, prefix = "" }] of Object.entries(secretHeaders)) {
    const value = read(variable);
    if (value === undefined || value === "")
      throw new ToolError("unavailable", `${name} needs the environment variable ${variable}.`);
    headers[header] = prefix + value;
  }
  return headers;
}

async function readResults(
  provider: SearchProvider,
  response: NetResponse,
  count: number,
): Promise<readonly SearchResult[]> {
  const { status, headers, body } = response;
  if (status === 401 || status === 403)
    throw new ToolError("failed", `${provider.name} refused (${status}). ${provider.refusalHint}`);
  if (status < 200 || status > 299)
    throw new ToolError("unavailable", `${provider.name} answered with status ${status}.`);
  const { text } = await decodeBody(body, readMediaType(headers["content-type"], body));
  const hits = provider.read(parse(text));
  if (hits === null)
    throw new ToolError("failed", `${provider.name} did not answer with search results.`);
  const { cleanResults } = await import("./clean-results.ts");
  return cleanResults(hits, count);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** One of several for a session, the same at every call and after a restart: a hash of the session's id decides. */
function chooseProvider<T>(providers: readonly T[], sessionId: string): T | undefined {
  return providers[hash(sessionId) % Math.max(1, providers.length)];
}

/** FNV-1a: short, even enough to spread sessions, and no secret hangs on it. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    value ^= text.charCodeAt(at);
    value = Math.imul(value, 0x01000193);
  }
  return value >>> 0;
}
