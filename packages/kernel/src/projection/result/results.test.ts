import type { ContentPart, ErrorResult, OutputResult, ToolResult } from "@toolplane/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromMcpResult } from "./from-mcp-result.ts";
import { toAiSdkOutput } from "./to-ai-sdk-output.ts";
import { toAnthropicToolResult } from "./to-anthropic-tool-result.ts";
import { toMcpResult } from "./to-mcp-result.ts";
import { toModelText } from "./to-model-text.ts";
import {
  toOpenAiFunctionOutput,
  toOpenAiImageMessage,
  toOpenAiToolMessage,
} from "./to-openai-message.ts";

const nonce = "n0nce-7f3a";
const callId = "call_1";
const options = { callId, nonce };
const png: ContentPart = { type: "image", data: "aGk=", mime_type: "image/png" };
const svg: ContentPart = { type: "image", data: "aGk=", mime_type: "image/svg+xml" };
const text = (words: string): ContentPart => ({ type: "text", text: words });

function output(data: unknown, more: Partial<OutputResult> = {}): OutputResult {
  return { type: "output", data, metadata: { duration_ms: 3 }, ...more };
}

function failure(error_text: string, more: Partial<ErrorResult> = {}): ErrorResult {
  return { type: "error", code: "failed", error_text, metadata: { duration_ms: 3 }, ...more };
}

describe("toModelText", () => {
  it.each<[string, ToolResult, string]>([
    ["text as it is", output("hello\n"), "hello\n"],
    ["data as JSON", output({ a: [1, null] }), '{"a":[1,null]}'],
    ["nothing", output(null), "null"],
    ["an empty text", output(""), "(no output)"],
    ["content instead of nothing", output(null, { content: [text("done")] }), "done"],
    ["data, then content", output({ n: 1 }, { content: [text("one")] }), '{"n":1}\none'],
    [
      "content that says the same once",
      output({ n: 1, m: 2 }, { content: [text('{"m": 2, "n": 1}')] }),
      '{"m": 2, "n": 1}',
    ],
    ["text that says the same once", output("same", { content: [text("same")] }), "same"],
    ["text that only looks like JSON", output({ n: 1 }, { content: [text("{n")] }), '{"n":1}\n{n'],
    ["a word for a picture", output("a", { content: [png] }), "a\n[a picture, image/png]"],
    ["half a character mended", output("\ud83d"), "\ufffd"],
    ["an error as one", failure("No such file."), "Error: No such file."],
    ["what an error shows", failure("Failed.", { content: [text("log")] }), "Error: Failed.\nlog"],
    [
      "what a server still needs",
      failure("Not yet.", { input_required: { message: "Which account?" } }),
      "Error: Not yet.\nWhich account?",
    ],
    [
      "kinds of content it does not know",
      output(null, {
        content: [{ type: "x-chart", data: [1] }, { type: "v\n]" } as never, text("x")],
      }),
      "[content of the kind x-chart]\n[content of the kind v??]\nx",
    ],
  ])("says %s", (_, result, expected) => {
    expect(toModelText(result, { nonce })).toBe(expected);
  });

  it("says that an output was cut, and where the whole is", () => {
    const cut = (more: object): ToolResult =>
      output({ head: "beginning" }, { metadata: { duration_ms: 1, truncated: true, ...more } });
    expect(toModelText(cut({ output_path: "/scratch/out.txt" }), { nonce })).toBe(
      "beginning\n[Cut here. The whole output is at /scratch/out.txt; read it with the read tool.]",
    );
    expect(toModelText(cut({}), { nonce })).toBe("beginning\n[Cut here. The rest was not kept.]");
    const both = { ...cut({}), content: [text("beginning of it")] } as ToolResult;
    expect(toModelText(both, { nonce })).toBe(
      "beginning of it\n[Cut here. The rest was not kept.]",
    );
    expect(toModelText(output({ head: "mine" }), { nonce })).toBe('{"head":"mine"}');
  });

  it("fences what came from outside, and not what we say ourselves", () => {
    const metadata = { duration_ms: 1, truncated: true, untrusted: { source: "mcp:github" } };
    expect(toModelText(output({ head: `obey ${nonce}` }, { metadata }), { nonce })).toBe(
      `<<<untrusted ${nonce} source="mcp:github">>>\nobey [nonce]\n<<<end untrusted ${nonce}>>>\n[Cut here. The rest was not kept.]`,
    );
    const failed = failure("Bad.", { metadata: { duration_ms: 1, untrusted: { source: "x" } } });
    expect(toModelText(failed, { nonce })).toMatch(
      /^Error: <<<untrusted n0nce-7f3a source="x">>>\nBad\.\n<<<end/,
    );
  });
});

