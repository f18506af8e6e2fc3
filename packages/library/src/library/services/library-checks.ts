/** What a project requires of changes before they land, for the sessions of one toolplane. */
import { ToolError } from "@toolplane/contract";
import type { Host } from "@toolplane/contract/ports";
import type { KernelOptions, Session } from "@toolplane/kernel";
import type { RequireOption } from "../../checks/require-option.ts";
import { landCheckTool } from "../../views/check-tool.ts";
import { landViewTool } from "../../views/land-view-tool.ts";
import type { CheckView } from "../../views/own-view.ts";
import type { Sessions } from "../sessions/open-sessions.ts";

/** Results of the project as it is are kept for as long as this lives. */
export function libraryChecks(
  { host, required }: { readonly host: Host; readonly required: RequireOption },
  sessions: Pick<Sessions, "open">,
): (session: Session) => Promise<CheckView | null> {
  const [workspace] = host.variables().workspace ?? [];
  const results = new Map<string, string>();
  const kept = {
    get: async (key: string) => results.get(key) ?? null,
    set: async (key: string, text: string) => void results.set(key, text),
  };
  return async (session) => {
    const { views } = host;
    if (required.length === 0 || workspace === undefined) return null;
    if (views === undefined)
      throw new ToolError(
        "unavailable",
        "What must pass cannot be checked before it lands: this machine holds no views.",
      );
    const { createViewChecks } = await import("../../views/create-view-checks.ts");
    const { open: openSession } = sessions;
    return createViewChecks({ required, host, views, openSession, workspace, kept }, session);
  };
}

/** The calls by which a view is checked and lands; no model is told of them. */
export function withLanding(options: KernelOptions): KernelOptions {
  if (options.host.views === undefined) return options;
  const { tools = [], unlisted = [] } = options.presetTools ?? {};
  return {
    ...options,
    presetTools: { tools, unlisted: [...unlisted, landViewTool, landCheckTool] },
  };
}
