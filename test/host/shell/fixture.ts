/** A workspace in memory with the real reader of command lines in it, judged by the real kernel. */

import { createShellReader, type ShellReader } from "@toolplane/commands/inside";
import { defineTool, type Rule, type Tool } from "@toolplane/contract";
import { noSandbox, type ShellAnalysis } from "@toolplane/contract/ports";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, type MemoryHost } from "@toolplane/testkit";
import { BASH_PARAMETERS } from "../../locked-parameters.ts";

const base = "/base";

/** Places of the fixture, as cases write them. */
function expandPlaces(text: string): string {
  return text.replaceAll("{outside}", `${base}/outside`).replaceAll("{home}", `${base}/home`);
}

/** A host without a sandbox, and its reader. */
export function openWorld(
  options: { readonly parser?: "off"; readonly tmpIsScratch?: boolean } = {},
): {
  readonly host: MemoryHost;
  readonly read: ShellReader;
} {
  const host = createMemoryHost({
    files: {
      "README.md": "hello\n",
      "src/index.ts": "1\n",
      "docs/guide.md": "guide\n",
      "build/old.js": "x\n",
      "package.json": "{}\n",
      [`${base}/outside/secret.txt`]: "secret\n",
      [`${base}/home/.ssh/id_rsa`]: "key\n",
    },
    links: { "src/link": "../docs" },
    workspace: `${base}/ws`,
    scratch: `${base}/scratch`,
    sandbox: noSandbox("none here"),
  });
  const { path, url, below } = host.analyzer;
  const read = createShellReader({
    places: {
      roots: [`${base}/ws`],
      adHoc: () => [],
      scratch: `${base}/scratch`,
      home: `${base}/home`,
      tmpIsScratch: options.tmpIsScratch ?? false,
    },
    path,
    url,
    ...(below ? { below } : {}),
    ...(options.parser ? { parser: options.parser } : {}),
  });
  return { host, read };
}

const bash: Tool = defineTool({
  id: "bash",
  description: "Runs a command.",
  parameters: BASH_PARAMETERS,
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  execute: () => "",
});

/** The verdict on a line under rules written `pattern;pattern=deny;fs.read pattern`. */
export async function decide(command: string, rules: string): Promise<"allow" | "ask" | "deny"> {
  const { host, read } = openWorld();
  const reach = {
    fs: { read: ["{workspace}/**"], write: ["{workspace}/**"] },
    net: { hosts: [] },
    shell: [{ cmd: "*" }],
  };
  const kernel = createKernel({
    host: { ...host, analyzer: { ...host.analyzer, shell: read } },
    tools: [bash],
    defaultPolicy: false,
    contained: false,
    ceiling: reach,
    manifest: { id: "fixture", requires: reach },
    policy: [{ scope: "session", rules: readRules(rules) }],
  });
  const session = kernel.session({});
  const call = { id: "call", name: "bash", arguments: { command: expandPlaces(command) } };
  const explained = await session.explain(call);
  await session.close();
  return explained.settled ? "deny" : (explained.verdict?.action ?? "deny");
}

function readRules(text: string): readonly Rule[] {
  return text
    .split(";")
    .filter((each) => each !== "")
    .map((each): Rule => {
      const [pattern = "", action = "allow"] = each.split("=");
      const file = /^(fs\.\w+) (.*)$/.exec(pattern);
      return {
        permission: file?.[1] ?? "bash",
        pattern: file?.[2] ?? pattern,
        action: action === "deny" ? "deny" : "allow",
      };
    });
}

/** The analysis of a line that can be read. */
export function analyze(command: string): ShellAnalysis {
  const analysis = openWorld().read(command, undefined);
  if (!analysis.ok) throw new Error(analysis.message);
  return analysis.value;
}
