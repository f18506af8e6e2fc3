import { describe, expect, it } from "vitest";
import { openModel } from "./open-model.ts";

describe("a model by its name", () => {
  it.each([
    ["openai:gpt-x", "OPENAI_API_KEY"],
    ["anthropic:some-model", "ANTHROPIC_API_KEY"],
    ["google:gem", "GOOGLE_GENERATIVE_AI_API_KEY"],
  ])("%s is opened with the key in %s, and says so without one", async (name, variable) => {
    expect((await openModel(name, { [variable]: "key" })).id).toBe(name);
    await expect(openModel(name, {})).rejects.toThrow(variable);
  });

  it("is any server that speaks OpenAI's chat, by address and name", async () => {
    const { id } = await openModel("http://127.0.0.1:1/v1#llama", {});
    expect(id).toBe("127.0.0.1:1/llama");
    await expect(openModel("http://127.0.0.1:1/v1", {})).rejects.toThrow("after a #");
  });

  it.each(["gpt", "openai:", ":x", "toString:x"])("%s names none", async (name) => {
    await expect(openModel(name, { OPENAI_API_KEY: "key" })).rejects.toThrow("names no model");
  });
});
