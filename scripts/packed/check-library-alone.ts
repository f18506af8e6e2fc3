/**
 * Uses the library installed by itself. A tool, a rule and an outline work, nothing of the program is there, and a model named
 * without its provider says which package to install.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Use } from "./check-use.ts";
import { LIBRARY_ALONE_PROGRAM, libraryProgram } from "./library-program.ts";
import { runProgram } from "./run-program.ts";

/** Parts of the program, which who embeds the library does not want. */
const UNWANTED = [
  "@toolplane/cli",
  "@toolplane/console",
  "@toolplane/acp",
  "@toolplane/fleet",
  "@ai-sdk/openai",
  "@ai-sdk/anthropic",
  "@ai-sdk/google",
  "@ai-sdk/openai-compatible",
  "@agentclientprotocol/sdk",
  "@speed-highlight/core",
  "marked",
];

const PROGRAMS = [
  {
    file: "library.mjs",
    text: libraryProgram("@toolplane/library"),
    expected: /^A LOUD WORD permission_denied\n$/,
  },
  {
    file: "alone.mjs",
    text: LIBRARY_ALONE_PROGRAM,
    expected: /^outlined\n.*needs the package @ai-sdk\/openai.*npm install @ai-sdk\/openai/,
  },
];

export async function checkLibraryAlone({
  node,
  consumer,
  folder,
}: Use): Promise<readonly string[]> {
  const faults = UNWANTED.filter((name) => existsSync(join(consumer, "node_modules", name))).map(
    (name) => `${name} is installed with the library alone`,
  );
  const home = join(folder, `alone-${node.version}`);
  const workspace = join(home, "project");
  mkdirSync(workspace, { recursive: true });
  writeFileSync(join(workspace, ".env"), "SECRET=canary\n");
  writeFileSync(join(workspace, "outlined.ts"), "export class Outlined {}\n");
  const env = {
    HOME: home,
    TOOLPLANE_DATA: join(home, "data"),
    OPENAI_API_KEY: "none",
    NODE_OPTIONS: undefined,
  };
  for (const { file, text, expected } of PROGRAMS) {
    writeFileSync(join(consumer, file), text);
    const { code, stdout, stderr } = await runProgram(node.program, [join(consumer, file)], {
      cwd: workspace,
      env,
      anyCode: true,
    });
    if (code !== 0 || !expected.test(stdout)) faults.push(`${file}: ${code}\n${stdout}${stderr}`);
  }
  return faults;
}
