/** How the servers and APIs are doing. Each is started or read, as by a call, unless only the list is wanted. */

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
import { renderTable } from "../../terminal/lines/render-table.ts";
import { showProgress } from "../../terminal/show-progress.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { indentText } from "../../terminal/text/wrap-text.ts";

export const runSources: CommandRun = async (context) => {
  const { terminal, arguments: given } = context;
  const settings = await readSettings(context);
  const all = await readSources(settings.userData);
  const [name] = given.words;
  const sources = name === undefined ? all : [findSource(all, name)];
  const states = given.flag("quick") ? new Map() : await look(context, sources);
  terminal.json({ sources: sources.map((source) => sourceFacts(source, states.get(source.name))) });
  if (sources.length === 0) {
    terminal.note(
      "No MCP server or web API is behind toolplane yet.\ntoolplane add --help   has examples.",
    );
    return EXIT_CODES.done;
  }
  print(context, sources, states);
  const isWell = [...states.values()].every(({ health }) => health.state === "ready");
  return isWell ? EXIT_CODES.done : EXIT_CODES.failed;
};

type States = ReadonlyMap<string, SourceState>;

async function look(context: CommandContext, sources: readonly Source[]): Promise<States> {
  const settings = await readSettings(context);
  const state = await openState(settings.userData);
  const progress = showProgress(context.terminal, formatPlural(sources.length, "server"));
  try {
    return await lookAtSources({ settings, state }, sources);
  } finally {
    progress.end();
    await state.close();
  }
}

function print({ terminal }: CommandContext, sources: readonly Source[], states: States): void {
  const width = terminal.columns();
  const lines = renderTable({
    columns: [
      { title: "Source", shrink: 8 },
      { title: "State" },
      { title: "Tools", align: "right" },
      { title: "Server", shrink: 20 },
    ],
    rows: sources.map((source) => rowOf(source, states.get(source.name))),
    width,
    paint: terminal.out,
  });
  for (const line of lines) terminal.print(line);
  for (const { name } of sources)
    for (const { id, drift } of states.get(name)?.tools ?? []) {
      if (drift === null) continue;
      terminal.print(`\n${terminal.out.mark("ask")} ${terminal.out.style("bold", escapeText(id))}`);
      for (const line of indentText(escapeText(drift.reason), "  ", width)) terminal.print(line);
      for (const line of diffLines(drift.change.diff, { paint: terminal.out, width, indent: 2 }))
        terminal.print(line);
    }
}

function rowOf(source: Source, state: SourceState | undefined) {
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
