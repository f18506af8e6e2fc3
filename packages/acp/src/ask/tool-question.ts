/**
 * Puts a tool's own question to the person. A client that shows forms gets one. To any other a single question with a
 * few answers is put as a choice; one that needs more than that cannot be asked there and stays without an answer.
 */
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  PermissionOption,
} from "@agentclientprotocol/sdk";
import type { Question } from "@toolplane/contract";
import { questionFields, readQuestionFields } from "@toolplane/kernel";
import { escapeHidden } from "@toolplane/readings";
import type { AcpAnswer } from "../port/acp-agent.ts";
import { none } from "./permission-request.ts";

type Form = Extract<CreateElicitationRequest, { readonly requestedSchema: unknown }>;

export function toolForm(question: Question, sessionId: string): Form {
  const asked = question.questions ?? [];
  const properties = questionFields(asked);
  return {
    mode: "form",
    sessionId,
    toolCallId: question.callId,
    message: [question.title, ...asked.map(({ question: text }) => escapeHidden(text))].join("\n"),
    requestedSchema: { type: "object", properties, required: Object.keys(properties) },
  } as Form;
}

export function readToolForm(question: Question, reply: CreateElicitationResponse): AcpAnswer {
  if (reply.action === "decline") return { choice: "reject" };
  if (reply.action !== "accept") return none("the client closed the question unanswered").answer;
  const fields = (reply.content ?? {}) as Readonly<Record<string, unknown>>;
  const answers = readQuestionFields(question.questions ?? [], fields);
  if (answers === null) return none("the client answered with none of the options").answer;
  return { choice: "answers", answers };
}

/** The answers of one question as options; null where that is not how it can be put. */
export function toolChoices({
  questions = [],
}: Question): readonly (PermissionOption & { readonly answer: AcpAnswer })[] | null {
  const [only, ...others] = questions;
  if (!only || others.length > 0 || only.multi_select === true) return null;
  const { options = [] } = only;
  if (options.length === 0) return null;
  return [
    ...options.map(({ label, description }, at) => ({
      optionId: `answer_${at + 1}`,
      name: escapeHidden(description ? `${label}: ${description}` : label),
      kind: "allow_once" as const,
      answer: { choice: "answers" as const, answers: [[label]] },
    })),
    {
      optionId: "reject_once",
      name: "No answer",
      kind: "reject_once",
      answer: { choice: "reject" },
    },
  ];
}
