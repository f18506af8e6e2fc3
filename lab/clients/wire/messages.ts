import { type Body, list, sendEvents, sendJson, textOf, type Wire } from "./wire.ts";

export const messages: Wire = {
  matches: (path) => path.endsWith("/messages"),
  tools: (body) => list(body.tools).map(({ name }) => ({ name: String(name), group: "" })),
  results: (body) =>
    list(body.messages)
      .flatMap(({ content }) => list(content))
      .filter(({ type }) => type === "tool_result")
      .map(({ content }) => textOf(content)),
  answer(reply, body, response) {
    const isText = "text" in reply;
    const block: Body = isText
      ? { type: "text", text: reply.text }
      : { type: "tool_use", id: reply.id, name: reply.tool.name, input: reply.arguments };
    const stop_reason = isText ? "end_turn" : "tool_use";
    const message = {
      id: "message",
      type: "message",
      role: "assistant",
      model: body.model ?? "model",
      content: [block],
      stop_reason,
      stop_sequence: null,
      usage: { input_tokens: 100, output_tokens: 10 },
    };
    if (body.stream !== true) {
      sendJson(response, message);
      return;
    }
    const event = (type: string, data: Body) => ({ name: type, data: { type, ...data } });
    const open = isText ? { type: "text", text: "" } : { ...block, input: {} };
    const delta = isText
      ? { type: "text_delta", text: reply.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(reply.arguments) };
    sendEvents(response, [
      event("message_start", { message: { ...message, content: [], stop_reason: null } }),
      event("content_block_start", { index: 0, content_block: open }),
      event("content_block_delta", { index: 0, delta }),
      event("content_block_stop", { index: 0 }),
      event("message_delta", {
        delta: { stop_reason, stop_sequence: null },
        usage: { output_tokens: 10 },
      }),
      event("message_stop", {}),
    ]);
  },
};
