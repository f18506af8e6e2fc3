/** Puts the questions of one session to its editor. Nothing here rejects: whatever goes wrong is no answer, and no answer is no yes. */
import type {
  AgentContext,
  ClientCapabilities,
  RequestPermissionOutcome,
  RequestPermissionRequest,
  SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { Question } from "@toolplane/contract";
import { digestOf } from "@toolplane/kernel";
import type { AcpAnswer, AcpConsent, AcpEditor, LaterLine } from "../port/acp-agent.ts";
import type { CallUpdates } from "../updates/call-updates.ts";
import { textContent } from "../updates/result-content.ts";
import { none, permissionChoices, questionContent, readOutcome } from "./permission-request.ts";
import { readToolForm, toolChoices, toolForm } from "./tool-question.ts";

export interface AskEditorOptions {
  readonly client: Pick<AgentContext, "request">;
  readonly capabilities: ClientCapabilities;
  readonly sessionId: string;
  readonly cwd: string;
  /** Sends everything that came before the question. */
  readonly flush: () => Promise<void>;
  readonly describe: CallUpdates["describe"];
  readonly send: (update: SessionUpdate) => void;
}

/** Answers for the rest of the session that are remembered, at the most; past it the person is asked again. */
const MAX_REMEMBERED = 1_000;

export function createAskEditor(options: AskEditorOptions): Pick<AcpEditor, "ask" | "consent"> {
  const { client, capabilities, sessionId, cwd, flush, describe, send } = options;
  const rejected = new Map<string, AcpAnswer>();

  async function request(
    params: Omit<RequestPermissionRequest, "sessionId">,
    signal: AbortSignal,
  ): Promise<RequestPermissionOutcome> {
    await flush();
    const waiting = { cancellationSignal: signal, stopWaitingOnCancel: true };
    const { outcome } = await client.request(
      "session/request_permission",
      { sessionId, ...params },
      waiting,
    );
    return outcome;
  }

  /** The card once more, with the line that was worked out; nothing where the question is over by then. */
  async function addLine(question: Question, later: LaterLine, over: AbortSignal): Promise<void> {
    const line = await later(question, over).catch(() => null);
    if (line === null || over.aborted) return;
    const content = [...questionContent(question, cwd), textContent(line)];
    send({ sessionUpdate: "tool_call_update", toolCallId: question.callId, content });
  }

  async function askPermission(
    question: Question,
    signal: AbortSignal,
    later: LaterLine | undefined,
  ): Promise<AcpAnswer> {
    const key = rejectionKey(question);
    const before = rejected.get(key);
    if (before) return before;
    const choices = permissionChoices(question);
    const { callId: id, tool, arguments: args } = question;
    const toolCall = {
      ...describe({ id, tool, arguments: args }),
      status: "pending" as const,
      content: questionContent(question, cwd),
    };
    const over = new AbortController();
    const asking = request({ toolCall, options: choices.map(asOption) }, signal);
    if (later) void addLine(question, later, over.signal);
    try {
      const { answer, isForGood } = readOutcome(choices, await asking);
      if (isForGood && rejected.size < MAX_REMEMBERED) rejected.set(key, answer);
      return answer;
    } finally {
      over.abort();
    }
  }

  async function askTool(question: Question, signal: AbortSignal): Promise<AcpAnswer> {
    if (capabilities.elicitation?.form) {
      await flush();
      const waiting = { cancellationSignal: signal, stopWaitingOnCancel: true };
      const form = toolForm(question, sessionId);
      return readToolForm(question, await client.request("elicitation/create", form, waiting));
    }
    const choices = toolChoices(question);
    if (choices === null) return none("the client cannot show a question of this kind").answer;
    const { callId: toolCallId, questions: [asked] = [] } = question;
    const lines = [question.title, ...question.lines, asked?.question ?? ""];
    const toolCall = { toolCallId, content: [textContent(lines.join("\n"))] };
    const outcome = await request({ toolCall, options: choices.map(asOption) }, signal);
    return readOutcome(choices, outcome).answer;
  }

  return {
    async ask(question, signal, later) {
      try {
        return await (question.kind === "tool" ? askTool : askPermission)(question, signal, later);
      } catch {
        return none("the client gave no answer").answer;
      }
    },
    async consent({ id, title, lines }: AcpConsent, signal) {
      const toolCall = {
        toolCallId: id,
        title,
        kind: "other" as const,
        status: "pending" as const,
        content: [textContent([title, ...lines].join("\n"))],
      };
      try {
        const outcome = await request({ toolCall, options: CONSENT.map(asOption) }, signal);
        if (outcome.outcome !== "selected") return "none";
        const picked = CONSENT.find(({ optionId }) => optionId === outcome.optionId);
        return picked?.means ?? "none";
      } catch {
        return "none";
      }
    },
  };
}

const CONSENT = [
  { optionId: "allow_once", name: "Allow in this session", kind: "allow_once", means: "once" },
  { optionId: "allow_always", name: "Allow always", kind: "allow_always", means: "always" },
  { optionId: "reject_once", name: "Reject", kind: "reject_once", means: "reject" },
] as const;

function asOption({
  optionId,
  name,
  kind,
}: {
  readonly optionId: string;
  readonly name: string;
  readonly kind: RequestPermissionRequest["options"][number]["kind"];
}) {
  return { optionId, name, kind };
}

/** The key of a *no* for good: this tool on exactly these resources. */
function rejectionKey({ kind, tool, origin, footprint, arguments: args, cover }: Question): string {
  const about = footprint.resources.length > 0 && cover !== null ? footprint.resources : args;
  return digestOf({ kind, tool, origin, about });
}
