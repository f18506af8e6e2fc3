export { applyPatchTool } from "./apply-patch/apply-patch-tool.ts";
export { applyEdit } from "./edit/apply-edit.ts";
export { editTool } from "./edit/edit-tool.ts";
export { globTool } from "./glob/glob-tool.ts";
export { grepTool } from "./grep/grep-tool.ts";
export { compute } from "./html/html-compute.ts";
export { toLf } from "./text/encoding/line-endings.ts";
export { webFetchTool } from "./web-fetch/web-fetch-tool.ts";
