/** A tool by its module: a file that exports what `defineTool` made, or a folder whose `package.json` names that file. */
export interface ModuleTool {
  /** `new URL("./tools/deploy.ts", import.meta.url)` */
  readonly module: URL;
  readonly isolated: true;
}