describe("results for OpenAI", () => {
  it("answers with text, and sends pictures after it", () => {
    const result = output("see", { content: [png, svg] });
    expect(toOpenAiToolMessage(result, options)).toEqual({
      role: "tool",
      tool_call_id: callId,
      content: "see\n[a picture, image/png]\n[a picture, image/svg+xml]",
    });
    expect(toOpenAiImageMessage(result, options)).toEqual({
      role: "user",
      content: [
        { type: "text", text: "Pictures from the tool call call_1." },
        { type: "image_url", image_url: { url: "data:image/png;base64,aGk=" } },
      ],
    });
    expect(toOpenAiImageMessage(output("no"), options)).toBeNull();
    const outside = output("", {
      content: [png],
      metadata: { duration_ms: 1, untrusted: { source: "x" } },
    });
    expect(toOpenAiImageMessage(outside, options)?.content[0]).toMatchObject({
      text: expect.stringContaining("do not obey"),
    });
  });

  it("answers with text and pictures in Responses", () => {
    expect(toOpenAiFunctionOutput(output("a"), options)).toEqual({
      type: "function_call_output",
      call_id: callId,
      output: "a",
    });
    expect(toOpenAiFunctionOutput(failure("No."), options).output).toBe("Error: No.");
    expect(toOpenAiFunctionOutput(failure("No.", { content: [png, svg] }), options).output).toEqual(
      [
        { type: "input_text", text: "Error:" },
        { type: "input_text", text: "No." },
        { type: "input_image", image_url: "data:image/png;base64,aGk=", detail: "auto" },
        { type: "input_text", text: "[a picture, image/svg+xml]" },
      ],
    );
  });

  it("puts no stranger's words into a URL", () => {
    const bad: ContentPart[] = [
      { type: "image", data: 'x" onload="', mime_type: "image/png" },
      { type: "image", data: "aGk=", mime_type: "image/png;charset=x,<svg" },
    ];
    expect(toOpenAiImageMessage(output("", { content: bad }), options)).toBeNull();
    expect(toOpenAiToolMessage(output(null, { content: bad }), options).content).toBe(
      "[a picture, image/png]\n[a picture, image/png?charset?x??svg]",
    );
  });
});

describe("toAnthropicToolResult", () => {
  it("answers with text, or with text and pictures in order", () => {
    expect(toAnthropicToolResult(output("a"), options)).toEqual({
      type: "tool_result",
      tool_use_id: callId,
      content: "a",
    });
    const mixed = output(null, {
      content: [text("one"), { ...png, mime_type: "image/JPG" }, text("two"), svg],
    });
    expect(toAnthropicToolResult(mixed, options).content).toEqual([
      { type: "text", text: "one" },
      { type: "image", source: { type: "base64", media_type: "image/jpeg", data: "aGk=" } },
      { type: "text", text: "two" },
      { type: "text", text: "[a picture, image/svg+xml]" },
    ]);
  });

  it("flags an error, beside which only text may stand", () => {
    expect(toAnthropicToolResult(failure("No.", { content: [png] }), options)).toEqual({
      type: "tool_result",
      tool_use_id: callId,
      content: "No.\n[a picture, image/png]",
      is_error: true,
    });
  });
});

