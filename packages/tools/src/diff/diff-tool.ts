/** The difference of two files, or of two texts, as a unified diff. */
import { defineTool, type FsReadDoor, output, type Tool, ToolError } from "@toolplane/contract";
import { describeDiff } from "../text/describe-diff.ts";
import { decodeText } from "../text/encoding/decode-text.ts";

/** Two paths, or two texts. */
export interface DiffArguments {
  readonly path?: string;
  readonly other_path?: string;
  readonly old_content?: string;
  readonly new_content?: string;
}

export interface DiffData {
  /** Empty when both are the same. */
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
  readonly identical: boolean;
}

/** The result is cut by the road; this only keeps memory in bounds. */
const MAX_CHARS = 4_000_000;
const text = { type: "string" } as const;

export const diffTool: Tool<DiffArguments, DiffData> = defineTool({
  id: "diff",
  label: "Compare",
  description:
    "Compares two text files (path, other_path) or two texts (old_content, new_content) and gives a unified diff.",
  parameters: {
    type: "object",
    properties: {
      path: { ...text, description: "The old file." },
      other_path: { ...text, description: "The new file." },
      old_content: { ...text, description: "The old text, instead of files." },
      new_content: { ...text, description: "The new text, instead of files." },
    },
    additionalProperties: false,
  },
  requires: { fs: { read: ["/**"] } },
  resources: { path: "fs.read", other_path: "fs.read" },
  mode: "read",
  repeatable: true,
  execute: async (args, { fs }) => {
    const { before, after, from, to } = await readSides(args, fs);
    const {
      text: diff,
      added,
      removed,
      cut,
    } = describeDiff(before, after, { from, to, maxChars: MAX_CHARS });
    const data = { diff, added, removed, identical: before === after };
    return cut ? output(data, { truncated: {} }) : data;
  },
});

interface Sides {
  readonly before: string;
  readonly after: string;
  readonly from: string;
  readonly to: string;
}

async function readSides(args: DiffArguments, fs: Pick<FsReadDoor, "read">): Promise<Sides> {
  const { path, other_path, old_content, new_content } = args;
  const hasFiles = path !== undefined && other_path !== undefined;
  const hasTexts = old_content !== undefined && new_content !== undefined;
  if (Object.keys(args).length !== 2 || hasFiles === hasTexts)
    throw new ToolError(
      "invalid_input",
      "Give either path and other_path, or old_content and new_content.",
    );
  if (hasTexts) return { before: old_content, after: new_content, from: "old", to: "new" };
  if (!hasFiles) throw new ToolError("internal", "Neither files nor texts.");
  const before = await readText(fs, path);
  const after = await readText(fs, other_path);
  return { before, after, from: path, to: other_path };
}

async function readText(fs: Pick<FsReadDoor, "read">, path: string): Promise<string> {
  return (await decodeText((await fs.read(path)).bytes, path)).text;
}
