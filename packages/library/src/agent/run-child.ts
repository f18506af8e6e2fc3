/** Runs a subagent: while its caller waits, or behind it. */
import type { BackgroundEnd, LoopOutcome } from "@toolplane/agent";
import {
  type SeenLabel,
  type SpawnContext,
  type SpawnRequest,
  type SpawnResult,
  suspension,
  ToolError,
  UNTRUSTED,
} from "@toolplane/contract";
import { fenceUntrusted } from "@toolplane/kernel";
import type { ViewEvent } from "../views/view-event.ts";
import type { Agent, AgentEvent } from "./agent.ts";
import type { FamilyMember } from "./family.ts";

export interface Child {
  readonly agent: Agent;
  readonly name: string;
  readonly above: FamilyMember;
  /** Its session and those below it, as far as something was heard of them. */
  readonly sessions: ReadonlySet<string>;
  /** Strangers whose words it or one below it was given, also where the family knew them before. */
  readonly strangers: ReadonlySet<string>;
  /** For its parent: what it changed in a view of its own and could not land; empty where there is nothing. */
  readonly held: () => string;
}

/** Takes a child in: its parent's listeners hear of it too, each event with who it is about. */
export function adopt(agent: Agent, { name, above }: Pick<Child, "name" | "above">): Child {
  const { id: sessionId } = agent.session;
  const sessions = new Set([sessionId]);
  const strangers = new Set<string>();
  let held = "";
  agent.on((event) => {
    if (event.type === "view-end") held = heldText(event);
    const inner = event.type === "subagent-event" ? event.event : event;
    const source = inner.type === "call-settle" ? inner.result.metadata.untrusted?.source : null;
    if (typeof source === "string") strangers.add(source);
    if (event.type === "subagent-event") {
      sessions.add(event.sessionId);
      above.hear({ ...event, agents: [name, ...event.agents] });
    } else above.hear({ type: "subagent-event", sessionId, agents: [name], event });
  });
  return { agent, name, above, sessions, strangers, held: () => held };
}

function heldText({ end, view }: ViewEvent): string {
  if (!("text" in end)) return "";
  if (view === null)
    return `\n\n${WITHOUT_VIEW[end.state === "undone" ? "undone" : "left"]}\n${end.text}`;
  return `\n\nWhat it changed is not in the project: it waits in the view ${view} for the user.\n${end.text}`;
}

const WITHOUT_VIEW = {
  undone: "What it changed was taken back: it does not pass what the project requires.",
  left: "What it changed does not pass what the project requires.",
} as const;

/** Works while the caller waits. */
export async function runBefore(
  child: Child,
  { prompt }: SpawnRequest,
  context: SpawnContext,
): Promise<SpawnResult> {
  const { agent } = child;
  agent.on(reporting(context));
  try {
    return resultOf(child, await agent.run(prompt, { signal: context.signal }));
  } finally {
    await agent.close();
  }
}

/**
 * Reports what the child says and calls to the watcher of the parent's call. While a person is asked, the parent's deadline
 * pauses.
 */
function reporting({ onUpdate, onProgress, hold }: SpawnContext): (event: AgentEvent) => void {
  const held = new Map<string, () => void>();
  const say = (text: string): void => onUpdate({ content: [{ type: "text", text }] });
  return (event) => {
    const inner = event.type === "subagent-event" ? event.event : event;
    if (inner.type === "approval-request") held.set(inner.question.id, hold());
    if (inner.type === "approval-answer") {
      held.get(inner.questionId)?.();
      held.delete(inner.questionId);
    }
    if (event.type === "message-update") say(event.delta);
    if (event.type === "call-start") say(`calling tool ${event.tool}`);
    if (event.type === "call-progress") onProgress(event.text);
  };
}

function resultOf(child: Child, outcome: LoopOutcome): SpawnResult {
  const { agent } = child;
  const { id: sessionId } = agent.session;
  if (outcome.status === "done") {
    const untrusted = strangersOf(child);
    const { turns } = agent.state();
    const output = `${outcome.text}${child.held()}`;
    return { status: "done", output, sessionId, turns, ...(untrusted ? { untrusted } : {}) };
  }
  const [question] = outcome.status === "suspended" ? outcome.questions : [];
  if (question !== undefined) throw suspension(question);
  if (isStopped(outcome))
    throw new ToolError("cancelled", "The subagent was stopped with the call that started it.");
  return { status: "failed", message: whyOf(outcome), sessionId };
}

/** Sources of strangers' words that it or one below it has read: they may speak through its own. */
function strangersOf({ agent, sessions, strangers }: Child): { readonly source: string } | null {
  const isOwn = ({ sessionId, source }: SeenLabel) =>
    sessions.has(sessionId) || strangers.has(source);
  return strangersAfter(agent.session.labels().filter(isOwn));
}

/** Works on while its parent does something else, and tells the parent's model when it has ended. */
export function runBehind(
  child: Child,
  { prompt }: SpawnRequest,
  { nonce }: { readonly nonce: string },
): SpawnResult {
  const { agent, name, above } = child;
  const { id: sessionId } = agent.session;
  const stopping = new AbortController();
  const ended = agent
    .run(prompt, { signal: stopping.signal })
    .then(endOf, (error: unknown): BackgroundEnd => ({ state: "failed", output: wordsOf(error) }))
    .then(async (end) => {
      const strangers = strangersOf(child);
      const text = `${endText({ name, sessionId, end, strangers, nonce })}${child.held()}`;
      await agent.close();
      // The caller that stopped it knows already; one that waits for a person is reported when it has ended.
      if (end.state === "done" || end.state === "failed") above.tell(text);
      return end;
    });
  const stop = (): void => stopping.abort("It was stopped.");
  above.background.add({ sessionId, agent: name, prompt }, { stop, ended });
  return { status: "running", sessionId };
}

export function endOf(outcome: LoopOutcome): BackgroundEnd {
  if (outcome.status === "done") return { state: "done", output: outcome.text };
  if (outcome.status === "suspended")
    return { state: "suspended", output: outcome.message, questions: outcome.questions };
  return isStopped(outcome)
    ? { state: "stopped", output: outcome.text }
    : { state: "failed", output: whyOf(outcome) };
}

function isStopped(outcome: LoopOutcome): boolean {
  return outcome.status === "stopped" && outcome.by === "cancel";
}

function whyOf({ message, text }: Exclude<LoopOutcome, { readonly status: "done" }>): string {
  return text === "" ? message : `${message} Its last words: ${text}`;
}

interface Ended {
  readonly name: string;
  readonly sessionId: string;
  readonly end: BackgroundEnd;
  /** The source of strangers' words that it or one below it has read. */
  readonly strangers: { readonly source: string } | null;
  readonly nonce: string;
}

/** For the model of its parent. */
export function endText({ name, sessionId, end, strangers, nonce }: Ended): string {
  const { state, output } = end;
  const text = strangers ? fenceUntrusted(output, { nonce, ...strangers }) : output;
  return `The subagent ${name}, in the background in session ${sessionId}, ${HOW[state]}\n\n${text}`;
}

const HOW: Readonly<Record<BackgroundEnd["state"], string>> = {
  done: "has finished. It reports:",
  failed: "has failed:",
  stopped: "was stopped. Its last words:",
  suspended: "waits for a person.",
};

/** Sources of strangers' words, as they are said of a subagent. */
export function strangersAfter(seen: readonly SeenLabel[]): { readonly source: string } | null {
  const found = seen.find(({ label }) => label === UNTRUSTED);
  return found ? { source: `subagent, after ${found.source}` } : null;
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
