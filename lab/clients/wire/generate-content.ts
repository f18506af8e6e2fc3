import { list, sendEvents, sendJson, textOf, type Wire } from "./wire.ts";

/** Google's generateContent. */
export const generateContent: Wire = {
  matches: (path) => /:(?:streamG|g)enerateContent$/.test(path),
  tools: (body) =>
    list(body.tools)
      .flatMap(({ functionDeclarations }) => list(functionDeclarations))
      .map(({ name }) => ({ name: String(name), group: "" })),
  results: (body) =>
    list(body.contents)
      .flatMap(({ parts }) => list(parts))
      .flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [functionResponse]))
      .map((given) => textOf((given as { readonly response?: unknown }).response)),
  answer(reply, body, response) {
    const part =
      "text" in reply
        ? { text: isAskedForJson(body) ? SIDE_ANSWER : reply.text }
        : { functionCall: { id: reply.id, name: reply.tool.name, args: reply.arguments } };
    const whole = {
      candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
      usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
      modelVersion: "model",
    };
    if (response.req.url?.includes("stream")) sendEvents(response, [{ data: whole }]);
    else sendJson(response, whole);
  },
};

/** Answers Gemini CLI's questions beside the conversation: who speaks next, and which model fits. */
const SIDE_ANSWER = JSON.stringify({
  next_speaker: "user",
  reasoning: "done",
  model_choice: "pro",
  complexity_reasoning: "none",
  complexity_score: 50,
});

function isAskedForJson({ generationConfig }: Readonly<Record<string, unknown>>): boolean {
  const { responseMimeType, responseJsonSchema } = (generationConfig ?? {}) as Readonly<
    Record<string, unknown>
  >;
  return responseMimeType === "application/json" || responseJsonSchema !== undefined;
}
