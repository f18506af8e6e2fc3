/** Providers from configuration: a SearXNG server, Google, or any service that answers in JSON. */
import { ConfigurationError } from "@toolplane/contract";
import type { SearchProvider, SearchQuery, SearchResult } from "./search-provider.ts";
import type {
  GoogleSearchConfig,
  HeaderSource,
  JsonSearchConfig,
  SearchProviderConfig,
  SearxngConfig,
  SecretHeader,
} from "./web-search-config.ts";

const WHERE = "toolConfig.web_search.providers";

/** Makes a provider; throws a ConfigurationError when its address is none. */
export function createSearchProvider(given: SearchProviderConfig): SearchProvider {
  const config = given.kind === "google" ? googleService(given) : given;
  const filled = config.url.replaceAll("{query}", "q").replaceAll("{count}", "1");
  const url = URL.parse(filled);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigurationError(
      WHERE,
      `url "${config.url.slice(0, 100)}" is not an http or https address`,
    );
  // A query that stood in the host would choose where it is sent.
  if (/^[^/]*\/\/[^/?#]*[{}]/.test(config.url))
    throw new ConfigurationError(WHERE, "{query} and {count} may not stand in the host");
  return config.kind === "searxng"
    ? createSearxngProvider(config, url)
    : createJsonProvider(config, url);
}

const GOOGLE = "https://customsearch.googleapis.com/customsearch/v1";

/** The key is a header, so that it is in no address that is judged, shown or recorded. */
function googleService({ engine, key, url = GOOGLE }: GoogleSearchConfig): JsonSearchConfig {
  return {
    kind: "json",
    url: `${url}?cx=${encodeURIComponent(engine)}&q={query}&num={count}`,
    maxCount: 10,
    headers: { "x-goog-api-key": { env: key ?? "GOOGLE_SEARCH_API_KEY" } },
    results: "items",
    link: "link",
  };
}

function createSearxngProvider(config: SearxngConfig, base: URL): SearchProvider {
  const path = base.pathname.replace(/\/(?:search)?$/, "");
  const address = `${base.origin}${path}/search`;
  return {
    name: `SearXNG at ${base.host}`,
    address,
    secretHeaders: secretHeaders(config.headers),
    refusalHint: "The server must allow the format json (search.formats in its settings).",
    request: ({ query }) => {
      const url = new URL(address);
      url.searchParams.set("q", query);
      url.searchParams.set("format", "json");
      return { url: url.href, headers: plainHeaders(config.headers) };
    },
    read: (answer) => readHits(answer, { results: "results", snippet: "content" }),
  };
}

function createJsonProvider(config: JsonSearchConfig, base: URL): SearchProvider {
  return {
    name: base.host,
    address: base.href,
    secretHeaders: secretHeaders(config.headers),
    refusalHint: "Check the key in its configuration.",
    request: (asked) => {
      const most = config.maxCount ?? asked.count;
      const query = { ...asked, count: Math.min(asked.count, most) };
      const url = config.url
        .replaceAll("{query}", encodeURIComponent(query.query))
        .replaceAll("{count}", String(query.count));
      const headers = plainHeaders(config.headers);
      if (config.method !== "POST") return { url, headers };
      return {
        url,
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify(fillIn(config.body ?? {}, query)),
      };
    },
    read: (answer) => readHits(answer, config),
  };
}

type Headers = Readonly<Record<string, HeaderSource>>;

function plainHeaders(headers: Headers = {}): Readonly<Record<string, string>> {
  const plain: Record<string, string> = { accept: "application/json" };
  for (const [name, source] of Object.entries(headers))
    if (typeof source === "string") plain[name] = source;
  return plain;
}

function secretHeaders(headers: Headers = {}): Readonly<Record<string, SecretHeader>> {
  const secret: Record<string, SecretHeader> = {};
  for (const [name, source] of Object.entries(headers))
    if (typeof source !== "string") secret[name] = source;
  return secret;
}

/** Only whole texts are filled in, so a query cannot become anything but a text. */
function fillIn(value: unknown, query: SearchQuery): unknown {
  if (value === "{query}") return query.query;
  if (value === "{count}") return query.count;
  if (Array.isArray(value)) return value.map((item) => fillIn(item, query));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, fillIn(member, query)]),
  );
}

type Paths = Pick<JsonSearchConfig, "results" | "title" | "link" | "snippet">;

function readHits(answer: unknown, paths: Paths): readonly Partial<SearchResult>[] | null {
  const list = follow(answer, paths.results ?? "");
  if (!Array.isArray(list)) return null;
  return list.map((hit) => ({
    title: textAt(hit, paths.title ?? "title"),
    url: textAt(hit, paths.link ?? "url"),
    snippet: textAt(hit, paths.snippet ?? "snippet"),
  }));
}

function textAt(value: unknown, path: string): string {
  const found = follow(value, path);
  return typeof found === "string" ? found : "";
}

function follow(value: unknown, path: string): unknown {
  let at = value;
  for (const name of path.split(".").filter((part) => part !== "")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[name];
  }
  return at;
}
