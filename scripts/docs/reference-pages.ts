import { type CliTables, renderCli } from "./cli-page.ts";
import { type ClientTable, renderClients } from "./clients-page.ts";
import { renderConfig, type SettingTable } from "./config-page.ts";
import { type ProgramTable, renderPrograms } from "./programs-page.ts";
import type { SaidBy } from "./read-sentences.ts";
import { renderSentences } from "./sentences-page.ts";
import { renderTools, type ToolTables } from "./tools-page.ts";

/** The data of the reference pages: the tables that the packages export. */
export interface ReferenceTables {
  readonly errors: Readonly<
    Record<string, { readonly retryable: boolean; readonly meaning: string }>
  >;
  readonly events: Readonly<Record<string, string>>;
  readonly tools: ToolTables;
  readonly settings: SettingTable;
  readonly cli: CliTables;
  readonly clients: ClientTable;
  readonly programs: ProgramTable;
  readonly sentences: readonly SaidBy[];
}

const MADE =
  "<!-- Made by `npm run docs:generate` from the code; edit the code, not this page. -->";

/** The text of every generated page, by its path from the root. */
export function renderReferencePages(tables: ReferenceTables): Readonly<Record<string, string>> {
  return {
    "docs/guides/clients.md": page([
      "# Behind your agent",
      "",
      MADE,
      "",
      ...renderClients(tables.clients),
    ]),
    "docs/reference/cli.md": page(["# Command line", "", MADE, "", ...renderCli(tables.cli)]),
    "docs/reference/config.md": page([
      "# Configuration",
      "",
      MADE,
      "",
      ...renderConfig(tables.settings),
    ]),
    "docs/reference/errors.md": renderErrors(tables.errors),
    "docs/reference/events.md": renderEvents(tables.events),
    "docs/reference/programs.md": page([
      "# Programs of a command line",
      "",
      MADE,
      "",
      ...renderPrograms(tables.programs),
    ]),
    "docs/reference/sentences.md": page([
      "# Sentences",
      "",
      MADE,
      "",
      ...renderSentences(tables.sentences),
    ]),
    "docs/reference/tools.md": page(["# Tools", "", MADE, "", ...renderTools(tables.tools)]),
  };
}

function renderErrors(errors: ReferenceTables["errors"]): string {
  const rows = Object.entries(errors).map(
    ([code, { retryable, meaning }]) =>
      `| \`${code}\` | ${retryable ? "yes" : "no"} | ${cell(meaning)} |`,
  );
  return page([
    "# Error codes",
    "",
    MADE,
    "",
    "Every error result carries one of these codes; the list is closed. *Retryable* says whether the",
    "same call may succeed later; a call is repeated only when its tool declares that safe.",
    "",
    "| code | retryable | meaning |",
    "|---|---|---|",
    ...rows,
  ]);
}

function renderEvents(events: ReferenceTables["events"]): string {
  return page([
    "# Events",
    "",
    MADE,
    "",
    "What a host can listen to. Names are a noun, then a verb.",
    "",
    "| event | when |",
    "|---|---|",
    ...Object.entries(events).map(([type, meaning]) => `| \`${type}\` | ${cell(meaning)} |`),
  ]);
}

function page(lines: readonly string[]): string {
  return `${lines.join("\n").trimEnd()}\n`;
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
