import type { ToolRow } from "@toolplane/kernel";
import { listTools } from "@toolplane/library/rooms/product";
import { readSettings } from "@toolplane/library/rooms/settings";
import { nearestName } from "@toolplane/readings";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { escapeText } from "../../terminal/text/escape-text.ts";
import { printTool } from "./print-tool.ts";
import { printToolList } from "./print-tool-list.ts";

/** Lists, searches, or shows one. */
export const runTools: CommandRun = async (context) => {
  const { terminal, arguments: given } = context;
  const { rows, problems, find, search } = await listTools(await readSettings(context), context);
  for (const { name, message } of problems)
    terminal.note(`${terminal.err.mark("off")} ${escapeText(name)}: ${escapeText(message)}`);
  const query = given.words.join(" ").trim();
  const named = rows.filter(({ row }) => row.name === query);
  const tool = find(query);
  if (tool && named.length > 0) {
    printTool(terminal, { tool, rows: named });
    return EXIT_CODES.done;
  }
  const found = query === "" ? rows : search(query);
  if (found.length === 0)
    throw notFound(
      query,
      rows.map(({ row }) => row.name),
    );
  const shown =
    given.flag("all") || query !== "" ? found : found.filter(({ row }) => isOffered(row));
  printToolList(terminal, { rows: shown, total: rows.length, query });
  return EXIT_CODES.done;
};

function notFound(query: string, names: readonly string[]): CliError {
  const nearest = nearestName(query, names);
  const hint = nearest === null ? "" : ` Did you mean: toolplane tools ${nearest}`;
  return new CliError(`No tool answers to "${escapeText(query)}".${hint}`, {
    next: [`toolplane tools   lists all ${names.length}.`],
  });
}

/** What is refused or shadowed is told too: a name that does not do what one thinks is worth a line. */
function isOffered({ bound, status }: ToolRow): boolean {
  return bound || status === "refused";
}
