import type { SessionServices } from "@toolplane/contract";
import {
  createMemoryHost,
  createScriptedBroker,
  describeToolConformance,
} from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { memoryTool } from "./memory-tool.ts";

function createNotes(given: Readonly<Record<string, string>> = {}): SessionServices {
  const notes = new Map(Object.entries(given));
  return {
    memory: {
      read: async (key) => notes.get(key) ?? null,
      write: async (key, content) => void notes.set(key, content),
      list: async () => [...notes.keys()],
      remove: async (key) => notes.delete(key),
    },
  };
}

describeToolConformance(
  { describe, it },
  {
    tool: memoryTool,
    host: () => createMemoryHost(),
    valid: [
      { action: "list" },
      { action: "write", key: "style", content: "tabs" },
      { action: "read", key: "style" },
      { action: "delete", key: "style" },
      { action: "read" },
      { action: "write", key: "style" },
    ],
    invalid: [
      {},
      { action: "append", key: "a" },
      { action: "read", key: "../a" },
      { action: "read", key: ".hidden" },
      { action: "read", key: "a/b" },
      { action: "list", path: "x" },
    ],
    mayFailWith: ["invalid_input", "not_found"],
    kernel: {
      services: {
        memory: {
          read: async (key) => (key === "style" ? "tabs" : null),
          write: async () => {},
          list: async () => ["style"],
          remove: async (key) => key === "style",
        },
      },
    },
    patienceMs: 50,
  },
);

describe("the tool memory", () => {
  it("writes, reads, lists and deletes", async () => {
    const { call } = openSessionWorld(memoryTool, {
      kernel: { services: createNotes({ b: "2" }) },
    });
    expect(await call({ action: "write", key: "a", content: "one" })).toMatchObject({
      data: { key: "a", written: 3 },
    });
    expect(await call({ action: "read", key: "a" })).toMatchObject({ data: { content: "one" } });
    expect(await call({ action: "list" })).toMatchObject({ data: { keys: ["a", "b"] } });
    expect(await call({ action: "delete", key: "b" })).toMatchObject({ data: { deleted: true } });
    expect(await call({ action: "list" })).toMatchObject({ data: { keys: ["a"] } });
  });

  it("names the keys when one is missing, and what an action needs", async () => {
    const { call } = openSessionWorld(memoryTool, {
      kernel: { services: createNotes({ b: "2" }) },
    });
    expect(await call({ action: "read", key: "a" })).toMatchObject({
      code: "not_found",
      error_text: "Nothing is kept under a. There are: b.",
    });
    expect(await call({ action: "delete", key: "a" })).toMatchObject({ code: "not_found" });
    expect(await call({ action: "read" })).toMatchObject({
      code: "invalid_input",
      error_text: "read needs a key. list names them.",
    });
    expect(await call({ action: "write", key: "a" })).toMatchObject({
      error_text: "write needs content.",
    });
  });

  it("says so when the host keeps nothing", async () => {
    expect(await openSessionWorld(memoryTool).call({ action: "list" })).toMatchObject({
      code: "unavailable",
    });
  });

  it("is asked about by action and key, and always means that pair only", async () => {
    const broker = createScriptedBroker(() => "session");
    const { call } = openSessionWorld(memoryTool, {
      kernel: { services: createNotes(), broker, policy: [] },
    });
    await call({ action: "write", key: "a", content: "1" });
    await call({ action: "write", key: "a", content: "2" });
    await call({ action: "write", key: "b", content: "3" });
    expect(broker.questions().map(({ cover }) => cover?.[0]?.key)).toEqual(["write:a", "write:b"]);
  });
});
