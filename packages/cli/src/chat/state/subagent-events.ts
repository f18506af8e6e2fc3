/** Work below an agent, as a chat shows it: what its subagents do now, what of it was refused, and how much it was in the end. */

import { tellingArgument } from "@toolplane/kernel";
import type { SubagentEvent } from "@toolplane/library/rooms/agent";
import { formatPlural } from "@toolplane/readings";
import type { BackgroundTask, ChatEvent, SettledCall } from "./chat-state.ts";
import { partOf } from "./progress-bar.ts";
import { viewNote } from "./view-note.ts";

export interface SubagentReader {
  read(event: SubagentEvent): readonly ChatEvent[];
  /** `5 calls, 1 denied`; empty for a session that nothing was heard of. */
  counted(sessionId: string): string;
  /** The present work of a subagent: how many calls have ended, and the progress text of the running one. */
  doing(sessionId: string): SubagentWork;
}

type SubagentWork = Pick<BackgroundTask, "calls" | "progress" | "part">;

export interface SubagentGround {
  readonly nowMs: () => number;
  readonly settledCall: (event: Settle, args: Start["arguments"]) => SettledCall;
}

type Inner = SubagentEvent["event"];
type Settle = Extract<Inner, { readonly type: "call-settle" }>;
type Start = Extract<Inner, { readonly type: "call-start" }>;

export function createSubagentReader({ nowMs, settledCall }: SubagentGround): SubagentReader {
  const begun = new Map<string, Start["arguments"]>();
  const counts = new Map<string, { calls: number; denied: number }>();

  const said = new Map<string, Pick<SubagentWork, "progress" | "part">>();

  function settle(event: Settle, { agents, sessionId }: SubagentEvent): readonly ChatEvent[] {
    const callId = idOf(event);
    const call = settledCall(event, begun.get(callId) ?? event.arguments ?? null);
    begun.delete(callId);
    said.delete(sessionId);
    const count = counts.get(sessionId) ?? { calls: 0, denied: 0 };
    counts.set(sessionId, {
      calls: count.calls + 1,
      denied: count.denied + (call.mark === "deny" ? 1 : 0),
    });
    // Calls that went well are counted behind the call that started the subagent; one that did not is worth a line of its own.
    if (call.mark === "allow" || call.mark === "off") return [{ type: "call-drop", callId }];
    const tool = named(agents, call.tool);
    return [{ type: "call-settle", callId, call: { ...call, tool } }];
  }

  return {
    read(given) {
      const { event, agents } = given;
      switch (event.type) {
        case "call-start": {
          begun.set(idOf(event), event.arguments);
          const what = tellingArgument(event.arguments ?? {});
          const tool = named(agents, event.tool);
          const call = { callId: idOf(event), tool, what, startedMs: nowMs() };
          said.set(given.sessionId, { progress: `${event.tool}  ${what}`, part: null });
          return [{ type: "call-start", call }];
        }
        case "call-progress": {
          const part = partOf(event.figures);
          said.set(given.sessionId, { progress: event.text, part });
          return [{ type: "call-progress", callId: idOf(event), text: event.text, part }];
        }
        case "call-settle":
          return settle(event, given);
        case "view-end":
          return viewNote(event, agents);
        default:
          return [];
      }
    },
    doing: (sessionId) => ({
      calls: counts.get(sessionId)?.calls ?? 0,
      ...(said.get(sessionId) ?? { progress: "", part: null }),
    }),
    counted(sessionId) {
      const { calls = 0, denied = 0 } = counts.get(sessionId) ?? {};
      if (calls === 0) return "";
      return `${formatPlural(calls, "call")}${denied === 0 ? "" : `, ${denied} denied`}`;
    },
  };
}

function named(agents: readonly string[], tool: string): string {
  return [...agents, tool].join(" > ");
}

/** Two sessions may have a call of the same id. */
function idOf({ sessionId, callId }: { readonly sessionId: string; readonly callId: string }) {
  return `${sessionId} ${callId}`;
}
