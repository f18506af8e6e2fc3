/** A small project to try a chat in, with a secret and a rule about it; removed with everything that was recorded there. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandContext } from "../command/command.ts";

const FILES: Readonly<Record<string, string>> = {
  ".env": "TOKEN=4f1c-the-secret\n",
  ".toolplane/policy.jsonc":
    '{\n  "rules": [\n    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" }\n  ]\n}\n',
  "package.json":
    '{ "name": "shop", "private": true, "type": "module", "scripts": { "test": "node src/price.test.js" } }\n',
  "src/price.js": "export const price = 41;\n",
  "src/price.test.js": [
    'import { equal } from "node:assert/strict";',
    'import { price } from "./price.js";',
    'equal(typeof price, "number");',
    'console.log("1 passed, 0 failed");',
    "",
  ].join("\n"),
};

export interface DemoFolder {
  /** The command as if it had been started there. */
  place(context: CommandContext): Pick<CommandContext, "directory" | "environment" | "arguments">;
  remove(): Promise<void>;
}

export async function makeDemoFolder(): Promise<DemoFolder> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "toolplane-chat-")));
  const project = join(base, "shop");
  for (const [path, text] of Object.entries(FILES)) {
    await mkdir(join(project, path, ".."), { recursive: true });
    await writeFile(join(project, path), text);
  }
  return {
    place: ({ arguments: typed, environment }) => ({
      directory: project,
      environment: {
        ...environment,
        TOOLPLANE_DATA: join(base, "data"),
        TOOLPLANE_CONFIG: join(base, "config"),
      },
      // The project is ours, so its rules are in force without a question.
      arguments: {
        ...typed,
        flag: (name) => name === "trust-once" || typed.flag(name),
        text: (name) => (name === "workspace" ? project : typed.text(name)),
      },
    }),
    remove: () => rm(base, { recursive: true, force: true }),
  };
}