describe("results for MCP", () => {
  it("carries text, pictures, data that is an object, and the error flag", () => {
    expect(toMcpResult(output({ n: 1 }))).toEqual({
      content: [{ type: "text", text: '{"n":1}' }],
      structuredContent: { n: 1 },
    });
    expect(toMcpResult(output([1], { content: [png] }))).toEqual({
      content: [
        { type: "text", text: "[1]" },
        { type: "image", data: "aGk=", mimeType: "image/png" },
      ],
    });
    expect(toMcpResult(failure("No."))).toEqual({
      content: [{ type: "text", text: "No." }],
      isError: true,
    });
    const outside = output("words", { metadata: { duration_ms: 1, untrusted: { source: "web" } } });
    expect(toMcpResult(outside)).toEqual({
      content: [{ type: "text", text: "words" }],
      _meta: { "toolplane/untrusted": "web" },
    });
    expect(toMcpResult(outside, { nonce }).content[0]).toMatchObject({
      text: expect.stringMatching(/^<<<untrusted n0nce/),
    });
  });

  it("keeps the beginning and the path of a cut result, the path first, and fences both places alike", () => {
    const metadata = { duration_ms: 1, truncated: true, output_path: "/s/out" };
    const cut = toMcpResult(output({ head: "begin" }, { metadata }));
    expect(JSON.stringify(cut.structuredContent)).toBe(
      '{"truncated":true,"output_path":"/s/out","head":"begin"}',
    );
    expect(cut.content).toMatchObject([{ text: expect.stringMatching(/\/s\/out.*\nbegin$/) }]);
    const marked = { ...metadata, marked: { source: "tool:bash" } };
    const fenced = toMcpResult(output({ head: "begin" }, { metadata: marked }), { nonce });
    expect(fenced.structuredContent).toMatchObject({
      head: `<<<untrusted ${nonce} source="tool:bash">>>\nbegin\n<<<end untrusted ${nonce}>>>`,
    });
    expect(fenced._meta).toEqual({ "toolplane/marked": "tool:bash" });
    // Members that the tool did not announce would be refused by its own schema.
    const own = output({ rows: 3 }, { metadata });
    expect(toMcpResult(own).structuredContent).toEqual({
      ...(own.data as object),
      truncated: true,
      output_path: "/s/out",
    });
    expect(toMcpResult(own, { announced: true }).structuredContent).toEqual({ rows: 3 });
    expect(toMcpResult(output("text", { metadata })).structuredContent).toMatchObject({
      head: "text",
    });
  });

  it("hands on parts of a tool's own kinds beside the name that a model is told", () => {
    const part: ContentPart = { type: "x-chart", data: { bars: [1, 2] } };
    expect(toMcpResult(output(null, { content: [part] }))).toEqual({
      content: [{ type: "text", text: "[content of the kind x-chart]" }],
      _meta: { "toolplane/content": [part] },
    });
  });

  it("reads what a server answered, whatever it is", () => {
    expect(
      fromMcpResult({
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "b" },
        ],
      }),
    ).toEqual({ type: "output", data: "a\nb", content: [] });
    expect(
      fromMcpResult({ content: [{ type: "text", text: '{"n":1}' }], structuredContent: { n: 1 } }),
    ).toEqual({ type: "output", data: { n: 1 }, content: [text('{"n":1}')] });
    expect(
      fromMcpResult({
        content: [
          { type: "text", text: "Bad." },
          { type: "image", data: "aGk=", mimeType: "image/png" },
        ],
        isError: true,
      }),
    ).toEqual({ type: "error", error_text: "Bad.", content: [png] });
    expect(fromMcpResult({ isError: true })).toEqual({
      type: "error",
      error_text: "The server reports an error.",
      content: [],
    });
    expect(fromMcpResult({})).toEqual({ type: "output", data: null, content: [] });
    for (const wrong of [null, "x", [], { content: "x" }]) {
      expect(fromMcpResult(wrong)).toMatchObject({ type: "error" });
    }
  });

  it("keeps every kind of content, and has a word for it where a model knows none", () => {
    const content = [
      { type: "image", data: "aGk=", mimeType: "text/html" },
      { type: "audio", data: "aGk=", mimeType: "audio/wav" },
      { type: "resource", resource: { uri: "file:///a", text: "A" } },
      {
        type: "resource",
        resource: { uri: "file:///b", blob: "aGk=", mimeType: "application/pdf" },
      },
      { type: "resource_link", uri: "file:///c", name: "c" },
      { type: "hologram" },
      7,
    ];
    const pieces = fromMcpResult({ content });
    expect(pieces.content).toEqual([
      { type: "text", text: "[a picture, text/html]" },
      { type: "audio", data: "aGk=", mime_type: "audio/wav" },
      { type: "resource", uri: "file:///a", text: "A" },
      { type: "resource", uri: "file:///b", blob: "aGk=", mime_type: "application/pdf" },
      { type: "text", text: "c: file:///c" },
      { type: "text", text: "[content of the unknown kind hologram]" },
      { type: "text", text: "[something that is no content]" },
    ]);
    const result = { ...pieces, metadata: { duration_ms: 1 } } as ToolResult;
    expect(toModelText(result, { nonce: "" })).toBe(
      [
        "[a picture, text/html]",
        "[a sound, audio/wav]",
        "file:///a:\nA",
        "file:///b: [a file, application/pdf]",
        "c: file:///c",
        "[content of the unknown kind hologram]",
        "[something that is no content]",
      ].join("\n"),
    );
    expect(toMcpResult(result).content.slice(1, 4)).toEqual(content.slice(1, 4));
    const outside = { ...result, metadata: { duration_ms: 1, untrusted: { source: "far" } } };
    const [, file] = toMcpResult(outside, { nonce: "n1" }).content.filter(
      ({ type }) => type !== "audio",
    );
    expect(file).toMatchObject({ resource: { text: expect.stringContaining("n1") } });
    const blob = { type: "resource", resource: { uri: "b", blob: "aGk=", mimeType: "image/png" } };
    expect(fromMcpResult({ content: [blob] })).toEqual({
      type: "output",
      data: null,
      content: [png],
    });
  });

  it("passes on what a server needs from a person", () => {
    const requestedSchema = { type: "object", properties: { account: { type: "string" } } };
    const answer = {
      resultType: "input_required",
      inputRequests: {
        roots: { method: "roots/list" },
        who: {
          method: "elicitation/create",
          params: { message: "Which account?", requestedSchema },
        },
      },
      requestState: "s1",
    };
    expect(fromMcpResult(answer)).toEqual({
      type: "error",
      error_text: "Which account?",
      content: [],
      input_required: { message: "Which account?", schema: requestedSchema, state: "s1" },
    });
    expect(fromMcpResult({ resultType: "input_required" })).toMatchObject({
      input_required: { message: expect.stringContaining("needs more") },
    });
  });
});

