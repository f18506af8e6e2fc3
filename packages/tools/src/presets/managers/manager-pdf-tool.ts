/** `pdf_read`: the text of a PDF file of the project. */
import type { Tool } from "@toolplane/contract";
import { pdfReadTool } from "../../pdf-read/pdf-read-tool.ts";
import { objectSchema } from "../adapt/object-schema.ts";
import { createManager, stepOf } from "./create-manager.ts";
import { needText } from "./need-text.ts";
import { projectPath } from "./project-path.ts";

/** The tool `pdf_read` with the arguments of this set. */
export const managerPdfTool: Tool = createManager({
  id: "pdf_read",
  label: pdfReadTool.label,
  description: "Extracts the text of a PDF file of the project.",
  parameters: objectSchema(
    {
      path: { type: "string", description: "The PDF file, relative to the project's root." },
      project_root: {
        type: "string",
        description: "The project's folder, relative to the workspace.",
      },
    },
    ["path"],
  ),
  requires: pdfReadTool.requires,
  mode: pdfReadTool.mode,
  kind: pdfReadTool.kind,
  timeoutMs: pdfReadTool.limits.timeoutMs,
  choose: (args) => stepOf(pdfReadTool, { path: projectPath(args, needText(args, "path")) }),
});
