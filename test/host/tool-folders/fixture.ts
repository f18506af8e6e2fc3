/** Tool folders over a real machine: a workspace, a person's home, and the kernel that gets their tools. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject, PolicyLayer, ToolResult } from "@toolplane/contract";
import { createHost, type OpenHost } from "@toolplane/host";
import {
  openToolFolders,
  type ToolFolders,
  type ToolFoldersOptions,
} from "@toolplane/host/tool-folders";
import { compileConfinement, createKernel, type Kernel } from "@toolplane/kernel";
import { onTestFinished } from "vitest";

export interface FolderWorld {
  readonly base: string;
  readonly workspace: string;
  readonly globalFolder: string;
  readonly projectFolder: string;
  readonly kernel: Kernel;
  readonly host: OpenHost;
  readonly folders: ToolFolders;
  /** Writes a file; names are relative to the base. */
  put(path: string, text: string): void;
  call(name: string, args?: JsonObject): Promise<ToolResult>;
}

export interface FolderWorldOptions extends Partial<Omit<ToolFoldersOptions, "folders" | "home">> {
  /** By names relative to the base: `ws/…` and `home/…`. */
  readonly files?: Readonly<Record<string, string>>;
  readonly policy?: readonly PolicyLayer[];
  readonly sandbox?: "auto" | "plain" | "none";
}

export async function openFolderWorld(options: FolderWorldOptions = {}): Promise<FolderWorld> {
  const { files = {}, policy = ALLOW, sandbox = "auto", ...rest } = options;
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-tool-folders-")));
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), text);
  };
  for (const name of ["ws", "home"]) mkdirSync(join(base, name));
  for (const [path, text] of Object.entries(files)) put(path, text);
  const workspace = join(base, "ws");
  const host = await createHost({
    workspace,
    userData: join(base, "data"),
    sandbox,
    readConfinement: compileConfinement,
    environment: { ...process.env, API_KEY: "sesame", OTHER: "other" },
  });
  const kernel = createKernel({ host, policy });
  const globalFolder = join(base, "home/.toolplane/tools");
  const projectFolder = join(workspace, ".toolplane/tools");
  const folders = await openToolFolders({
    folders: [
      { layer: "global", folder: globalFolder },
      { layer: "project", folder: projectFolder },
    ],
    home: kernel,
    confined: sandbox !== "none",
    isTrusted: () => true,
    ...rest,
  });
  onTestFinished(async () => {
    await folders.close();
    await kernel.close();
    await host.close();
    rmSync(base, { recursive: true, force: true });
  });
  const session = kernel.session();
  let calls = 0;
  return {
    base,
    workspace,
    globalFolder,
    projectFolder,
    kernel,
    host,
    folders,
    put,
    call(name, args = {}) {
      calls += 1;
      return session.call({ id: `call-${calls}`, name, arguments: args });
    },
  };
}

const ALLOW: readonly PolicyLayer[] = [
  { scope: "project", rules: [{ permission: "*", pattern: "**", action: "allow" }] },
];

interface ToolText {
  readonly requires?: string;
  readonly more?: string;
  readonly before?: string;
}

/** The text of a tool file: what it requires, and the body of its `execute(args, runtime)`. */
export function toolText(
  id: string,
  body: string,
  { requires = "{}", more = "", before = "" }: ToolText = {},
): string {
  return `import { defineTool, ToolError, output } from "@toolplane/contract";
${before}
export const tool = defineTool({
  id: ${JSON.stringify(id)},
  description: "Does what a test wants.",
  parameters: { type: "object", properties: { path: { type: "string" }, n: { type: "number" } } },
  requires: ${requires},
  ${more}
  async execute(args: any, runtime: any) { ${body} },
});
`;
}

/** The data of a result, or its code and text. */
export function outcomeOf(result: ToolResult): unknown {
  return result.type === "error" ? `${result.code}: ${result.error_text}` : result.data;
}
