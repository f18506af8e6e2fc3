/**
 * Keeps the session's list of what is to be done; each call replaces all of it. The list lies in the tool's own slot,
 * so every session has one without a store to wire; a host that shows the list brings `services.todo` and gets it as
 * well.
 */
import { defineTool, type Json, output, type TodoItem, type Tool } from "@toolplane/contract";

export interface TodoArguments {
  readonly todos: readonly TodoItem[];
}

export interface TodoData {
  readonly total: number;
  readonly pending: number;
  readonly in_progress: number;
  readonly completed: number;
}

/** Past this a list is no plan, and it is sent whole each time. */
const MAX_TODOS = 200;
const MAX_TEXT_CHARS = 2_000;

const text = { type: "string", minLength: 1, maxLength: MAX_TEXT_CHARS } as const;
const todos = {
  type: "array",
  maxItems: MAX_TODOS,
  items: {
    type: "object",
    properties: {
      content: { ...text, description: 'What to do: "Run the tests".' },
      activeForm: { ...text, description: 'The same while it is done: "Running the tests".' },
      status: { type: "string", enum: ["pending", "in_progress", "completed"] },
    },
    required: ["content", "activeForm", "status"],
    additionalProperties: false,
  },
} as const;

export const todoTool: Tool<TodoArguments, TodoData> = defineTool({
  id: "todo",
  label: "Todo list",
  description: [
    "Writes the list of what is to be done in this session. Each call replaces the whole list, so send every item; an empty list clears it.",
    "Use it for work of three steps or more. Keep one item in_progress, and mark an item completed as soon as it is done.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: { todos },
    required: ["todos"],
    additionalProperties: false,
  },
  requires: {},
  state: { version: 1, schema: todos },
  mode: "safe_write",
  kind: "other",
  gated: false,
  execute: async ({ todos: items }, { services, state }) => {
    const before = ((await state.get()) ?? []) as unknown as readonly TodoItem[];
    await state.set(items as unknown as Json);
    services.todo?.set(items);
    const count = (status: TodoItem["status"]) =>
      items.filter((item) => item.status === status).length;
    const data: TodoData = {
      total: items.length,
      pending: count("pending"),
      in_progress: count("in_progress"),
      completed: count("completed"),
    };
    return output(data, { details: { before, after: items } });
  },
});
