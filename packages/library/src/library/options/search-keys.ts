/**
 * Finds search services by the keys that lie in the environment, where none is configured. A key is named here and read when a
 * call needs it, through the door for variables. The address of a service is what the tool requires and what rules judge.
 */
import type { Json, JsonObject } from "@toolplane/contract";
import type { SearchProviderConfig } from "@toolplane/tools";

type Environment = Readonly<Record<string, string | undefined>>;
type ToolConfig = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** The names of tools that search, by preset. */
const SEARCH_IDS: readonly string[] = ["web_search", "web-search"];

/** For people who ask why there is no search. */
export const SEARCH_KEY_NAMES: readonly string[] = [
  "BRAVE_API_KEY",
  "TAVILY_API_KEY",
  "GOOGLE_SEARCH_API_KEY with GOOGLE_SEARCH_ENGINE_ID",
];

/** The services that there are keys for; one of them is chosen for a session, and stays. */
export function keyedProviders(
  environment: Environment,
): readonly (SearchProviderConfig & JsonObject)[] {
  const { BRAVE_API_KEY, TAVILY_API_KEY, GOOGLE_SEARCH_API_KEY, GOOGLE_SEARCH_ENGINE_ID } =
    environment;
  return [
    ...(GOOGLE_SEARCH_API_KEY && GOOGLE_SEARCH_ENGINE_ID
      ? [{ kind: "google" as const, engine: GOOGLE_SEARCH_ENGINE_ID }]
      : []),
    ...(BRAVE_API_KEY ? [BRAVE] : []),
    ...(TAVILY_API_KEY ? [TAVILY] : []),
  ];
}

/** The configuration of tools with those services in it, where nothing else says which one is asked. */
export function withSearchKeys(
  toolConfig: ToolConfig,
  { environment, preset }: { readonly environment: Environment; readonly preset?: string },
): ToolConfig {
  if (SEARCH_IDS.some((id) => toolConfig[id]?.providers !== undefined)) return toolConfig;
  const providers = keyedProviders(environment);
  if (providers.length === 0) return toolConfig;
  const id = preset === "bundled" ? "web-search" : "web_search";
  return { ...toolConfig, [id]: { ...toolConfig[id], providers } };
}

const BRAVE: SearchProviderConfig & JsonObject = {
  kind: "json",
  url: "https://api.search.brave.com/res/v1/web/search?q={query}&count={count}",
  headers: { "x-subscription-token": { env: "BRAVE_API_KEY" } },
  results: "web.results",
  snippet: "description",
};

const TAVILY: SearchProviderConfig & JsonObject = {
  kind: "json",
  url: "https://api.tavily.com/search",
  method: "POST",
  body: { query: "{query}", max_results: "{count}" },
  headers: { authorization: { env: "TAVILY_API_KEY", prefix: "Bearer " } },
  results: "results",
  snippet: "content",
};
