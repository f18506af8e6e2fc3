/** A workspace on the disk, with a repository in it, judged by the real host and the real kernel. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defineTool, type Rule } from "@toolplane/contract";
import type { ShellAnalysis } from "@toolplane/contract/ports";
import { createHost } from "@toolplane/host";
import { compileConfinement, createKernel } from "@toolplane/kernel";
import { BASH_PARAMETERS } from "../../locked-parameters.ts";

export interface DiskWorld {
  readonly workspace: string;
  readonly outside: string;
  git(...args: readonly string[]): void;
  /** Writes a file of the repository itself. */
  borrow(name: string, text: string): void;
  /** The verdict on a line; `{outside}` is a folder beside the workspace. */
  decide(command: string): Promise<"allow" | "ask" | "deny">;
  /** What the host reads from a line. */
  read(command: string): ShellAnalysis;
  close(): Promise<void>;
}

export interface DiskOptions {
  readonly rules: readonly Rule[];
  readonly sandbox: "auto" | "none";
  /** Folders of the workspace that stand first in PATH. */
  readonly path?: string;
  /** Variables beside those of this process. */
  readonly environment?: Readonly<Record<string, string>>;
}

const bash = defineTool({
  id: "bash",
  description: "Runs a command.",
  parameters: BASH_PARAMETERS,
  requires: { shell: [{ cmd: "*" }] },
  resources: { command: "shell" },
  execute: () => "",
});

/** Makes the folders, opens the host, and judges by these rules beside the default ones. */
export async function openDisk(options: DiskOptions): Promise<DiskWorld> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-lines-")));
  const workspace = join(base, "ws");
  const outside = join(base, "outside");
  for (const folder of ["ws/src", "ws/secrets", "ws/bin", "outside", "data"])
    mkdirSync(join(base, folder), { recursive: true });
  const files: Readonly<Record<string, string>> = {
    "ws/.env": "SECRET=1\n",
    "ws/README.md": "hello\n",
    "ws/src/a.o": "object\n",
    "ws/src/index.ts": "1\n",
    "ws/secrets/key": "key\n",
    "ws/bin/cat": "#!/bin/sh\n",
    "outside/secret.txt": "secret\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(base, name), text);
  chmodSync(join(workspace, "bin/cat"), 0o755);
  linkSync(join(workspace, ".env"), join(workspace, "hard.txt"));
  symlinkSync(".env", join(workspace, "soft.txt"));
  symlinkSync("/usr/bin/git", join(workspace, "g"));
  const git = (...args: readonly string[]) => {
    const person = ["-c", "user.name=a", "-c", "user.email=a@b"];
    execFileSync("git", ["-C", workspace, ...person, ...args], { stdio: "ignore" });
  };
  git("init", "-q");
  git("add", "README.md", "src");
  git("commit", "-qm", "first");
  const { path } = options;
  const host = await createHost({
    workspace,
    userData: join(base, "data"),
    sandbox: options.sandbox,
    readConfinement: compileConfinement,
    environment: {
      ...process.env,
      ...options.environment,
      ...(path === undefined ? {} : { PATH: `${join(workspace, path)}:${process.env.PATH}` }),
    },
  });
  const kernel = createKernel({
    host,
    tools: [bash],
    policy: [{ scope: "session", rules: options.rules }],
  });
  const session = kernel.session({});
  let calls = 0;
  return {
    workspace,
    outside,
    git,
    borrow(name, text) {
      mkdirSync(dirname(join(workspace, name)), { recursive: true });
      writeFileSync(join(workspace, name), text);
    },
    async decide(command) {
      calls += 1;
      const line = command.replaceAll("{outside}", outside);
      const { settled, verdict } = await session.explain({
        id: `call-${calls}`,
        name: "bash",
        arguments: { command: line },
      });
      return settled ? "deny" : (verdict?.action ?? "deny");
    },
    read(command) {
      const analysis = host.analyzer.shell(command, undefined);
      if (!analysis.ok) throw new Error(analysis.message);
      return analysis.value;
    },
    async close() {
      await session.close();
      await host.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
}
