import { type Body, list, type Reply, sendEvents, sendJson, textOf, type Wire } from "./wire.ts";

export const responses: Wire = {
  matches: (path) => path.endsWith("/responses"),
  tools: (body) =>
    list(body.tools).flatMap((tool) =>
      tool.type === "namespace"
        ? list(tool.tools).map(({ name }) => ({ name: String(name), group: String(tool.name) }))
        : [{ name: String(tool.name ?? tool.type), group: "" }],
    ),
  results: (body) =>
    list(body.input)
      .filter(({ type }) => String(type).endsWith("_output"))
      .map(({ output }) => textOf(output)),
  answer(reply, body, response) {
    const item = itemOf(reply);
    const whole = {
      id: "response",
      object: "response",
      created_at: 1,
      status: "completed",
      model: body.model ?? "model",
      output: [item],
      parallel_tool_calls: true,
      tools: [],
      usage: {
        input_tokens: 100,
        output_tokens: 10,
        total_tokens: 110,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens_details: { reasoning_tokens: 0 },
      },
    };
    if (body.stream !== true) {
      sendJson(response, whole);
      return;
    }
    let sequence_number = 0;
    const event = (type: string, data: Body) => ({
      name: type,
      data: { type, sequence_number: sequence_number++, ...data },
    });
    sendEvents(response, [
      event("response.created", { response: { ...whole, status: "in_progress", output: [] } }),
      event("response.output_item.added", {
        output_index: 0,
        item: { ...item, status: "in_progress" },
      }),
      ...("text" in reply
        ? [
            event("response.output_text.delta", {
              item_id: item.id,
              output_index: 0,
              content_index: 0,
              delta: reply.text,
            }),
          ]
        : []),
      event("response.output_item.done", { output_index: 0, item }),
      event("response.completed", { response: whole }),
    ]);
  },
};

function itemOf(reply: Reply): Body {
  if ("text" in reply)
    return {
      type: "message",
      id: "message",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text: reply.text, annotations: [] }],
    };
  const { id, tool } = reply;
  return {
    type: "function_call",
    id: `item_${id}`,
    call_id: id,
    name: tool.name,
    status: "completed",
    ...(tool.group === "" ? {} : { namespace: tool.group }),
    arguments: JSON.stringify(reply.arguments),
  };
}
