import type { TodoItem } from "@toolplane/contract";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { todoTool } from "./todo-tool.ts";

const item = (content: string, status: TodoItem["status"] = "pending") => ({
  content,
  activeForm: `${content}ing`,
  status,
});

describeToolConformance(
  { describe, it },
  {
    tool: todoTool,
    host: () => createMemoryHost(),
    valid: [{ todos: [item("Test"), item("Ship", "in_progress")] }, { todos: [] }],
    invalid: [
      {},
      { todos: [{ content: "x", status: "pending" }] },
      { todos: [{ ...item("x"), status: "done" }] },
      { todos: [{ ...item("x"), priority: 1 }] },
      { todos: [item("")] },
    ],
    patienceMs: 50,
  },
);

describe("the tool todo", () => {
  it("[R182] replaces the session's own list and needs no capability", async () => {
    expect(todoTool.requires).toEqual({});
    const { call, open } = openSessionWorld(todoTool);
    await call({ todos: [item("a"), item("b", "completed")] });
    expect(await call({ todos: [item("c", "in_progress")] })).toMatchObject({
      data: { total: 1, pending: 0, in_progress: 1, completed: 0 },
      details: { before: [{ content: "a" }, { content: "b" }], after: [{ content: "c" }] },
    });
    const other = open();
    const first = await other.call({ id: "x", name: "todo", arguments: { todos: [] } });
    expect(first).toMatchObject({ details: { before: [] } });
  });

  it("passes the list to a host that shows it", async () => {
    const told: (readonly TodoItem[])[] = [];
    const services = {
      todo: { get: () => [], set: (items: readonly TodoItem[]) => void told.push(items) },
    };
    const { call } = openSessionWorld(todoTool, { kernel: { services } });
    await call({ todos: [item("a")] });
    expect(told).toEqual([[item("a")]]);
  });

  it("runs unasked, and a rule against it holds", async () => {
    const { call } = openSessionWorld(todoTool, { kernel: { policy: [] } });
    expect(await call({ todos: [] })).toMatchObject({ type: "output" });
    const denied = openSessionWorld(todoTool, {
      session: { rules: [{ permission: "todo", pattern: "**", action: "deny" }] },
    });
    expect(await denied.call({ todos: [] })).toMatchObject({ code: "permission_denied" });
  });
});
