/** The conversation as the AI SDK's models take it. The same conversation gives the same bytes, whatever came after it. */
import type { LanguageModelV4Message, LanguageModelV4Prompt } from "@ai-sdk/provider";
import type { ContentPart, ToolCallText } from "@toolplane/contract";
import type { AssistantMessage, Message, ToolMessage } from "../loop/message.ts";
import type { OpaqueAnswer, OpaquePart } from "./answer-parts.ts";
import type { ModelRequest } from "./model.ts";

export interface PromptOptions {
  readonly provider: string;
  /** The name that the model is shown for a tool's own. */
  readonly shown: (name: string) => string;
}

/** Anthropic caches what is marked for it; others cache by themselves and do not read the mark. */
const KEEP = { anthropic: { cacheControl: { type: "ephemeral" } } };

type Part<R extends LanguageModelV4Message["role"]> = Extract<
  LanguageModelV4Message,
  { role: R }
>["content"][number];

/** A conversation is sent again with each turn of it: what was made of a message once is used again. */
export function createToPrompt(
  options: PromptOptions,
): (request: ModelRequest) => LanguageModelV4Prompt {
  const assistants = remembered((message: AssistantMessage) => assistantParts(message, options));
  const results = remembered((message: ToolMessage) => resultPart(message, options));
  return ({ system, messages }) => {
    const prompt: LanguageModelV4Prompt = [];
    if (system !== "") prompt.push({ role: "system", content: system, providerOptions: KEEP });
    for (const message of messages) add(prompt, message, { assistants, results });
    const last = prompt.at(-1);
    if (last && last.role !== "system") last.providerOptions = KEEP;
    return prompt;
  };
}

function remembered<M extends Message, P>(make: (message: M) => P): (message: M) => P {
  const made = new WeakMap<M, P>();
  return (message) => {
    const known = made.get(message);
    if (known !== undefined) return known;
    const parts = make(message);
    made.set(message, parts);
    return parts;
  };
}

interface Makers {
  readonly assistants: (message: AssistantMessage) => readonly Part<"assistant">[];
  readonly results: (message: ToolMessage) => Part<"tool">;
}

/** The answers to the calls of one message go into one, as providers want them. */
function add(prompt: LanguageModelV4Prompt, message: Message, makers: Makers): void {
  const last = prompt.at(-1);
  if (message.role === "user") {
    const parts = [
      { type: "text" as const, text: message.text },
      ...(message.pictures ?? []).map(pictureOf),
    ];
    if (last?.role === "user") last.content.push(...parts);
    else prompt.push({ role: "user", content: parts });
  } else if (message.role === "assistant") {
    prompt.push({ role: "assistant", content: [...makers.assistants(message)] });
  } else {
    const part = makers.results(message);
    if (last?.role === "tool") last.content.push(part);
    else prompt.push({ role: "tool", content: [part] });
  }
}

function assistantParts(message: AssistantMessage, options: PromptOptions): Part<"assistant">[] {
  const opaque = message.opaque as OpaqueAnswer | undefined;
  const parts: readonly OpaquePart[] =
    opaque?.provider === options.provider
      ? opaque.parts
      : [
          ...(message.text === "" ? [] : [{ type: "text" as const, text: message.text }]),
          ...message.calls.map(() => ({ type: "call" as const })),
        ];
  const calls = message.calls[Symbol.iterator]();
  return parts.flatMap((part): Part<"assistant">[] => {
    const marks = part.marks === undefined ? {} : { providerOptions: part.marks as never };
    if (part.type !== "call") return [{ type: part.type, text: part.text, ...marks }];
    const call = calls.next().value;
    return call ? [{ ...callPart(call, options), ...marks }] : [];
  });
}

function callPart(
  { id, name, arguments: text }: ToolCallText,
  { shown }: PromptOptions,
): Part<"assistant"> {
  return { type: "tool-call", toolCallId: id, toolName: shown(name), input: inputOf(text) };
}

/** Arguments that were no JSON are sent back in a shape that a provider takes, as the text that they were. */
function inputOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return { text };
  }
}

function resultPart(message: ToolMessage, { shown }: PromptOptions): Part<"tool"> {
  const { callId, tool, content, isError } = message;
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
  const pictures = content.filter(({ type }) => type === "image");
  const common = { type: "tool-result" as const, toolCallId: callId, toolName: shown(tool) };
  if (isError) return { ...common, output: { type: "error-text", value: text } };
  if (pictures.length === 0) return { ...common, output: { type: "text", value: text } };
  return {
    ...common,
    output: { type: "content", value: [{ type: "text", text }, ...pictures.map(pictureOf)] },
  };
}

function pictureOf(part: ContentPart) {
  const { data, mime_type: mediaType } = part as Extract<ContentPart, { type: "image" }>;
  return { type: "file" as const, mediaType, data: { type: "data" as const, data } };
}
