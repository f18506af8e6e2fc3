/** MCP servers, web APIs, skills and notes: what stands behind the tools. */
import { realpathSync } from "node:fs";
import { lookAtSources, sourceFacts } from "../../product/look-at-sources.ts";
import { skillPlaces } from "../../product/skill-places.ts";
import { readSkillIndex } from "../../skills/open-skills.ts";
import { readLastKnown } from "../../sources/list/last-known-file.ts";
import { readSources } from "../../sources/list/sources-file.ts";
import { openProjectMemory } from "../../state/project-memory.ts";
import type { ApiRoute } from "../api/route.ts";
import { fields, list, OBJECT } from "../api/schema.ts";

const SOURCES = fields({ sources: list(OBJECT) });

const sources: ApiRoute = {
  method: "GET",
  path: "/sources",
  summary: "The servers and APIs as they are kept. Nothing is started.",
  gives: SOURCES,
  async handle(ground) {
    const { userData } = await ground.settings();
    const all = await readSources(userData);
    return {
      body: {
        sources: all.map((source) => ({
          ...sourceFacts(source, undefined),
          lastKnown: readLastKnown(userData, source),
        })),
      },
    };
  },
};

/** Two who look at once share one look: each would start every server. */
function lookRoute(): ApiRoute {
  let looking: Promise<object> | null = null;
  return {
    method: "POST",
    path: "/sources/look",
    summary: "Starts each server that was agreed to and says how it is doing, with what changed.",
    takes: fields({}),
    gives: SOURCES,
    async handle(ground) {
      looking ??= (async () => {
        const settings = await ground.settings();
        const all = await readSources(settings.userData);
        const states = await lookAtSources({ settings, state: ground.state }, all);
        return { sources: all.map((source) => sourceFacts(source, states.get(source.name))) };
      })().finally(() => {
        looking = null;
      });
      return { body: await looking };
    },
  };
}

const skills: ApiRoute = {
  method: "GET",
  path: "/skills",
  summary: "The skills that can be loaded, and what was left out and why.",
  gives: fields({ skills: list(OBJECT), warnings: list(OBJECT), skipped: list(OBJECT) }),
  async handle(ground) {
    const index = await readSkillIndex(skillPlaces(await ground.settings()));
    const { warnings, skipped } = index;
    return {
      body: { skills: index.skills.map(({ body: _, ...skill }) => skill), warnings, skipped },
    };
  },
};

const memory: ApiRoute = {
  method: "GET",
  path: "/memory",
  summary: "The notes that are kept of this project.",
  gives: fields({ notes: list(OBJECT) }),
  async handle(ground) {
    const { workspace } = await ground.settings();
    if (workspace === null) return { body: { notes: [] } };
    return {
      body: { notes: await openProjectMemory(ground.state.store, realpathSync(workspace)).list() },
    };
  },
};

export function sourceRoutes(): readonly ApiRoute[] {
  return [sources, lookRoute(), skills, memory];
}
