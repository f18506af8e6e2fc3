/** The real provider packages against a model on loopback: what each of them sends, and what comes back through our road. */
import { createAnthropic } from "@ai-sdk/anthropic";
import { createGoogleGenerativeAI } from "@ai-sdk/google";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { createNameMap, MODEL_NAMES } from "@toolplane/kernel/projection";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LoopbackModel, openLoopbackModel } from "../../lab/clients/loopback-model.ts";
import { openLibrary } from "../library/fixture.ts";

const PROVIDERS: Readonly<Record<string, (url: string) => LanguageModelV4>> = {
  "OpenAI's responses": (url) =>
    createOpenAI({ baseURL: `${url}/v1`, apiKey: "key" }).responses("model"),
  "OpenAI's chat": (url) => createOpenAI({ baseURL: `${url}/v1`, apiKey: "key" }).chat("model"),
  "a server that speaks OpenAI's chat": (url) =>
    createOpenAICompatible({ name: "here", baseURL: `${url}/v1` }).chatModel("model"),
  "Anthropic's messages": (url) =>
    createAnthropic({ baseURL: `${url}/v1`, apiKey: "key" })("model"),
  "Google's content": (url) =>
    createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey: "key" })("model"),
};

/** No provider takes its own name: there is a dot in it. */
const PAGE = createNameMap(["web.page"], MODEL_NAMES).shown("web.page");

describe("an agent", () => {
  let loopback: LoopbackModel;
  beforeAll(async () => {
    loopback = await openLoopbackModel();
  });
  afterAll(() => loopback.close());

  it.each(Object.entries(PROVIDERS))("works with a model behind %s", async (_, open) => {
    loopback.play([
      { tool: "read", arguments: { path: "a.txt" } },
      { tool: "read", arguments: { path: ".env" } },
      { tool: PAGE, arguments: {} },
    ]);
    const { tp } = await openLibrary({
      policy: [
        { permission: "fs.read", pattern: "{workspace}/**", action: "allow" },
        { permission: "fs.read", pattern: "**/.env", action: "deny" },
      ],
    });
    const agent = await tp.agent({ model: open(loopback.url) });
    const outcome = await agent.run("Look around.");
    expect(outcome).toEqual({ status: "done", text: "All done." });
    const heard = loopback.heard();
    expect(heard).toHaveLength(4);
    const [first = "", denied = "", page = ""] = heard.at(-1)?.results ?? [];
    expect(first).toContain("alpha");
    expect(denied).toContain("A rule denies fs.read");
    expect(denied).not.toContain("SECRET=1");
    // What came from outside is fenced.
    expect(page).toContain("a page");
    expect(page).toContain("untrusted");
    expect(agent.state().turns).toBe(4);
    expect(agent.state().spent.inputTokens).toBeGreaterThan(0);
  });
});
