/**
 * The agent as an editor uses it. Every session has its own folder and so its own settings, rules and tools; the store is one. What is
 * wrong with a folder's settings or with the model is told when a session is opened, in words for the person.
 */
import { createHash } from "node:crypto";
import type { AcpAgent } from "@toolplane/acp";
import { ToolError } from "@toolplane/contract";
import { createSystemClock } from "@toolplane/host";
import { CORE_VERSION } from "@toolplane/kernel";
import type { AcpAgentOptions, KnownSession } from "./acp-agent-options.ts";
import { openAcpSession } from "./open-acp-session.ts";

const PAGE = 50;
/** Conversations that can be gone back to; the oldest are let go of. */
const MAX_KNOWN = 1_000;

export function openAcpAgent(options: AcpAgentOptions): AcpAgent {
  const known = new Map<string, KnownSession>();
  const trusted = new Set<string>();
  const keep = (session: KnownSession): void => {
    const { id } = session.row;
    known.delete(id);
    known.set(id, session);
    for (const oldest of known.keys()) {
      if (known.size <= MAX_KNOWN) break;
      known.delete(oldest);
    }
  };
  return {
    ...{ name: "toolplane", title: "toolplane", version: CORE_VERSION },
    clock: createSystemClock(),
    takesImages: false,
    open: (request, editorOf) =>
      openAcpSession({ ...options, keep, trusted }, { request, editorOf, earlier: null }),
    async load(id, request, editorOf) {
      const earlier = known.get(id);
      if (!earlier) throw new ToolError("not_found", `There is no session ${id}.`);
      return openAcpSession({ ...options, keep, trusted }, { request, editorOf, earlier });
    },
    async list({ cwd, cursor }) {
      const rows = [...known.values()]
        .map(({ row }) => row)
        .reverse()
        .filter((row) => cwd === undefined || row.cwd === cwd);
      const from =
        cursor === undefined ? 0 : rows.findIndex(({ id }) => tokenOf(id) === cursor) + 1;
      const page = rows.slice(from, from + PAGE);
      const last = page.at(-1);
      const isMore = last !== undefined && from + PAGE < rows.length;
      return { sessions: page, ...(isMore ? { nextCursor: tokenOf(last.id) } : {}) };
    },
  };
}

function tokenOf(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 16);
}
