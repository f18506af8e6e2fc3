import type { ToolRow } from "@toolplane/kernel";
import { listTools } from "@toolplane/library/rooms/product";
import { readSettings } from "@toolplane/library/rooms/settings";
import { nearestName } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { show } from "../../terminal/shown/show.ts";
import { note } from "../../terminal/shown/shown.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { toolListReport } from "./tool-list-report.ts";
import { toolReport } from "./tool-report.ts";

/** Lists, searches, or shows one. */
export const runTools: CommandRun = async (context) => {
  const { arguments: given } = context;
  const { rows, problems, find, search } = await listTools(await readSettings(context), context);
  show(
    context.terminal,
    problems.map(({ name, message }) => note(`${name}: ${message}`, { mark: "off" })),
  );
  const query = given.words.join(" ").trim();
  const named = rows.filter(({ row }) => row.name === query);
  const tool = find(query);
  const [first, ...others] = named;
  if (tool && first) return toolReport(tool, [first, ...others]);
  const found = query === "" ? rows : search(query);
  if (found.length === 0)
    throw notFound(
      query,
      rows.map(({ row }) => row.name),
    );
  const shown =
    given.flag("all") || query !== "" ? found : found.filter(({ row }) => isOffered(row));
  return toolListReport({ rows: shown, total: rows.length, query });
};

function notFound(query: string, names: readonly string[]): CliError {
  const nearest = nearestName(query, names);
  const hint = nearest === null ? "" : ` Did you mean: toolplane tools ${nearest}`;
  return new CliError(`No tool answers to "${escapeText(query)}".${hint}`, {
    next: [`toolplane tools   lists all ${names.length}.`],
  });
}

/** Refused tools are listed too: a name that does not do what a person thinks is worth a line. */
function isOffered({ bound, status }: ToolRow): boolean {
  return bound || status === "refused";
}
