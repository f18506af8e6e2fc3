/** The tool that a person named, before anything is opened. */
import type { Tool } from "@toolplane/contract";
import { nearestName } from "@toolplane/readings";
import { readTools } from "../../../product/read-tools.ts";
import type { Settings } from "../../../settings/declaration/settings.ts";
import { CliError } from "../../command/cli-error.ts";

/** Finds it; throws a CliError that names what is near. */
export async function findTool(name: string, settings: Settings): Promise<Tool> {
  const tools = await readTools(settings);
  const found = tools.find(({ id }) => id === name);
  if (found) return found;
  const names = tools.map(({ id }) => id);
  const near = nearestName(name, names);
  const alike = names.filter((one) => one.includes(name) || name.includes(one)).slice(0, 3);
  const meant = near ? [near] : alike;
  throw new CliError(
    `There is no tool ${JSON.stringify(name)}.${meant.length > 0 ? ` Did you mean ${meant.join(", ")}?` : ""}`,
    { next: [`toolplane tools   lists all ${names.length}.`] },
  );
}
