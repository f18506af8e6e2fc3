import { type Body, list, sendEvents, sendJson, textOf, type Wire } from "./wire.ts";

/** OpenAI's chat completions. */
export const chat: Wire = {
  matches: (path) => path.endsWith("/chat/completions"),
  tools: (body) =>
    list(body.tools).map((tool) => ({
      name: String((tool.function as Body | undefined)?.name ?? tool.name ?? ""),
      group: "",
    })),
  results: (body) =>
    list(body.messages)
      .filter(({ role }) => role === "tool")
      .map(({ content }) => textOf(content)),
  answer(reply, body, response) {
    const calls =
      "text" in reply
        ? []
        : [
            {
              index: 0,
              id: reply.id,
              type: "function",
              function: { name: reply.tool.name, arguments: JSON.stringify(reply.arguments) },
            },
          ];
    const content = "text" in reply ? reply.text : null;
    const finish = calls.length > 0 ? "tool_calls" : "stop";
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
    const head = { id: "chat", created: 1, model: body.model ?? "model" };
    if (body.stream !== true) {
      const message = {
        role: "assistant",
        content,
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      };
      const choices = [{ index: 0, finish_reason: finish, message }];
      sendJson(response, { ...head, object: "chat.completion", choices, usage });
      return;
    }
    const chunk = (delta: Body, finish_reason: string | null, extra: Body = {}) => ({
      data: {
        ...head,
        object: "chat.completion.chunk",
        choices: [{ index: 0, delta, finish_reason }],
        ...extra,
      },
    });
    sendEvents(response, [
      chunk({ role: "assistant", content: content ?? "" }, null),
      ...(calls.length > 0 ? [chunk({ tool_calls: calls }, null)] : []),
      chunk({}, finish, { usage }),
      { data: "[DONE]" },
    ]);
  },
};
