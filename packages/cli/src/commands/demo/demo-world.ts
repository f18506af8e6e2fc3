/**
 * The demo's world: a small npm project with a secret, made in a fresh folder of the system's temporary directory and removed
 * afterwards. Everything else is the product: this machine's files, processes and sandbox, and the embedded record.
 */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readRules } from "@toolplane/kernel";
import { createToolplane, type Toolplane } from "@toolplane/library/rooms/library";
import { verifySession } from "@toolplane/library/rooms/record";
import type { SettingsSource } from "@toolplane/library/rooms/settings";
import { openState } from "@toolplane/library/rooms/state";
import { applyPatchTool, codeModeTool, undoTool } from "@toolplane/tools";
import { SHOP_FILES } from "../../chat/demo/shop-files.ts";

/** A script that opens the file by itself: no parser sees it. */
export const PYTHON = "python3 -c \"print(open('.env').read())\"";

/** A program that reads it through a tool: the tool's own call is judged. */
export const PROGRAM = 'return await tools.read({ path: ".env" });';

/** The one rule, where a person would find it, and two that let the demo's own changes and its server's calls through. */
const POLICY = `[
  { "permission": "fs.read", "pattern": "**/.env", "action": "deny" },
  { "permission": "fs.write", "pattern": "{workspace}/src/**", "action": "allow" },
  { "permission": "mcp__files__*", "pattern": "**", "action": "allow" }
]
`;

const FILES: Readonly<Record<string, string>> = {
  ...SHOP_FILES,
  "policy.json": POLICY,
};

/** A change of two files at once, as models write it. */
export const PATCH = `*** Begin Patch
*** Update File: src/price.js
-export const price = 41;
+export const price = 42;
*** Add File: src/currency.js
+export const currency = "EUR";
*** End Patch
`;

/** How the product is opened over it. */
export interface DemoOpening {
  readonly parser: "on" | "off";
  readonly sandbox: "auto" | "plain" | "none";
  /** The script of an MCP server that is given the project, or null. */
  readonly server: string | null;
}

/** The project and the product over it. */
export interface DemoWorld {
  readonly project: string;
  /** Its own settings and record, for a console over it: with the demo's rules as those of the project. */
  source(): Promise<SettingsSource>;
  open(options: DemoOpening): Promise<Toolplane>;
  /** Reads the whole record of a session again and checks its chain. */
  verifyRecord(sessionId: string): Promise<{ readonly rows: number; readonly isWhole: boolean }>;
  remove(): Promise<void>;
}

export async function makeDemoWorld(): Promise<DemoWorld> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "toolplane-demo-")));
  const project = join(base, "shop");
  const userData = join(base, "data");
  await mkdir(join(project, "src"), { recursive: true });
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(project, path), text);
  await symlink(".env", join(project, "notes.txt"));
  return {
    project,
    async source() {
      await mkdir(join(project, ".toolplane"), { recursive: true });
      await writeFile(join(project, ".toolplane", "policy.jsonc"), POLICY);
      const places = { TOOLPLANE_DATA: userData, TOOLPLANE_CONFIG: join(base, "config") };
      return {
        environment: { ...process.env, ...places },
        directory: project,
        arguments: {
          text: () => undefined,
          // A person who runs the demo wants its rules.
          flag: (name) => name === "trust-once",
          list: () => [],
        },
      };
    },
    open: ({ server, ...options }) =>
      createToolplane({
        ...options,
        ...(server === null
          ? {}
          : {
              sources: {
                files: {
                  command: process.execPath,
                  args: [server, project],
                  tools: ["read_text_file"],
                },
              },
            }),
        workspace: project,
        userData,
        preset: "locked",
        tools: [applyPatchTool, codeModeTool, undoTool],
        policy: [readRules(POLICY, { file: "policy.json", scope: "project" })],
        // That there is no sandbox is said in the demo's own words.
        onWarning: () => {},
      }),
    async verifyRecord(sessionId) {
      const state = await openState({ userData, recordPlace: null });
      try {
        const verified = await verifySession(state, sessionId);
        return { rows: verified.ok ? verified.rows : verified.row, isWhole: verified.ok };
      } finally {
        await state.close();
      }
    },
    remove: () => rm(base, { recursive: true, force: true }),
  };
}
