/** A web API, as a person reads it before agreeing: where requests go, where a credential goes, what is left out. */

import type { SourceApi } from "@toolplane/gateway/sources/list";
import type { SourceState } from "@toolplane/gateway/sources/run";
import { describeValues, splitAuth } from "@toolplane/gateway/sources/start";
import { formatPlural, isLoopbackAddress } from "@toolplane/readings";
import type { Paint } from "../terminal/paint.ts";
import { escapeText } from "../terminal/text/escape-text.ts";
import { wrapText } from "../terminal/text/wrap-text.ts";

type Api = NonNullable<SourceState["api"]>;

const WORDS = "Credential".length;
const MAX_REASONS = 20;
const MAX_NAMED = 3;
const MAX_NOTES = 20;

/** Lines; empty for what is no API, or was not read. */
export function apiLines(
  server: SourceApi,
  api: Api | undefined,
  { paint, width }: { readonly paint: Paint; readonly width: number },
): readonly string[] {
  if (api?.title === undefined) return [];
  const { title, apiVersion = "", version = "", hosts = [], skipped = [], leftOut = 0 } = api;
  const rows = [
    ["API", `${title}${apiVersion === "" ? "" : ` ${apiVersion}`} (OpenAPI ${version})`],
    ["Hosts", hosts.length === 0 ? "none" : hosts.join(", ")],
    ["Wants", api.auth?.length ? api.auth.join(", ") : "no credential"],
    ["Credential", credentialWords(server, api)],
    ...(leftOut > 0 ? [["Left out", `${formatPlural(leftOut, "operation")} by your choice`]] : []),
  ];
  return [
    ...rows.flatMap(([word = "", text = ""]) =>
      wrapText(escapeText(text), width - WORDS - 3).map(
        (line, index) => `  ${paint.style("dim", (index === 0 ? word : "").padEnd(WORDS))} ${line}`,
      ),
    ),
    ...skippedLines(skipped, paint),
    ...(api.notes ?? [])
      .slice(0, MAX_NOTES)
      .map((note) => `  ${paint.mark("ask")} ${escapeText(note)}`),
  ];
}

/** Where it comes from and where it goes; never what it is. */
function credentialWords(
  { auth, headers, origins, tokenUrl }: SourceApi,
  { origin = null }: Pick<Api, "origin">,
): string {
  const given = [
    ...(auth === undefined ? [] : [["auth", splitAuth(auth).text] as const]),
    ...Object.entries(headers),
  ];
  if (given.length === 0) return "none given";
  const words = describeValues(Object.fromEntries(given)).join(", ");
  const places = [...new Set([...(origin === null ? [] : [origin]), ...(origins ?? [])])];
  if (places.length === 0) return `${words}; goes nowhere: the description names no server`;
  const plain = places.some((place) => isPlain(place)) ? ", not encrypted" : "";
  const signIn = tokenUrl === undefined ? "" : `; the client's secret goes to ${tokenUrl}`;
  return `${words}; goes to ${places.join(", ")} and nowhere else${plain}${signIn}`;
}

function isPlain(origin: string): boolean {
  const url = URL.parse(origin);
  return url?.protocol === "http:" && !isLoopbackAddress(url.hostname);
}

/** By reason: large descriptions skip many operations for the same one. */
function skippedLines(skipped: NonNullable<Api["skipped"]>, paint: Paint): readonly string[] {
  const reasons = new Map<string, string[]>();
  for (const { operation, reason } of skipped)
    reasons.set(reason, [...(reasons.get(reason) ?? []), operation]);
  const lines = [...reasons].slice(0, MAX_REASONS).map(([reason, operations]) => {
    const more = operations.length - MAX_NAMED;
    const names = operations.slice(0, MAX_NAMED).join(", ");
    const rest = more > 0 ? ` and ${more} more` : "";
    return `  ${paint.mark("deny")} skipped ${escapeText(`${names}${rest}: ${reason}`)}`;
  });
  const unsaid = reasons.size - MAX_REASONS;
  return unsaid > 0
    ? [...lines, `  ${paint.mark("deny")} and for ${formatPlural(unsaid, "other reason")}`]
    : lines;
}
