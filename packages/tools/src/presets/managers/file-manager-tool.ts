/** `file_manager`: a file of the workspace is read, written, extended or deleted. */
import { type FsDoor, output, type Tool } from "@toolplane/contract";
import { readTool } from "../../read/read-tool.ts";
import { changeFile } from "../../text/change-file.ts";
import { writeTool } from "../../write/write-tool.ts";
import { objectSchema } from "../adapt/object-schema.ts";
import { createManager, type Step, stepOf, touchFile } from "./create-manager.ts";
import { needText } from "./need-text.ts";

export const fileManagerTool: Tool = createManager({
  id: "file_manager",
  label: "Files",
  description: "Reads, writes, extends and deletes files of the project workspace.",
  parameters: objectSchema(
    {
      action: {
        type: "string",
        enum: ["write", "read", "append", "delete"],
        description:
          "write creates or replaces, read returns, append adds to the end, delete removes.",
      },
      path: { type: "string", description: "The file, relative to the project's root." },
      content: { type: "string", description: "The text for write and append." },
    },
    ["action", "path"],
  ),
  requires: { fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] } },
  mode: "safe_write",
  kind: "edit",
  choose: (args) => {
    const path = needText(args, "path");
    if (args.action === "read") return stepOf(readTool, { path });
    if (args.action === "delete") return removing(path);
    const content = needText(args, "content");
    return args.action === "write"
      ? stepOf(writeTool, { path, content })
      : appending(path, content);
  },
});

function appending(path: string, content: string): Step {
  return {
    touches: touchFile(path, "fs.read", "fs.write"),
    async run({ fs }) {
      const door = fs as FsDoor;
      if ((await door.stat(path)) === null) {
        const { bytes, journal } = await door.write(path, content, { create: "must" });
        return { path, action: "created", bytes, journal };
      }
      const add = (text: string) => ({ text: text + content, report: null });
      const { written } = await changeFile(door, path, add);
      return { path, action: "appended", bytes: written.bytes, journal: written.journal };
    },
  };
}

function removing(path: string): Step {
  return {
    touches: touchFile(path, "fs.write"),
    async run({ fs }) {
      await (fs as FsDoor).remove(path);
      return output({ path, action: "deleted" });
    },
  };
}
