import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ToolRow } from "@toolplane/kernel";
import { nearestName } from "@toolplane/readings";
import { readKeptTools } from "../../../product/kept-tools.ts";
import { type Catalog, openCatalog } from "../../../product/open-catalog.ts";
import { readFolderTools } from "../../../product/read-folder-tools.ts";
import { readSettings } from "../../../settings/read-settings.ts";
import { openState } from "../../../state/open-state.ts";
import { CliError } from "../../command/cli-error.ts";
import type { CommandRun } from "../../command/command.ts";
import { EXIT_CODES } from "../../command/exit-code.ts";
import { escapeText } from "../../terminal/escape-text.ts";
import { printTool } from "./print-tool.ts";
import { printToolList } from "./print-tool-list.ts";

/** As many as a person reads. */
const MAX_FOUND = 20;

/** Lists, searches, or shows one. */
export const runTools: CommandRun = async (context) => {
  const { terminal, arguments: given } = context;
  const settings = await readSettings(context);
  const { tools: fromFolders, problems } = await readFolderTools(settings);
  const catalog = openCatalog(settings, [
    ...(await readKeptTools(settings.userData)),
    // Only listed: whoever wrote them starts nothing here.
    ...fromFolders.map(({ tool, layer }) => ({
      tool: { ...tool, lifecycle: {} },
      origin: { layer, trusted: true },
    })),
  ]);
  for (const { name, message } of problems)
    terminal.note(`${terminal.err.mark("off")} ${escapeText(name)}: ${escapeText(message)}`);
  const counts = await readCallCounts(settings.userData);
  const rows = catalog.kernel.describe().map((row) => ({ row, calls: counts.get(row.name) ?? 0 }));
  const query = given.words.join(" ").trim();
  const named = rows.filter(({ row }) => row.name === query);
  const tool = catalog.kernel.tools().find(({ tool: one }) => one.id === query)?.tool;
  if (tool && named.length > 0) {
    printTool(terminal, { tool, rows: named });
    return EXIT_CODES.done;
  }
  const found = query === "" ? rows : search(catalog, query, rows);
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

function search<T extends { readonly row: ToolRow }>(
  catalog: Catalog,
  query: string,
  rows: readonly T[],
): readonly T[] {
  const names = catalog.search(query, MAX_FOUND);
  return names.flatMap((name) => rows.filter(({ row }) => row.name === name));
}

/** How often each tool was called here; nothing is made where nothing was kept. */
async function readCallCounts(userData: string): Promise<ReadonlyMap<string, number>> {
  if (!existsSync(join(userData, "record.sqlite"))) return new Map();
  const state = await openState(userData);
  try {
    return await state.store.countTools();
  } finally {
    await state.close();
  }
}
