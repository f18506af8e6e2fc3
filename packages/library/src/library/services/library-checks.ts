/** Opens a project's checks for the sessions of one toolplane. */
import type { Host } from "@toolplane/contract/ports";
import type { KernelOptions } from "@toolplane/kernel";
import { raiseBudgetTool } from "../../agent/raise-budget-tool.ts";
import type { KeptChecks } from "../../checks/index.ts";
import type { RequireOption } from "../../checks/require-option.ts";
import { landCheckTool } from "../../views/check-tool.ts";
import { guardLasting } from "../../views/guard-lasting.ts";
import { guardPassing } from "../../views/guard-passing.ts";
import { landViewTool } from "../../views/land-view-tool.ts";
import type { LandedGround } from "../../views/landed-sessions.ts";
import { checksOf } from "../../views/lands-at.ts";
import type { ProjectLooks } from "../../views/project-looks.ts";
import { requiredOfView } from "../../views/required-of-view.ts";
import { takeBackTool } from "../../views/take-back-tool.ts";
import type { Keep } from "../sessions/open-record.ts";
import type { Sessions } from "../sessions/open-sessions.ts";

export interface LibraryChecksOptions {
  readonly host: Host;
  readonly required: RequireOption;
  readonly keep: Keep | null;
  readonly userData: string;
  readonly looks: ProjectLooks;
}

/** Of a side whose text is read: tests, scripts and configuration. */
const MAX_SIDE_BYTES = 1024 * 1024;

/** Results of the project as it is are kept for as long as this lives. */
export function libraryChecks(
  { host, required, keep, userData, looks }: LibraryChecksOptions,
  { open: openSession }: Pick<Sessions, "open">,
): Pick<LandedGround, "checks" | "openJudge"> {
  const [workspace] = host.variables().workspace ?? [];
  const ground = { host, openSession, kept: keptChecks() };
  return {
    async checks(session, part) {
      const { views } = host;
      if (workspace === undefined || views === undefined) return null;
      const view = views.of(session.id);
      const all = view === null ? required : await requiredOfView(views, view, required);
      const asked = part === undefined ? all : checksOf(all, part);
      if (asked.length === 0) return null;
      const { createViewChecks } = await import("../../views/create-view-checks.ts");
      return createViewChecks({ ...ground, required: asked, views, workspace }, session);
    },
    async openJudge(session, how) {
      if (workspace === undefined || host.views !== undefined) return null;
      const { createProjectChecks } = await import("../../views/create-project-checks.ts");
      const { createChangeSides } = await import("@toolplane/host");
      const side =
        keep && createChangeSides({ store: keep.store, userData, maxBytes: MAX_SIDE_BYTES }).of;
      return createProjectChecks({
        ...ground,
        ...how,
        required,
        session,
        workspace,
        looks,
        side: side ?? (async () => null),
      });
    },
  };
}

function keptChecks(): KeptChecks {
  const results = new Map<string, string>();
  return {
    get: async (key) => results.get(key) ?? null,
    set: async (key, text) => void results.set(key, text),
  };
}

/**
 * The calls by which changes are checked, land or are taken back, and a person is asked for money; nobody else is shown them. Where
 * something is required, a person is asked about what no check can hold back.
 */
export function withLanding(
  options: KernelOptions,
  { required, looks }: Pick<LibraryChecksOptions, "required" | "looks">,
): KernelOptions {
  const { views } = options.host;
  const lands = views !== undefined;
  const isRequired = required.length > 0;
  // A view that is taken over may have to pass what is not required here.
  const landing = lands ? [landViewTool, landCheckTool] : [];
  const undoing = lands || !isRequired ? [] : [landCheckTool, takeBackTool];
  const inside = [raiseBudgetTool, ...landing, ...undoing];
  const lasting = { looks, roots: options.host.variables().workspace ?? [] };
  const guards = lands
    ? [guardPassing(views, { isRequired })]
    : isRequired
      ? [guardLasting(lasting)]
      : [];
  return {
    ...options,
    guards: [...(options.guards ?? []), ...guards],
    presetTools: { tools: [], ...options.presetTools, inside },
  };
}
