/**
 * The demo's world, in memory: a project with a secret, and a few programs. Tools, judge, doors and confinement are the real
 * ones; files and programs are scripted, until the host that touches the operating system exists.
 */
import type { PolicyLayer } from "@toolplane/contract";
import { createKernel, type Kernel } from "@toolplane/kernel";
import {
  catProgram,
  command,
  createMemoryHost,
  createMemoryRecorder,
  type MemoryHost,
  type MemoryRecorder,
  unit,
} from "@toolplane/testkit";
import { bashTool, editTool, grepTool, readTool, undoTool } from "./tools.ts";

/** What must never be seen. */
export const SECRET = "TOKEN=4f1c-the-secret";

/** A script that opens the file by itself: no parser sees it. */
export const PYTHON = "python3 -c \"print(open('.env').read())\"";

/** The one rule, where a person would find it. */
export const POLICY: PolicyLayer = {
  scope: "project",
  file: "policy.json",
  lines: [1, 2, 3],
  rules: [
    { permission: "fs.read", pattern: "**/.env", action: "deny" },
    { permission: "fs.write", pattern: "{workspace}/src/**", action: "allow" },
    { permission: "undo", pattern: "**", action: "allow" },
  ],
};

/** A project in memory with a kernel over it. */
export interface DemoWorld {
  readonly host: MemoryHost;
  readonly kernel: Kernel;
  readonly recorder: MemoryRecorder;
}

/** Opens the world; with the parser off every command is opaque and only the sandbox is left. */
export function openDemoWorld(options: { readonly parser: "on" | "off" }): DemoWorld {
  const host = createMemoryHost({
    files: {
      "/workspace/.env": `${SECRET}\n`,
      "/workspace/src/price.ts": "export const price = 41;\n",
      "/workspace/package.json": '{ "scripts": { "test": "node --test" } }\n',
    },
    links: { "/workspace/notes.txt": ".env" },
    commands:
      options.parser === "on"
        ? {
            "cat .env": command({ units: ["cat .env"], reads: [".env"] }),
            "npm test": [unit("npm test")],
          }
        : {},
    programs: {
      cat: catProgram,
      [PYTHON]: (_run, world) => {
        const secret = world.read(".env");
        return { exitCode: secret === null ? 1 : 0, output: secret ?? "FileNotFoundError" };
      },
      npm: () => ({ exitCode: 0, output: "1 passed, 0 failed\n" }),
    },
  });
  const recorder = createMemoryRecorder();
  const kernel = createKernel({
    host,
    recorder,
    tools: [readTool, grepTool, bashTool, editTool, undoTool],
    policy: [POLICY],
  });
  return { host, kernel, recorder };
}