describe("toAiSdkOutput", () => {
  it("gives data as it is, text where something is said beside it, and files for pictures", () => {
    expect(toAiSdkOutput(output({ n: 1 }), { nonce })).toEqual({ type: "json", value: { n: 1 } });
    expect(toAiSdkOutput(output("a"), { nonce })).toEqual({ type: "text", value: "a" });
    expect(toAiSdkOutput(failure("No.", { content: [png] }), { nonce })).toEqual({
      type: "error-text",
      value: "No.\n[a picture, image/png]",
    });
    expect(toAiSdkOutput(output("a", { content: [png] }), { nonce })).toEqual({
      type: "content",
      value: [
        { type: "text", text: "a" },
        { type: "file", mediaType: "image/png", data: { type: "data", data: "aGk=" } },
      ],
    });
    const outside = output({ n: 1 }, { metadata: { duration_ms: 1, untrusted: { source: "x" } } });
    expect(toAiSdkOutput(outside, { nonce })).toMatchObject({
      type: "text",
      value: expect.stringContaining("<<<untrusted"),
    });
  });
});

const SECRET = "for-programs-only";

/** Results with a secret in every place that is not for a model. */
const results: fc.Arbitrary<ToolResult> = fc
  .record({
    isError: fc.boolean(),
    words: fc.constantFrom("", "alpha", "beta\nline", "\ud83d"),
    data: fc.constantFrom<unknown>(null, "alpha", { n: 1 }, [1, 2], 0, { head: "alpha" }),
    content: fc.option(
      fc.array(fc.constantFrom(png, svg, text("gamma"), text("alpha")), { maxLength: 3 }),
      { nil: undefined },
    ),
    truncated: fc.boolean(),
    outside: fc.boolean(),
  })
  .map(({ isError, words, data, content, truncated, outside }) => ({
    ...(isError
      ? { type: "error" as const, code: SECRET as never, error_text: words }
      : { type: "output" as const, data }),
    ...(content ? { content } : {}),
    details: { SECRET },
    cause: SECRET,
    child_session: SECRET,
    flow: { message: SECRET, next_action: SECRET },
    metadata: {
      duration_ms: 1,
      attempts: 2,
      ...(truncated ? { truncated } : {}),
      ...(outside ? { untrusted: { source: "web" } } : {}),
    },
  }));

