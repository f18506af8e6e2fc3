import {
  type ClientRequest,
  defineTool,
  type RuntimeBase,
  type Tool,
  ToolError,
} from "@toolplane/contract";
import { afterEach, describe, expect, it } from "vitest";
import {
  type AskingWorld,
  type AskingWorldOptions,
  CALLS,
  type Form,
  openAskingWorld,
} from "./asking-world.ts";
import { REVISIONS, textOf } from "./world.ts";

const worlds: AskingWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

async function open(options: AskingWorldOptions): Promise<AskingWorld> {
  const world = await openAskingWorld(options);
  worlds.push(world);
  return world;
}

function toolOf(execute: (runtime: RuntimeBase) => unknown): Tool {
  return defineTool({
    id: "asking",
    description: "Asks its client.",
    parameters: { type: "object" },
    requires: {},
    gated: false,
    execute: (_args, runtime) => execute(runtime) as never,
  }) as Tool;
}

/** Of the server behind: puts these to its client and says what came back. */
function asking(requests: Readonly<Record<string, ClientRequest>>): Tool {
  return toolOf(async ({ services, call, signal }) => {
    if (!services.client) throw new ToolError("unavailable", "There is no client.");
    return { answers: await services.client.request(call.callId, requests, signal) };
  });
}

const FORM: ClientRequest = {
  method: "elicitation/create",
  params: {
    message: "Which one?",
    requestedSchema: {
      type: "object",
      properties: {
        age: { type: "integer", default: 30 },
        shade: { type: "string", oneOf: [{ const: "r", title: "Red" }] },
      },
      required: ["age"],
    },
  },
};
const SAMPLE: ClientRequest = {
  method: "sampling/createMessage",
  params: {
    messages: [{ role: "user", content: { type: "text", text: "The capital? s3cr3t-t0ken" } }],
    maxTokens: 5,
  },
};
const ROOTS: ClientRequest = { method: "roots/list", params: {} };
const ALL = { elicitation: { form: {} }, sampling: {}, roots: {} };
const ASKS = { permission: "mcp__there__*", pattern: "mcp:there/*.*", action: "allow" } as const;
const NAME = "mcp__there__asking";

describe.each(REVISIONS.flatMap((revision) => REVISIONS.map((behind) => ({ revision, behind }))))(
  "what a server of $behind asks, to a client of $revision",
  (revisions) => {
    it("shows a form as the server wrote it, names the server, and is a question of the record", async () => {
      const shown: Form[] = [];
      const { client, events } = await open({
        ...revisions,
        tools: [asking({ FORM })],
        capabilities: ALL,
        onForm: (params) => {
          shown.push(params);
          return { action: "accept", content: { age: 4 } };
        },
      });
      const result = await client.callTool({ name: NAME });
      expect(result.structuredContent).toEqual({
        answers: { FORM: { action: "accept", content: { age: 4 } } },
      });
      const [form] = shown;
      expect(form?.requestedSchema).toMatchObject(FORM.params?.requestedSchema as object);
      expect(form?.message).toContain("The MCP server there asks: Which one?");
      expect(form?.message).toContain("(asked by the tool mcp__there__asking)");
      expect(events.map(({ type }) => type)).toEqual(
        expect.arrayContaining(["approval-request", "approval-answer"]),
      );
    });

    it("hands on what a rule allows of the client's model and folders, and notes it", async () => {
      const { client, asked, events } = await open({
        ...revisions,
        tools: [asking({ SAMPLE, ROOTS })],
        capabilities: ALL,
        rules: [CALLS, ASKS],
      });
      const { structuredContent } = await client.callTool({ name: NAME });
      expect(structuredContent).toMatchObject({
        answers: {
          SAMPLE: { content: { text: "Paris" } },
          ROOTS: { roots: [{ uri: "file:///front" }] },
        },
      });
      expect(asked.toSorted()).toEqual(["roots/list", "sampling/createMessage"]);
      const subjects = events.flatMap((event) =>
        event.type === "access-surprise" ? [event.subject] : [],
      );
      expect(subjects.toSorted()).toEqual([
        "mcp:there/roots.list",
        "mcp:there/sampling.createMessage",
      ]);
    });

    it("passes on its log and its progress, as its own word", async () => {
      const tool = toolOf(({ services, call, progress }) => {
        services.client?.log(call.callId, "warning", { grave: "\u202Ebad" });
        for (const done of [0, 50, 100]) progress("on it", { progress: done, total: 100 });
        return "done";
      });
      const { client, logged } = await open({ ...revisions, tools: [tool], capabilities: ALL });
      const heard: unknown[] = [];
      await client.callTool(
        {
          name: NAME,
          ...(revisions.revision === "2026-07-28"
            ? { _meta: { "io.modelcontextprotocol/logLevel": "debug" } }
            : {}),
        },
        { onprogress: ({ progress, total }) => void heard.push([progress, total]) },
      );
      expect(heard).toEqual([
        [0, 100],
        [50, 100],
        [100, 100],
      ]);
      expect(logged).toEqual([
        { level: "warning", data: '{"grave":"\\u{202e}bad"}', logger: "mcp:there" },
      ]);
    });
  },
);

it("tells a client of 2026-07-28 what it would have to be able to do", async () => {
  const { client } = await open({
    revision: "2026-07-28",
    tools: [asking({ SAMPLE })],
    capabilities: {},
    rules: [CALLS, ASKS],
  });
  await expect(client.callTool({ name: NAME })).rejects.toMatchObject({
    code: -32_021,
    data: { requiredCapabilities: { sampling: {} } },
  });
});

it("puts several requests of a server to a client at once", async () => {
  const { client } = await open({
    revision: "2026-07-28",
    tools: [asking({ FORM, SAMPLE, ROOTS })],
    capabilities: ALL,
    rules: [CALLS, ASKS],
    onForm: () => ({ action: "accept", content: { age: 1 } }),
  });
  const left = await client.request(
    { method: "tools/call", params: { name: NAME, arguments: {} } },
    { allowInputRequired: true } as never,
  );
  expect(left).toMatchObject({ inputRequests: { FORM: {}, SAMPLE: {}, ROOTS: {} } });
});

it("does not make the next question wait for a client that never comes back", async () => {
  const { client } = await open({
    revision: "2026-07-28",
    tools: [asking({ FORM })],
    capabilities: ALL,
    onForm: () => ({ action: "accept", content: { age: 7 } }),
  });
  const left = await client.request(
    { method: "tools/call", params: { name: NAME, arguments: {} } },
    { allowInputRequired: true } as never,
  );
  expect(left).toMatchObject({ resultType: "input_required" });
  const result = await client.callTool({ name: NAME });
  expect(textOf(result)).toContain("7");
});
