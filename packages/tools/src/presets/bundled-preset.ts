/**
 * The set `bundled`, with its gated flags and approval keys. Names that are locked keep the locked shape, as anywhere; the
 * others take the arguments that programs written for this set send.
 */
import type { JsonObject, Tool } from "@toolplane/contract";
import { bashTool } from "../bash/bash-tool.ts";
import { diffTool } from "../diff/diff-tool.ts";
import { editTool } from "../edit/edit-tool.ts";
import { globTool } from "../glob/glob-tool.ts";
import { grepTool } from "../grep/grep-tool.ts";
import { httpRequestTool } from "../http-request/http-request-tool.ts";
import { lspTool } from "../lsp/lsp-tool.ts";
import { memoryTool } from "../memory/memory-tool.ts";
import { multiEditTool } from "../multi-edit/multi-edit-tool.ts";
import { questionTool } from "../question/question-tool.ts";
import { readTool } from "../read/read-tool.ts";
import { sleepTool } from "../sleep/sleep-tool.ts";
import { toolSearchTool } from "../tool-search/tool-search-tool.ts";
import { webFetchTool } from "../web-fetch/web-fetch-tool.ts";
import { writeTool } from "../write/write-tool.ts";
import { adaptTool } from "./adapt/adapt-tool.ts";
import { objectSchema } from "./adapt/object-schema.ts";
import { folderKey, foldersKey, hostKey, pathKey, programKey } from "./approval-keys.ts";
import { freezePreset, type Preset } from "./preset.ts";

const word = (args: JsonObject, name: string): string | undefined =>
  typeof args[name] === "string" ? args[name] : undefined;
const folderOf = (args: JsonObject) => folderKey(word(args, "path") ?? ".");
const hostOf = (args: JsonObject) => hostKey(word(args, "url") ?? "");

/** Locked names: the tools themselves, asked about and remembered by the keys of this set. */
const locked = (): readonly Tool[] => [
  adaptTool(bashTool, {
    id: "bash",
    approvalKey: (args) => programKey(word(args, "command") ?? ""),
  }),
  adaptTool(globTool, { id: "glob", approvalKey: (args) => pathKey(word(args, "path")) }),
  adaptTool(grepTool, { id: "grep", approvalKey: (args) => pathKey(word(args, "path")) }),
  adaptTool(readTool, { id: "read", gated: false, approvalKey: folderOf }),
  adaptTool(editTool, { id: "edit", approvalKey: folderOf }),
  adaptTool(writeTool, { id: "write", approvalKey: folderOf }),
];

const text = { type: "string" } as const;

const multiEdit = (): Tool =>
  adaptTool(multiEditTool, {
    id: "multi-edit",
    parameters: objectSchema(
      {
        file_path: { ...text, description: "The file, relative to the workspace." },
        edits: {
          type: "array",
          minItems: 1,
          maxItems: 500,
          items: objectSchema({ old_string: text, new_string: text }, ["old_string", "new_string"]),
        },
      },
      ["file_path", "edits"],
    ),
    rename: { file_path: "path" },
    approvalKey: (args) => folderKey(word(args, "file_path") ?? "."),
  });

const diff = (): Tool =>
  adaptTool(diffTool, {
    id: "diff",
    description:
      "Compares two text files (file_path, other_file_path) or two texts (old_content, new_content) and gives a unified diff.",
    parameters: objectSchema(
      { file_path: text, other_file_path: text, old_content: text, new_content: text },
      [],
    ),
    rename: { file_path: "path", other_file_path: "other_path" },
    approvalKey: (args) => {
      const paths = [word(args, "file_path"), word(args, "other_file_path")];
      const named = paths.filter((path) => path !== undefined);
      return named.length > 0 ? foldersKey(named) : "content";
    },
  });

const httpRequest = (): Tool =>
  adaptTool(httpRequestTool, {
    id: "http-request",
    parameters: objectSchema(
      {
        method: { type: "string", enum: ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] },
        url: { type: "string", minLength: 1, description: "The whole address, http or https." },
        headers: { type: "object", additionalProperties: text },
        body: text,
        timeout: { type: "integer", minimum: 1, maximum: 120_000, description: "Milliseconds." },
      },
      ["method", "url"],
    ),
    rename: { timeout: "timeout_ms" },
    approvalKey: hostOf,
  });

/** One question in words, with options as words. */
const askUser = (): Tool =>
  adaptTool(questionTool, {
    id: "ask-user",
    label: "Ask the user",
    description: "Asks the user one question and waits for the answer.",
    parameters: objectSchema(
      {
        question: { type: "string", minLength: 1, maxLength: 4_000 },
        options: {
          type: "array",
          maxItems: 20,
          items: { type: "string", minLength: 1, maxLength: 4_000 },
        },
      },
      ["question"],
    ),
    convert: ({ question, options }) => ({
      questions: [
        {
          question: question ?? "",
          ...(Array.isArray(options) ? { options: options.map((label) => ({ label })) } : {}),
        },
      ],
    }),
    gated: true,
    approvalKey: () => "interactive",
  });

const sleep = (): Tool =>
  adaptTool(sleepTool, {
    id: "sleep",
    parameters: objectSchema(
      {
        durationMs: { type: "integer", minimum: 0, maximum: 300_000 },
        reason: { type: "string", maxLength: 500, description: "Shown to the user." },
      },
      ["durationMs"],
    ),
    rename: { durationMs: "duration_ms" },
  });

/** The set, with the search that the host configured. */
export function createBundledPreset(webSearchTool: Tool): Preset {
  return freezePreset({
    name: "bundled",
    tools: [
      ...locked(),
      multiEdit(),
      diff(),
      adaptTool(webFetchTool, { id: "web-fetch", approvalKey: hostOf }),
      httpRequest(),
      adaptTool(webSearchTool, { id: "web-search", approvalKey: () => "web-search" }),
      memoryTool,
      askUser(),
      sleep(),
      adaptTool(toolSearchTool, { id: "tool-search", approvalKey: () => "tool-search" }),
      adaptTool(lspTool, { id: "lsp", gated: true, approvalKey: folderOf }),
    ],
  });
}