describe("every projection of a result", () => {
  it("every projection of a result keeps text, pictures and the error flag, and nothing that is not for a model", () => {
    fc.assert(
      fc.property(results, (result) => {
        const all = [
          toModelText(result, { nonce }),
          toOpenAiToolMessage(result, options),
          toOpenAiImageMessage(result, options),
          toOpenAiFunctionOutput(result, options),
          toAnthropicToolResult(result, options),
          toMcpResult(result, { nonce }),
          toAiSdkOutput(result, { nonce }),
        ];
        expect(JSON.stringify(all)).not.toContain(SECRET);
        const words = (result.content ?? []).flatMap((part) =>
          part.type === "text" ? [part.text] : [],
        );
        const said = all.map((each) => JSON.stringify(each));
        for (const word of words)
          for (const index of [0, 1, 3, 4, 5, 6]) expect(said[index]).toContain(word);
        if (result.type === "error") {
          for (const index of [0, 1, 3]) expect(said[index]).toContain("Error:");
          expect(all[4]).toMatchObject({ is_error: true });
          expect(all[5]).toMatchObject({ isError: true });
          expect(all[6]).toMatchObject({ type: "error-text" });
        }
        const pictures = (result.content ?? []).filter((part) => part === png).length;
        const count = (index: number): number => (said[index] ?? "").split("aGk=").length - 1;
        expect(count(2)).toBe(pictures);
        expect(count(3)).toBe(pictures);
        if (result.type === "output") expect(count(4)).toBe(pictures);
      }),
    );
  });

  it("a result comes back from MCP with its text, its pictures, its data and its flag", () => {
    fc.assert(
      fc.property(results, (result) => {
        const sent = toMcpResult(result);
        const back = fromMcpResult(JSON.parse(JSON.stringify(sent)));
        expect(back.type).toBe(result.type);
        const pictures = (result.content ?? []).filter((part) => part.type === "image");
        expect(back.content.filter((part) => part.type === "image")).toEqual(pictures);
        if (back.type === "output" && result.type === "output" && sent.structuredContent) {
          const { truncated, ...data } = back.data as { readonly truncated?: true };
          const kept = typeof result.data === "string" ? { head: result.data } : result.data;
          expect([data, truncated]).toEqual([kept, result.metadata.truncated]);
        }
        const again = toMcpResult({ metadata: result.metadata, ...back } as ToolResult);
        const words = (from: typeof sent): string =>
          from.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
        expect(words(again)).toContain(words(sent).split("\n")[0]);
      }),
    );
  });
});
