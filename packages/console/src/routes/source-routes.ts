/** MCP servers, web APIs, skills and notes: the sources behind the tools. */

import { realpathSync } from "node:fs";
import { ToolError } from "@toolplane/contract";
import type {
  AcceptedSource,
  ListedNotes,
  ListedSkills,
  OfferFacts,
  SourceList,
} from "@toolplane/contract/console";
import {
  isTrusted,
  pinOf,
  readDefinitions,
  readLastKnown,
  readSources,
} from "@toolplane/gateway/sources/list";
import { describeDrift } from "@toolplane/gateway/sources/pins";
import {
  keepOffer,
  lookAtOffer,
  lookAtSources,
  offerDigest,
  type SourceOffer,
  skillPlaces,
  sourceFacts,
} from "@toolplane/library/rooms/product";
import { readSkillIndex } from "@toolplane/library/rooms/skills";
import { openProjectMemory } from "@toolplane/library/rooms/state";
import { COUNT, describes, fields, list, OBJECT, TEXT } from "../api/api-schema.ts";
import type { ApiGround } from "../api/ground.ts";
import type { ApiRoute } from "../api/route.ts";

const SOURCES = describes<SourceList>({ sources: list(OBJECT) });

const sources: ApiRoute<SourceList> = {
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

/** Two clients that look at once share one look: each would start every server. */
function lookRoute(): ApiRoute<SourceList> {
  let looking: Promise<SourceList> | null = null;
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

const OFFER = describes<OfferFacts>({
  digest: TEXT,
  tools: COUNT,
  changes: list(
    describes<OfferFacts["changes"][number]>({ tool: TEXT, reason: TEXT, change: OBJECT }),
  ),
  more: COUNT,
  gone: list(TEXT),
  left: list(OBJECT),
});

/** More than a person reads; the digest is of all of them. */
const MAX_CHANGES = 50;

const offer: ApiRoute<OfferFacts> = {
  method: "POST",
  path: "/sources/{source}/offer",
  summary: "Starts one server that was agreed to and says what agreeing again would keep.",
  takes: fields({}),
  gives: OFFER,
  async handle(ground, { path }) {
    const { found, userData } = await offerOf(ground, path.source);
    const { source, definitions, left } = found;
    const before = readDefinitions(userData, source);
    const changed = Object.entries(definitions).filter(
      ([tool, now]) => source.pins[tool] !== pinOf(now),
    );
    return {
      body: {
        digest: offerDigest(found),
        tools: Object.keys(definitions).length,
        changes: changed.slice(0, MAX_CHANGES).map(([tool, now]) => ({
          tool,
          ...describeDrift({
            tool,
            server: source.name,
            now,
            agreed: before[tool] ?? null,
            isPinned: Object.hasOwn(source.pins, tool),
          }),
        })),
        more: Math.max(0, changed.length - MAX_CHANGES),
        gone: Object.keys(source.pins).filter((tool) => !Object.hasOwn(definitions, tool)),
        left,
      },
    };
  },
};

const accept: ApiRoute<AcceptedSource> = {
  method: "POST",
  path: "/sources/{source}/accept",
  summary:
    "Agrees to the tools of one server as they were shown; refused when they are others now.",
  takes: fields({ digest: TEXT }),
  gives: describes<AcceptedSource>({ tools: COUNT }),
  async handle(ground, { path, body }) {
    const { found, userData } = await offerOf(ground, path.source);
    if (offerDigest(found) !== body.digest)
      throw new ToolError("conflict", "It has changed again since you looked. Look once more.");
    await keepOffer(userData, found, ground.wallMs());
    return { body: { tools: Object.keys(found.definitions).length } };
  },
};

/** Only of a server that a person agreed to: another one is not started from here. */
async function offerOf(
  ground: ApiGround,
  name: string | undefined,
): Promise<{ readonly found: SourceOffer; readonly userData: string }> {
  const settings = await ground.settings();
  const { userData } = settings;
  const source = (await readSources(userData)).find((one) => one.name === name);
  if (source === undefined) throw new ToolError("not_found", "There is no source of this name.");
  if (!source.enabled || !isTrusted(source))
    throw new ToolError(
      "permission_denied",
      `Nobody agreed to this server as it is now. In a terminal: toolplane sources accept ${source.name}`,
    );
  const found = await lookAtOffer({ settings, state: ground.state }, source);
  if (found.health?.state !== "ready")
    throw new ToolError("unavailable", found.health?.message || "It could not be started.");
  return { found, userData };
}

const skills: ApiRoute<ListedSkills> = {
  method: "GET",
  path: "/skills",
  summary: "The skills that can be loaded, and what was left out and why.",
  gives: describes<ListedSkills>({
    skills: list(OBJECT),
    warnings: list(OBJECT),
    skipped: list(OBJECT),
  }),
  async handle(ground) {
    const index = await readSkillIndex(skillPlaces(await ground.settings()));
    const { warnings, skipped } = index;
    return {
      body: { skills: index.skills.map(({ body: _, ...skill }) => skill), warnings, skipped },
    };
  },
};

const memory: ApiRoute<ListedNotes> = {
  method: "GET",
  path: "/memory",
  summary: "The notes that are kept of this project.",
  gives: describes<ListedNotes>({ notes: list(OBJECT) }),
  async handle(ground) {
    const { workspace } = await ground.settings();
    if (workspace === null) return { body: { notes: [] } };
    return {
      body: { notes: await openProjectMemory(ground.state.store, realpathSync(workspace)).list() },
    };
  },
};

export function sourceRoutes(): readonly ApiRoute[] {
  return [sources, lookRoute(), offer, accept, skills, memory];
}
