/** Says what a tool that cannot work here needs, by id: for lists of tools, and before a person is asked about one in vain. */
import { deadTools } from "../library/options/dead-tools.ts";
import { withSearchKeys } from "../library/options/search-keys.ts";
import { hasLanguages } from "../library/services/library-languages.ts";
import type { Settings } from "../settings/declaration/settings.ts";
import { skillPlaces } from "./skill-places.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** All of them. Nothing is started; skills that lie at an address are read as they are for a call. */
export async function whatToolsNeed(
  settings: Settings,
  environment: Environment,
): Promise<ReadonlyMap<string, string>> {
  const { readSkillIndex } = await import("../skills/open-skills.ts");
  const { skills } = await readSkillIndex(skillPlaces(settings));
  const needs = new Map<string, string>();
  for (const id of deadIds(settings, environment)) {
    const isThere =
      id === "skill" ? skills.length > 0 : isAgents(id) && environment.TOOLPLANE_MODEL;
    if (!isThere) needs.set(id, needOf(id));
  }
  const { workspace, home, tools } = settings;
  const canAsk =
    workspace !== null && (await hasLanguages(tools.lsp, { environment, workspace, home }));
  if (!canAsk) needs.set("lsp", LANGUAGE_SERVER);
  return needs;
}

/** The need of a search; null where there is a service, and for every other tool. It costs nothing to know. */
export function whatSearchNeeds(
  id: string,
  settings: Pick<Settings, "tools" | "preset">,
  environment: Environment,
): string | null {
  return isSearch(id) && deadIds(settings, environment).includes(id) ? needOf(id) : null;
}

function deadIds(
  { tools, preset }: Pick<Settings, "tools" | "preset">,
  environment: Environment,
): readonly string[] {
  const toolConfig = withSearchKeys(tools, { environment, preset });
  return [...deadTools({ keeps: true, toolConfig }).keys()];
}

const isSearch = (id: string): boolean => id === "web_search" || id === "web-search";
const isAgents = (id: string): boolean => id === "task" || id === "tasks";

const LANGUAGE_SERVER = "install a language server, or set tools.lsp.servers";

function needOf(id: string): string {
  if (isSearch(id)) return `set BRAVE_API_KEY, TAVILY_API_KEY or tools.${id}.providers`;
  return id === "skill"
    ? "write a skill: toolplane skills says where"
    : "set TOOLPLANE_MODEL to a model";
}
