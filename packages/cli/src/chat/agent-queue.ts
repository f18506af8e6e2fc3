/** Events of the agent, read one after the other: some of it takes a moment, and its order must not change. */
import type { AgentEvent } from "@toolplane/library/rooms/agent";
import { callChanges } from "@toolplane/library/rooms/product";
import { formatDuration } from "@toolplane/readings";
import type { Mark } from "../terminal/paint.ts";
import type { ChatGround } from "./chat-ground.ts";
import { createEventReader } from "./state/agent-events.ts";
import type { ChatEvent } from "./state/chat-state.ts";

export interface AgentQueue {
  take(event: AgentEvent): void;
  /** Settles when everything that was taken so far has been told. */
  drained(): Promise<void>;
  /** Ends the telling: no event is passed on after this. */
  close(): void;
}

/** After these events a subagent in the background may have begun or ended. */
const MAY_TELL: ReadonlySet<AgentEvent["type"]> = new Set([
  ...(["subagent-event", "call-settle", "message-add", "agent-suspend", "agent-end"] as const),
]);

const ENDS: Readonly<Record<string, Mark>> = { done: "allow", failed: "failed", suspended: "ask" };

/** `task api-docs done, 12 calls, 1 m 40 s`. */
function endText(ended: string, calls: string, tookMs: number): string {
  return [ended, calls, formatDuration(Math.max(0, tookMs))].filter((one) => one !== "").join(", ");
}

type QueueGround = Pick<ChatGround, "agent" | "state" | "settings" | "clock" | "face">;

export function createAgentQueue(
  { agent, state, settings, clock, face }: QueueGround,
  hear: (event: ChatEvent) => void,
): AgentQueue {
  const { read, below } = createEventReader({
    changesOf: (call) => callChanges({ state, settings }, call),
    nowMs: () => clock.nowMs(),
  });
  let last: Promise<void> = Promise.resolve();
  const known = new Map<string, { readonly state: string; readonly startedMs: number }>();
  const over = new AbortController();
  const tellNext = (tell: () => void): void => {
    last = last.then(() => (over.signal.aborted ? undefined : tell()));
  };
  /** Subagents in the background are listed below the line; the end of each is reported once. */
  const tellBackground = (): void => {
    const all = agent.background.list();
    for (const { sessionId, agent: name, state: now } of all) {
      const { state: before, startedMs = clock.nowMs() } = known.get(sessionId) ?? {};
      known.set(sessionId, { state: now, startedMs });
      // Waits for the end itself: no other event may come meanwhile, since the leading agent may be in the middle of something
      // long.
      if (before === undefined && now === "running")
        void agent.background.wait(sessionId, over.signal).then(() => tellNext(tellBackground));
      if (before === "running" && now !== "running")
        hear({
          type: "note",
          mark: ENDS[now] ?? "off",
          text: endText(`task ${name} ${now}`, below.counted(sessionId), clock.nowMs() - startedMs),
        });
    }
    const tasks = all.flatMap(({ sessionId, agent: name, prompt, state: now }) => {
      const startedMs = known.get(sessionId)?.startedMs ?? clock.nowMs();
      const task = { id: sessionId, name, prompt, startedMs, ...below.doing(sessionId) };
      return now === "running" ? [task] : [];
    });
    if (tasks.length > 0 || known.size > 0) hear({ type: "background", tasks });
  };
  return {
    take(event) {
      // The command that the person typed reports what it takes back.
      if ("callId" in event && event.callId === face.undoing) return;
      last = last.then(async () => {
        for (const told of await read(event)) hear(told);
        if (MAY_TELL.has(event.type)) tellBackground();
        if (event.type !== "turn-end" && event.type !== "compaction-end") return;
        const { contextTokens: used, settings } = agent.state();
        hear({ type: "figures", figures: { used, room: settings.compactAt ?? null } });
      });
    },
    drained: () => last,
    close: () => over.abort(),
  };
}
