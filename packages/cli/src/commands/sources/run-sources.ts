/** Reports how the servers and APIs are doing. Each is started or read, as by a call, unless only the list is wanted. */

import type { Source } from "@toolplane/gateway/sources/list";
import { isTrusted, readSources } from "@toolplane/gateway/sources/list";
import type { SourceState } from "@toolplane/gateway/sources/run";
import { lookAtSources, sourceFacts } from "@toolplane/library/rooms/product";
import { readSettings } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import { formatPlural, quoteVisibly } from "@toolplane/readings";
import type { CommandContext, CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { findSource } from "../../sources/find-source.ts";
import { diffLines } from "../../terminal/lines/diff-lines.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { drawing, line, note, type Shown, table } from "../../terminal/shown/shown.ts";

export const runSources: CommandRun = async (context) => {
  const { arguments: given } = context;
  const settings = await readSettings(context);
  const all = await readSources(settings.userData);
  const [name] = given.words;
  const sources = name === undefined ? all : [findSource(all, name)];
  const states: States = given.flag("quick") ? new Map() : await look(context, sources);
  const json = { sources: sources.map((source) => sourceFacts(source, states.get(source.name))) };
  if (sources.length === 0)
    return {
      json,
      shown: [
        note("No MCP server or web API is behind toolplane yet."),
        note("toolplane add --help   has examples."),
      ],
    };
  const isWell = [...states.values()].every(({ health }) => health.state === "ready");
  return {
    exitCode: isWell ? EXIT_CODES.done : EXIT_CODES.failed,
    json,
    shown: [sourceTable(sources, states), ...driftLines(sources, states)],
  };
};

type States = ReadonlyMap<string, SourceState>;

async function look(context: CommandContext, sources: readonly Source[]): Promise<States> {
  const settings = await readSettings(context);
  const state = await openState(settings);
  const progress = showProgress(context.terminal, formatPlural(sources.length, "server"));
  try {
    return await lookAtSources({ settings, state }, sources);
  } finally {
    progress.end();
    await state.close();
  }
}

function sourceTable(sources: readonly Source[], states: States): Shown {
  return table({
    columns: [
      { title: "Source", shrink: 8 },
      { title: "State" },
      { title: "Tools", align: "right" },
      { title: "Server", shrink: 20 },
    ],
    rows: sources.map((source) => sourceRow(source, states.get(source.name))),
  });
}

/** Tools that are no longer what a person agreed to, each with the difference. */
function driftLines(sources: readonly Source[], states: States): readonly Shown[] {
  const tools = sources.flatMap(({ name }) => states.get(name)?.tools ?? []);
  return tools.flatMap(({ id, drift }) => {
    if (drift === null) return [];
    return [
      line(),
      line([{ text: id, style: "bold" }], { mark: "ask" }),
      line(drift.reason, { indent: 2, wraps: true }),
      drawing((view) => diffLines(drift.change.diff, { ...view, indent: 2 })),
    ];
  });
}

function sourceRow(source: Source, state: SourceState | undefined) {
  const { name, server, pins } = source;
  const words =
    server.kind === "program"
      ? [server.command, ...server.args].map(quoteVisibly).join(" ")
      : server.kind === "address"
        ? server.url
        : server.description;
  const drifted = state?.tools.filter(({ drift }) => drift !== null).length ?? 0;
  return {
    cells: [
      name,
      stateWords(source, state),
      String(state ? state.tools.length : Object.keys(pins).length),
      words,
    ],
    notes: [
      ...(isTrusted(source)
        ? []
        : [`nobody agreed to it as it is now: toolplane sources accept ${name}`]),
      ...(server.kind === "program" && server.writes
        ? [`may write ${server.writes.join(", ")}`]
        : []),
      ...(state && state.health.message !== "" ? [state.health.message] : []),
      ...(drifted > 0
        ? [`${formatPlural(drifted, "tool")} changed: toolplane sources accept ${name}`]
        : []),
      ...(state?.left ?? []).map(({ name: tool, reason }) => `${tool} is left out: ${reason}`),
    ],
  };
}

function stateWords(source: Source, state: SourceState | undefined): string {
  if (!source.enabled) return "off";
  if (!isTrusted(source)) return "not agreed to";
  const place = state?.unconfined ? ", unconfined" : "";
  return `${state?.health.state ?? "kept"}${place}`;
}
