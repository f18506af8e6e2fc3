/** Everything that the API does, and how a request finds it. */
import type { ApiMethod, ApiRoute } from "../api/route.ts";
import { ANSWERED_ROUTES } from "./answered-routes.ts";
import { APPROVAL_ROUTES } from "./approval-routes.ts";
import { CALL_ROUTES } from "./call-routes.ts";
import { CHAT_ROUTES } from "./chat-routes.ts";
import { DRAFT_ROUTES } from "./draft-routes.ts";
import { FIGURE_ROUTES } from "./figure-routes.ts";
import { FLEET_ROUTES } from "./fleet-routes.ts";
import { FOUND_CALL_ROUTES } from "./found-call-routes.ts";
import { HERE_ROUTES } from "./here-routes.ts";
import { MOVE_ROUTES } from "./move-routes.ts";
import { POLICY_FILE_ROUTES } from "./policy-file-routes.ts";
import { POLICY_ROUTES } from "./policy-routes.ts";
import { RECORD_ROUTES } from "./record-routes.ts";
import { RULE_WORD_ROUTES } from "./rule-word-routes.ts";
import { RUN_ROUTES } from "./run-routes.ts";
import { SESSION_ROUTES } from "./session-routes.ts";
import { sourceRoutes } from "./source-routes.ts";
import { TALK_ROUTES } from "./talk-routes.ts";
import { toolRoutes } from "./tool-routes.ts";
import { VIEW_ROUTES } from "./view-routes.ts";

export function createRoutes(): readonly ApiRoute[] {
  return [
    ...HERE_ROUTES,
    ...SESSION_ROUTES,
    ...CALL_ROUTES,
    ...TALK_ROUTES,
    ...FOUND_CALL_ROUTES,
    ...MOVE_ROUTES,
    ...VIEW_ROUTES,
    ...APPROVAL_ROUTES,
    ...ANSWERED_ROUTES,
    ...POLICY_ROUTES,
    ...DRAFT_ROUTES,
    ...POLICY_FILE_ROUTES,
    ...RULE_WORD_ROUTES,
    ...toolRoutes(),
    ...sourceRoutes(),
    ...RUN_ROUTES,
    ...FLEET_ROUTES,
    ...CHAT_ROUTES,
    ...FIGURE_ROUTES,
    ...RECORD_ROUTES,
  ];
}

export type FoundRoute =
  | { readonly route: ApiRoute; readonly path: Readonly<Record<string, string>> }
  /** Methods that this path has. */
  | { readonly allowed: readonly ApiMethod[] };

/** Null where there is nothing at this path, which is below `/api/v1`. */
export function findRoute(
  routes: readonly ApiRoute[],
  { method, path }: { readonly method: string; readonly path: string },
): FoundRoute | null {
  const fitting = routes.flatMap((route) => {
    const parts = matchPath(route.path, path);
    return parts === null ? [] : [{ route, path: parts }];
  });
  if (fitting.length === 0) return null;
  return (
    fitting.find(({ route }) => route.method === method) ?? {
      allowed: fitting.map(({ route }) => route.method),
    }
  );
}

function matchPath(pattern: string, path: string): Readonly<Record<string, string>> | null {
  const wanted = pattern.split("/");
  const given = path.split("/");
  if (wanted.length !== given.length) return null;
  const parts: Record<string, string> = {};
  for (const [at, word] of wanted.entries()) {
    const part = decode(given[at] ?? "");
    if (part === null) return null;
    if (word.startsWith("{") && part !== "") parts[word.slice(1, -1)] = part;
    else if (word !== part) return null;
  }
  return parts;
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
