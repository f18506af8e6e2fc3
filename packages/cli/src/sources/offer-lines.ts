/** The tools of a server, as a person reads them before agreeing: each tool, what changed since the last time, what is left out. */
import type { JsonObject } from "@toolplane/contract";
import type { SourceServer } from "@toolplane/gateway/sources/list";
import { type Definitions, pinOf } from "@toolplane/gateway/sources/list";
import { describeDrift } from "@toolplane/gateway/sources/pins";
import type { UpstreamHealth } from "@toolplane/mcp/client";
import { formatPlural, isLoopbackAddress } from "@toolplane/readings";
import { diffLines } from "../terminal/lines/diff-lines.ts";
import type { View } from "../terminal/paint.ts";
import { escapeText } from "../terminal/text/escape-text.ts";
import { fitText } from "../terminal/text/fit-text.ts";
import { apiLines } from "./api-lines.ts";
import type { Offer } from "./offer.ts";

export function offerLines(
  { source, definitions, left, failure, api }: Offer,
  before: Definitions,
  view: View,
): readonly string[] {
  const { paint } = view;
  const name = paint.style("bold", source.name);
  if (failure !== null)
    return [
      `${paint.mark("failed")} ${name} could not be ${source.server.kind === "openapi" ? "read" : "started"}`,
      ...failure.map((line) => `  ${escapeText(line)}`),
    ];
  const entries = Object.entries(definitions);
  const gone = Object.keys(before).filter((tool) => !Object.hasOwn(definitions, tool));
  const changed = entries.filter(([tool, now]) => isChanged(before[tool], now));
  const shown = [
    ...changed.slice(0, MAX_CHANGED),
    ...entries.filter((one) => !changed.includes(one)).slice(0, MAX_TOOLS),
  ];
  const more = entries.length - shown.length;
  return [
    ...(source.server.kind === "openapi" ? apiLines(source.server, api, view) : []),
    `${paint.mark("allow")} ${name} has ${formatPlural(entries.length, "tool")}; each call asks unless a rule allows it`,
    ...shown.flatMap(([tool, definition]) =>
      toolLines({ server: source.name, tool, definition, before: before[tool] ?? null }, view),
    ),
    ...(more > 0 ? [`  ${paint.mark("off")} and ${more} more`] : []),
    ...gone.map((tool) => `  ${paint.mark("off")} ${escapeText(tool)} is gone`),
    ...left.map(
      ({ name: tool, reason }) =>
        `  ${paint.mark("deny")} ${escapeText(tool)} is left out: ${escapeText(reason)}`,
    ),
  ];
}

/** More than a person reads; all of them are pinned. */
const MAX_TOOLS = 100;
const MAX_CHANGED = 50;

function isChanged(before: JsonObject | undefined, now: JsonObject): boolean {
  return before !== undefined && pinOf(before) !== pinOf(now);
}

/** One line for a tool that is new or the same; with the difference for one that changed. */
function toolLines(
  facts: {
    readonly server: string;
    readonly tool: string;
    readonly definition: JsonObject;
    readonly before: JsonObject | null;
  },
  { paint, width }: View,
): readonly string[] {
  const { server, tool, definition, before } = facts;
  const { description } = definition;
  const words = typeof description === "string" ? (description.split("\n", 1)[0] ?? "") : "";
  const line = fitText(escapeText(`${tool}  ${words}`), width - 4);
  if (before === null || !isChanged(before, definition)) return [`  ${paint.mark("off")} ${line}`];
  const { change } = describeDrift({
    tool,
    server,
    agreed: before,
    isPinned: true,
    now: definition,
  });
  return [
    `  ${paint.mark("ask")} ${escapeText(tool)} was changed`,
    ...diffLines(change.diff, { paint, width, indent: 4 }),
  ];
}

/** The known facts about a server that does not run. */
export function failureLines(
  health: UpstreamHealth | undefined,
  place: { readonly server: SourceServer; readonly openHosts: readonly string[] },
): readonly string[] {
  if (health === undefined) return ["It is switched off."];
  const notes = health.notes.slice(-5);
  return [
    health.message === "" ? `It is ${health.state}.` : health.message,
    ...(notes.length > 0 ? ["The last it said:", ...notes.map((note) => `  ${note}`)] : []),
    ...(health.state === "unauthorized" ? TOKEN_HINT : []),
    ...reachLines(place),
  ];
}

const TOKEN_HINT: readonly string[] = [
  "The same with --oauth signs you in with a browser.",
  "With a token of yours: --header 'Authorization=Bearer ${env:NAME}'",
];

/** Says how to open a server on this machine: its address is closed to everyone until its owner opens it. */
function reachLines({
  server,
  openHosts,
}: {
  readonly server: SourceServer;
  readonly openHosts: readonly string[];
}): readonly string[] {
  if (server.kind !== "address" || !URL.canParse(server.url)) return [];
  const { host, hostname } = new URL(server.url);
  const address = hostname.replace(/^\[|\]$/g, "");
  if (address !== "localhost" && !isLoopbackAddress(address)) return [];
  if (openHosts.includes(host)) return [];
  return [
    `A server on this machine is reached where your own config.jsonc opens it: "reach": { "hosts": [${JSON.stringify(host)}] }`,
  ];
}
