/** The tool that a person named, before anything is opened. */
import type { Tool } from "@toolplane/contract";
import { readFolderTools, readKeptTools, readTools } from "@toolplane/library/rooms/product";
import type { Settings } from "@toolplane/library/rooms/settings";
import { nearestName } from "@toolplane/readings";
import { CliError } from "../command/cli-error.ts";
import { escapeText } from "../terminal/text/escape-text.ts";

export interface FoundTool {
  readonly tool: Tool;
  /** It belongs to an MCP server. */
  readonly isSourced: boolean;
  /** The file or folder that it comes from; null where it is no folder's. */
  readonly unit: string | null;
}

/** Finds it; throws a CliError that names what is near. */
export async function findTool(name: string, settings: Settings): Promise<FoundTool> {
  const preset = await readTools(settings);
  const { tools: own, problems } = await readFolderTools(settings);
  // Later layers shadow earlier ones, as they will when it is called.
  const tools = [...own.map(({ tool }) => tool).reverse(), ...preset];
  const found = tools.find(({ id }) => id === name);
  const unit = own.findLast(({ tool }) => tool === found)?.path ?? null;
  if (found) return { tool: found, isSourced: false, unit };
  const kept = (await readKeptTools(settings.userData)).map(({ tool }) => tool);
  const short = kept.filter(({ id }) => shortName(id) === name);
  const sourced = kept.find(({ id }) => id === name) ?? (short.length === 1 ? short[0] : undefined);
  if (sourced) return { tool: sourced, isSourced: true, unit: null };
  const names = [...tools, ...kept].map(({ id }) => id);
  const near = nearestName(name, names);
  const alike = names.filter((one) => one.includes(name) || name.includes(one)).slice(0, 3);
  const meant = near ? [near] : alike;
  const left = problems.find((problem) => problem.name === name);
  if (left)
    throw new CliError(
      `There is no tool ${JSON.stringify(name)}: ${escapeText(left.message)}`.replace(/\.?$/, "."),
      { next: ["toolplane tools   lists what was left out, and why."] },
    );
  throw new CliError(
    `There is no tool ${JSON.stringify(name)}.${meant.length > 0 ? ` Did you mean ${meant.join(", ")}?` : ""}`,
    { next: [`toolplane tools   lists all ${names.length}.`] },
  );
}

/** `billing_listInvoices` for `openapi__billing__listInvoices`: what a person types where only one tool is meant. */
function shortName(id: string): string {
  return id.replace(/^(?:mcp|openapi)__/, "").replace("__", "_");
}
