/** A small project to try a chat in, with a secret and a rule about it; removed with everything that was recorded there. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CommandContext } from "../../command/command.ts";
import { SHOP_FILES } from "./shop-files.ts";

const FILES: Readonly<Record<string, string>> = {
  ...SHOP_FILES,
  ".toolplane/policy.jsonc":
    '{\n  "rules": [\n    { "permission": "fs.read", "pattern": "**/.env", "action": "deny" }\n  ]\n}\n',
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
