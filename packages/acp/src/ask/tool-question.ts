/**
 * A tool's own question to the person. A client that shows forms gets one. To any other a single question with a few answers is put
 * as a choice; what needs more than that cannot be asked there, and nobody answers.
 */
import type {
  CreateElicitationRequest,
  CreateElicitationResponse,
  PermissionOption,
} from "@agentclientprotocol/sdk";
import type { Question, ToolQuestion } from "@toolplane/contract";
import { escapeHidden } from "@toolplane/readings";
import type { AcpAnswer } from "../port/acp-agent.ts";
import { none } from "./permission-request.ts";

type Form = Extract<CreateElicitationRequest, { readonly requestedSchema: unknown }>;

export function toolForm(question: Question, sessionId: string): Form {
  const asked = question.questions ?? [];
  const properties = Object.fromEntries(asked.map((one, at) => [fieldName(at), fieldOf(one)]));
  return {
    ...{ mode: "form", sessionId, toolCallId: question.callId },
    message: [question.title, ...asked.map(({ question: text }) => escapeHidden(text))].join("\n"),
    requestedSchema: { type: "object", properties, required: Object.keys(properties) },
  } as Form;
}

function fieldOf({ question, header, options = [], multi_select }: ToolQuestion) {
  const title = escapeHidden(header ?? question);
  const description = escapeHidden(question);
  const labels = options.map(({ label }) => escapeHidden(label));
  if (labels.length === 0) return { type: "string", title, description };
  if (multi_select === true)
    return { type: "array", title, description, items: { type: "string", enum: labels } };
  return { type: "string", title, description, enum: labels };
}

export function readToolForm(question: Question, reply: CreateElicitationResponse): AcpAnswer {
  if (reply.action === "decline") return { choice: "reject" };
  if (reply.action !== "accept") return none("the client closed the question unanswered").answer;
  const fields = (reply.content ?? {}) as Readonly<Record<string, unknown>>;
  const answers: string[][] = [];
  for (const [at, asked] of (question.questions ?? []).entries()) {
    const given = fields[fieldName(at)];
    const texts = (Array.isArray(given) ? given : [given]).map((text) => meant(asked, text));
    if (!texts.every((text) => text !== null))
      return none("the client answered with none of the options").answer;
    answers.push(texts);
  }
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

/** The label behind what was shown, or free text where nothing was offered; null for anything else. */
function meant({ options = [] }: ToolQuestion, text: unknown): string | null {
  if (typeof text !== "string") return null;
  if (options.length === 0) return text;
  return options.find(({ label }) => escapeHidden(label) === text)?.label ?? null;
}

function fieldName(at: number): string {
  return `question_${at + 1}`;
}
