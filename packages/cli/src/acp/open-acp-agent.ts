/**
 * The agent as an editor uses it. Every session has its own folder and so its own settings, rules and tools; the store is one. A
 * fault in a folder's settings or with the model is reported when a session is opened, in words for the person.
 */
import { createHash } from "node:crypto";
import type { AcpAgent, AcpSessionRow } from "@toolplane/acp";
import { ToolError } from "@toolplane/contract";
import { realPath } from "@toolplane/disk/ground";
import { createSystemClock } from "@toolplane/host";
import { CORE_VERSION } from "@toolplane/kernel";
import type { KeptRun } from "@toolplane/library/rooms/runs";
import { createRuns } from "@toolplane/library/rooms/runs";
import type { AcpAgentOptions } from "./acp-agent-options.ts";
import { openAcpSession } from "./open-acp-session.ts";

const PAGE = 50;
/** Conversations that are looked through; older ones are in `toolplane runs`. */
const MAX_LISTED = 1_000;

export function openAcpAgent(options: AcpAgentOptions): AcpAgent {
  const clock = createSystemClock();
  const runs = createRuns({ ...options.state, clock });
  const ground = options;
  return {
    name: "toolplane",
    title: "toolplane",
    version: CORE_VERSION,
    clock,
    takesImages: true,
    open: (request, editorOf) => openAcpSession(ground, { request, editorOf, earlier: null }),
    async load(id, request, editorOf) {
      const found = (await runs.list({ sessionId: id, limit: MAX_LISTED })).find(isOwn);
      if (!found) throw new ToolError("not_found", `There is no session ${id}.`);
      const { said } = await runs.open(found.id);
      const earlier = { sessionId: id, runId: found.id, said };
      return openAcpSession(ground, { request, editorOf, earlier });
    },
    async list({ cwd, cursor }) {
      const place = cwd === undefined ? undefined : realPath(cwd);
      const rows = (await runs.list({ limit: MAX_LISTED }))
        .filter((run) => isOwn(run) && (place === undefined || run.workspace === place))
        .flatMap(rowOf);
      const from =
        cursor === undefined ? 0 : rows.findIndex(({ id }) => tokenOf(id) === cursor) + 1;
      const page = rows.slice(from, from + PAGE);
      const last = page.at(-1);
      const isMore = last !== undefined && from + PAGE < rows.length;
      return { sessions: page, ...(isMore ? { nextCursor: tokenOf(last.id) } : {}) };
    },
  };
}

/** A person's, and not one that another run started. */
function isOwn({ parentId }: KeptRun): boolean {
  return parentId === null;
}

const MAX_TITLE = 80;

function rowOf({ sessionId, workspace, prompt, updatedAtMs }: KeptRun): readonly AcpSessionRow[] {
  if (workspace === null) return [];
  const [first = ""] = prompt.trim().split("\n", 1);
  const title = first.length > MAX_TITLE ? `${first.slice(0, MAX_TITLE - 1)}…` : first;
  return [{ id: sessionId, cwd: workspace, title, updatedAtMs }];
}

function tokenOf(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 16);
}
