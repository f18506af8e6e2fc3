/** What a project requires of changes before they land, for the sessions of one toolplane. */
import type { Host } from "@toolplane/contract/ports";
import { createChangeSides } from "@toolplane/host";
import type { CallHooks, Kernel, KernelOptions } from "@toolplane/kernel";
import type { RequireOption } from "../../checks/require-option.ts";
import { landCheckTool } from "../../views/check-tool.ts";
import type { ProjectChecks, ProjectChecksOptions } from "../../views/create-project-checks.ts";
import { landViewTool } from "../../views/land-view-tool.ts";
import type { ChecksOf } from "../../views/session-checks.ts";
import { takeBackTool } from "../../views/take-back-tool.ts";
import type { Keep } from "../sessions/open-record.ts";
import type { Sessions } from "../sessions/open-sessions.ts";

/** Who judges writes after they were made, by session. */
export interface WriteWatch {
  readonly judges: Map<string, ProjectChecks>;
  readonly hook: CallHooks;
}

/** Before the first call that may write, the project is checked as it is: afterwards nobody can. */
export function createWriteWatch(kernel: () => Pick<Kernel, "tools">): WriteWatch {
  const judges = new Map<string, ProjectChecks>();
  const isReader = (name: string): boolean =>
    kernel()
      .tools()
      .some(({ tool: { id, mode } }) => id === name && mode === "read");
  return {
    judges,
    hook: {
      async before({ sessionId, tool }) {
        const judge = judges.get(sessionId);
        if (judge && !isReader(tool)) await judge.begin();
        return undefined;
      },
    },
  };
}

export interface LibraryChecksOptions {
  readonly host: Host;
  readonly required: RequireOption;
  readonly keep: Keep | null;
  readonly userData: string;
  readonly sessions: Pick<Sessions, "open">;
  readonly watch: WriteWatch;
}

/** Results of the project as it is are kept for as long as this lives. */
export function libraryChecks(options: LibraryChecksOptions): ChecksOf {
  const { host, required, sessions } = options;
  const [workspace] = host.variables().workspace ?? [];
  const results = new Map<string, string>();
  const kept = {
    get: async (key: string) => results.get(key) ?? null,
    set: async (key: string, text: string) => void results.set(key, text),
  };
  return async (session, tell) => {
    const { views } = host;
    if (required.length === 0 || workspace === undefined) return null;
    const ground = { required, host, openSession: sessions.open, workspace, kept };
    if (views === undefined)
      return { when: "after", checks: await afterWrites({ ...ground, session, tell }, options) };
    const { createViewChecks } = await import("../../views/create-view-checks.ts");
    return { when: "before", check: createViewChecks({ ...ground, views }, session) };
  };
}

async function afterWrites(
  ground: Omit<ProjectChecksOptions, "side" | "userData">,
  { keep, userData, watch }: LibraryChecksOptions,
): Promise<ProjectChecks> {
  const { createProjectChecks } = await import("../../views/create-project-checks.ts");
  const { session } = ground;
  const side =
    keep && createChangeSides({ store: keep.store, userData, maxBytes: MAX_SIDE_BYTES }).of;
  const checks = await createProjectChecks({
    ...ground,
    userData,
    side: side ?? (async () => null),
  });
  const leave = async (): Promise<void> => {
    await checks.leave();
    watch.judges.delete(session.id);
  };
  watch.judges.set(session.id, checks);
  return { ...checks, leave };
}

/** Of a side whose text is read: tests, scripts and configuration. */
const MAX_SIDE_BYTES = 1024 * 1024;

/** The calls by which changes are checked, land or are taken back; no model is told of them. */
export function withLanding(options: KernelOptions, watch: WriteWatch): KernelOptions {
  const { tools = [], unlisted = [] } = options.presetTools ?? {};
  const holds = options.host.views !== undefined;
  const own = holds ? [landViewTool, landCheckTool] : [landCheckTool, takeBackTool];
  return {
    ...options,
    ...(holds ? {} : { hooks: [...(options.hooks ?? []), watch.hook] }),
    presetTools: { tools, unlisted: [...unlisted, ...own] },
  };
}
