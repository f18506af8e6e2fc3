// The tools on a real folder: the host of this machine, allowed everything in its workspace.
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { JsonObject, Tool, ToolResult } from "@toolplane/contract";
import { createToolplane } from "toolplane";

export type RealFiles = Readonly<Record<string, string>>;

export interface RealWorld {
  readonly workspace: string;
  readonly call: (name: string, args: JsonObject) => Promise<ToolResult>;
  readonly close: () => Promise<void>;
}

export async function openRealWorld(tools: readonly Tool[], files: RealFiles): Promise<RealWorld> {
  const root = mkdtempSync(join(tmpdir(), "edit-world-"));
  const workspace = join(root, "workspace");
  mkdirSync(workspace);
  writeFiles(workspace, files);
  const toolplane = await createToolplane({
    workspace,
    userData: join(root, "data"),
    scratchParent: root,
    sandbox: "none",
    tools: [...tools],
    onWarning: () => {},
  });
  const session = toolplane.session({
    rules: [{ permission: "*", pattern: "**", action: "allow" }],
  });
  let made = 0;
  return {
    workspace,
    call(name, args) {
      made += 1;
      return session.call({ id: `call_${made}`, name, arguments: args });
    },
    async close() {
      await toolplane.close();
      rmSync(root, { recursive: true });
    },
  };
}

export function writeFiles(folder: string, files: RealFiles): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode: path.endsWith(".sh") ? 0o755 : 0o644 });
  }
}

/** Every file below a folder with its content and whether it can be run; git's own folder left out. */
export function readTree(folder: string): Readonly<Record<string, string>> {
  const tree: Record<string, string> = {};
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
    const stat = statSync(join(folder, path));
    if (!stat.isFile() || path.startsWith(".git/")) continue;
    tree[`${path}${(stat.mode & 0o100) === 0 ? "" : "*"}`] = readFileSync(
      join(folder, path),
      "utf8",
    );
  }
  return tree;
}
