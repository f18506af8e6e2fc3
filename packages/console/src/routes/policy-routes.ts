/** The rules in force, what they say of a call, and what people's answers suggest. */
import type { Explanation, JsonObject } from "@toolplane/contract";
import type { PolicyFacts, RuleHits, SuggestionList } from "@toolplane/contract/console";
import {
  mineSuggestions,
  openJudge,
  ownRules,
  projectRules,
  readKnownHere,
  TRIED_DAYS,
} from "@toolplane/library/rooms/product";
import {
  draftLayers,
  findFolderRules,
  findIdleRules,
  findTrackedDenied,
  listRules,
  openJudgingSession,
  readDraft,
  shippedLayers,
} from "@toolplane/library/rooms/rules";
import {
  ANY,
  COUNT,
  describes,
  FLAG,
  fields,
  list,
  MOMENT,
  nullable,
  OBJECT,
  TEXT,
} from "../api/api-schema.ts";
import type { ApiGround } from "../api/ground.ts";
import { type ApiRequest, type ApiRoute, readCount } from "../api/route.ts";
import { EXPLANATION, LISTED_RULE, RULE_SOURCE } from "../api/shapes.ts";
import { DRAFT, fileFacts, placeOf, RULE_FILE } from "./policy-files.ts";

const MAX_DAYS = 3_650;

const policy: ApiRoute<PolicyFacts> = {
  method: "GET",
  path: "/policy",
  summary: "The rules in force with their places, those that toolplane brings, and the rule files.",
  gives: describes<PolicyFacts>({
    mode: TEXT,
    flow: TEXT,
    project: TEXT,
    rules: list(LISTED_RULE),
    shipped: list(LISTED_RULE),
    tracked: OBJECT,
    folders: ANY,
    idle: list(OBJECT),
    broken: list(TEXT),
    reach: OBJECT,
    files: describes<PolicyFacts["files"]>({ project: nullable(RULE_FILE), own: RULE_FILE }),
  }),
  async handle(ground) {
    const settings = await ground.settings();
    const { workspace, reach, mode, flow, project } = settings;
    const file = projectRules(settings);
    return {
      body: {
        mode,
        flow,
        reach,
        project: project.state,
        rules: listRules(settings.policy),
        shipped: listRules(shippedLayers(settings)),
        tracked: await findTrackedDenied(settings.policy, workspace),
        folders: findFolderRules(settings.policy, workspace),
        idle: findIdleRules(settings.policy, await readKnownHere(settings)),
        broken: "broken" in project ? project.broken : [],
        files: {
          project: file === null ? null : fileFacts(file),
          own: fileFacts(ownRules(settings)),
        },
      },
    };
  },
};

const hits: ApiRoute<RuleHits> = {
  method: "GET",
  path: "/policy/hits",
  summary:
    "How often each rule in force decided a call, and when last, among the newest calls. Ask again while it is not whole.",
  gives: describes<RuleHits>({
    calls: { ...COUNT, description: "Calls that were looked at." },
    isWhole: { ...FLAG, description: "False: there was no time for all of them yet." },
    hits: list(
      describes<RuleHits["hits"][number]>({
        rule: OBJECT,
        source: RULE_SOURCE,
        calls: COUNT,
        lastAtMs: nullable(MOMENT),
      }),
    ),
  }),
  async handle(ground) {
    const settings = await ground.settings();
    const { calls, isWhole, hitOf } = await ground.ruleHits();
    const deciding = [...listRules(settings.policy), ...listRules(shippedLayers(settings))].filter(
      ({ rule }) => rule.action !== undefined,
    );
    return {
      body: {
        calls,
        isWhole,
        hits: deciding.map((rule) => ({ ...rule, ...hitOf(rule, settings.workspace) })),
      },
    };
  },
};

const explain: ApiRoute<Explanation> = {
  method: "POST",
  path: "/policy/explain",
  summary: "What the rules, or a draft of them, say of a call. Nothing runs.",
  takes: fields({ tool: TEXT, arguments: OBJECT }, { seen: list(TEXT), said: TEXT, draft: DRAFT }),
  gives: EXPLANATION,
  async handle(ground, { body }) {
    const draft = body.draft as { readonly scope: string; readonly text: string } | undefined;
    if (draft === undefined) return { body: await explainWith(await ground.judge(), body) };
    const settings = await ground.settings();
    const layer = readDraft(draft.text, placeOf(settings, draft.scope));
    const judge = await openJudge({
      settings,
      policy: draftLayers(settings.policy, layer),
      sources: "kept",
    });
    try {
      return { body: await explainWith(judge, body) };
    } finally {
      await judge.close();
    }
  },
};

async function explainWith(
  judge: Awaited<ReturnType<ApiGround["judge"]>>,
  { tool, arguments: given, seen, said }: ApiRequest["body"],
): Promise<Explanation> {
  const session = openJudgingSession(judge, {
    seen: (seen ?? []) as readonly string[],
    said: typeof said === "string" ? said : "",
  });
  try {
    return await session.explain({
      id: "explain",
      name: String(tool),
      arguments: given as JsonObject,
    });
  } finally {
    await session.close();
  }
}

const suggestions: ApiRoute<SuggestionList> = {
  method: "GET",
  path: "/policy/suggestions",
  summary: "Rules mined from what people answered, each with what it would have let through.",
  query: { days: COUNT },
  gives: describes<SuggestionList>({ days: COUNT, calls: COUNT, suggestions: list(OBJECT) }),
  async handle(ground, { query, signal }) {
    const days = readCount(query, "days", { unless: TRIED_DAYS, most: MAX_DAYS });
    const found = await mineSuggestions({
      settings: await ground.settings(),
      state: ground.state,
      days,
      onCalls: () => signal.aborted,
    });
    return { body: { days, calls: found.total, suggestions: found.suggestions } };
  },
};

export const POLICY_ROUTES: readonly ApiRoute[] = [policy, hits, explain, suggestions];
