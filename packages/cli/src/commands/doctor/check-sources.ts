/** Checks the MCP servers and web APIs behind toolplane, from what is kept of them. It starts nothing and asks no one. */

import type { Source, SourceServer } from "@toolplane/gateway/sources/list";
import {
  isTrusted,
  type LastKnown,
  readLastKnown,
  readSources,
} from "@toolplane/gateway/sources/list";
import type { Settings } from "@toolplane/library/rooms/settings";
import { formatMoment, formatPlural } from "@toolplane/readings";
import type { Check } from "./finding.ts";

const name = "Sources";
const MAX_LINES = 40;

const KINDS: Readonly<Record<SourceServer["kind"], string>> = {
  program: "MCP server",
  address: "MCP server elsewhere, unconfined",
  openapi: "web API",
};

export function checkSources({ userData }: Pick<Settings, "userData">): Check {
  return async () => {
    const sources = await readSources(userData);
    if (sources.length === 0)
      return { name, state: "off", text: "none", next: "toolplane add --help has examples." };
    const looks = sources.map((source) => look(source, readLastKnown(userData, source)));
    const next = looks.find((one) => one.next !== undefined)?.next;
    const lines = looks.map(({ line }) => line);
    const more = lines.length - MAX_LINES;
    return {
      name,
      state: next === undefined ? "fine" : "decide",
      text: countText(sources),
      lines: [
        ...lines.slice(0, MAX_LINES),
        ...(more > 0
          ? [`and ${formatPlural(more, "more", "more")}: toolplane sources --quick`]
          : []),
      ],
      ...(next === undefined ? {} : { next }),
    };
  };
}

function countText(sources: readonly Source[]): string {
  const apis = sources.filter(({ server }) => server.kind === "openapi").length;
  const servers = sources.length - apis;
  const off = sources.filter(({ enabled }) => !enabled).length;
  return [
    ...(servers > 0 ? [formatPlural(servers, "MCP server")] : []),
    ...(apis > 0 ? [formatPlural(apis, "web API")] : []),
    ...(off > 0 ? [`${off} off`] : []),
  ].join(", ");
}

interface Look {
  readonly line: string;
  /** The step that a person has to take. */
  readonly next?: string;
}

function look(source: Source, known: LastKnown | null): Look {
  const { server, enabled, pins, tools } = source;
  const head = `${source.name}: ${KINDS[server.kind]}`;
  const pinned = `${formatPlural(Object.keys(pins).length, "tool")} pinned`;
  const chosen = tools.length > 0 ? [`only ${formatPlural(tools.length, "tool")} taken`] : [];
  const say = (...words: readonly string[]): string =>
    [head, ...words, pinned, ...chosen].join(", ");
  if (!enabled) return { line: say("off") };
  const accept = `toolplane sources accept ${source.name}`;
  if (!isTrusted(source)) return { line: say("not agreed to as it is now"), next: accept };
  if (known === null) return { line: say("not started yet") };
  const words = [
    `${known.state} at ${formatMoment(known.atMs, { nowMs: Date.now() })}`,
    ...(known.changed > 0 ? [`${formatPlural(known.changed, "tool")} changed`] : []),
    ...(known.left > 0 ? [`${formatPlural(known.left, "tool")} left out`] : []),
  ];
  const line = say(...words);
  if (known.state !== "ready")
    return { line, next: `toolplane sources ${source.name} tries it and says why.` };
  return known.changed > 0 ? { line, next: `${accept} shows what changed and asks.` } : { line };
}
