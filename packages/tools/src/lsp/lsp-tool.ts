/**
 * Asks the language server of a file. The server runs confined and only ever reads; the text of the file comes through the file
 * door, and every file that an answer points at is asked about at the same door before it is named.
 */
import {
  defineTool,
  isToolError,
  type LanguageQuestion,
  output,
  type Tool,
  ToolError,
} from "@toolplane/contract";
import { showAnswer } from "./show-answer.ts";

const LSP_OPERATIONS = [
  "definition",
  "references",
  "hover",
  "symbols",
  "diagnostics",
  "rename",
] as const;

export interface LspArguments {
  readonly operation: (typeof LSP_OPERATIONS)[number];
  readonly path: string;
  readonly line?: number;
  readonly character?: number;
  readonly new_name?: string;
}

const MAX_FILE_BYTES = 2_000_000;

/** The tool `lsp`. Its data is one line for each thing that was found. */
export const lspTool: Tool<LspArguments, string> = defineTool({
  id: "lsp",
  label: "Language server",
  description: [
    "Asks a language server about code: where a name is defined or used, what it is (hover), what a file defines (symbols), what is wrong with it (diagnostics), and what a rename would change (nothing is written).",
    "line and character are counted from 1 and stand on the name; symbols and diagnostics need only path.",
  ].join(" "),
  parameters: {
    type: "object",
    properties: {
      operation: { type: "string", enum: LSP_OPERATIONS },
      path: { type: "string", minLength: 1, description: "The file." },
      line: { type: "integer", minimum: 1, maximum: 10_000_000 },
      character: { type: "integer", minimum: 1, maximum: 10_000_000 },
      new_name: { type: "string", minLength: 1, maxLength: 500, description: "For rename." },
    },
    required: ["operation", "path"],
    additionalProperties: false,
  },
  requires: { fs: { read: ["{workspace}/**"] } },
  resources: { path: { access: "fs.read" } },
  mode: "read",
  kind: "search",
  repeatable: true,
  limits: { timeoutMs: 90_000 },
  config: {
    properties: {
      afterEdit: {
        type: "boolean",
        description: "Tools that change files say what is wrong with them since.",
      },
      afterEditMs: {
        type: "integer",
        minimum: 100,
        maximum: 15_000,
        description: "How long such a tool waits for that at the most. Default: 3000.",
      },
      servers: {
        type: "array",
        maxItems: 20,
        items: {
          type: "object",
          properties: {
            name: { type: "string", pattern: "^[a-z][a-z0-9-]{0,39}$" },
            endings: {
              type: "array",
              minItems: 1,
              maxItems: 30,
              items: { type: "string", pattern: "^[A-Za-z0-9_+-]{1,20}$" },
            },
            command: {
              type: "array",
              minItems: 1,
              maxItems: 50,
              items: { type: "string", minLength: 1, maxLength: 2_000 },
            },
            unconfined: { type: "boolean" },
          },
          required: ["name", "endings", "command"],
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  },
  execute: async (args, { fs, services, signal }) => {
    const question = questionOf(args);
    const { languages } = services;
    if (!languages) throw new ToolError("unavailable", "No language server can be started here.");
    const { bytes, size } = await fs.read(args.path, { offset: 0, length: MAX_FILE_BYTES });
    if (size > MAX_FILE_BYTES)
      throw new ToolError("too_large", `${args.path} is larger than ${MAX_FILE_BYTES} bytes.`);
    const text = new TextDecoder().decode(bytes);
    const answer = await languages.ask({ question, path: args.path, text, signal });
    const { data, hidden } = await showAnswer(answer, async (path, line) => {
      try {
        const read = await fs.read(path, { offset: 0, length: MAX_FILE_BYTES });
        return new TextDecoder().decode(read.bytes).split("\n")[line] ?? "";
      } catch (error) {
        if (isToolError(error) && error.code !== "cancelled") return null;
        throw error;
      }
    });
    const note = hidden > 0 ? `[${hidden} more in files that are not open to you]` : null;
    return output(data, note === null ? {} : { content: [{ type: "text", text: note }] });
  },
});

function questionOf({ operation, line, character, new_name }: LspArguments): LanguageQuestion {
  if (operation === "symbols" || operation === "diagnostics") return { about: operation };
  if (line === undefined || character === undefined)
    throw new ToolError("invalid_input", `${operation} needs line and character.`);
  const at = { line: line - 1, character: character - 1 };
  if (operation !== "rename") return { about: operation, at };
  if (new_name === undefined) throw new ToolError("invalid_input", "rename needs new_name.");
  return { about: operation, at, newName: new_name };
}
