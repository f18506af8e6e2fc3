/** A project with the product over it, and registries on loopback that it finds by name. */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Rule, ToolResult } from "@toolplane/contract";
import { TEST_AUTHORITY } from "@toolplane/disk/fixtures";
import { type BrokerScript, createScriptedBroker } from "@toolplane/testkit";
import { bashTool, writeTool } from "@toolplane/tools";
import { createToolplane, type Session } from "toolplane";
import { onTestFinished } from "vitest";
import { nameTable, startPlainProxy } from "./loopback.ts";

export interface InstallWorld {
  readonly workspace: string;
  readonly questions: ReturnType<typeof createScriptedBroker>["questions"];
  readonly looked: readonly string[];
  session(): Session;
  /** Runs a command in the session that began with the world. */
  run(command: string): Promise<ToolResult>;
  write(path: string, text: string): Promise<ToolResult>;
  /** Runs a command in a child of that session, which begins now. */
  runInChild(command: string): Promise<ToolResult>;
  /** See `Project`. */
  direct(command: string): Promise<string>;
}

/** A project without toolplane. */
export interface Project {
  readonly base: string;
  readonly workspace: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Runs a command without toolplane, on a copy of the project as it is; returns the copy's folder. */
  direct(command: string): Promise<string>;
}

export interface WorldOptions {
  readonly files: Readonly<Record<string, string>>;
  /** The person's own files, below the home. */
  readonly home?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** Ports on loopback by name. */
  readonly hosts: Readonly<Record<string, number>>;
  /** Folders of programs that commands may read. */
  readonly readRoots?: readonly string[];
  readonly answers?: BrokerScript;
  readonly rules?: readonly Rule[];
  /** Nothing of the model changes files in another way. */
  readonly soleWriter?: boolean;
}

/** The project's folders, removed when the test ends. */
export function makeProject(options: WorldOptions): Project {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "installs-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const workspace = join(base, "ws");
  const home = join(base, "home");
  writeFiles(workspace, options.files);
  writeFiles(home, options.home ?? {});
  const environment = { PATH: process.env.PATH, ...options.environment, HOME: home };
  return {
    base,
    workspace,
    environment,
    async direct(command) {
      const copy = mkdtempSync(join(base, "direct-"));
      cpSync(workspace, copy, { recursive: true });
      const proxy = await startPlainProxy(options.hosts);
      const env = {
        ...environment,
        http_proxy: proxy,
        HTTP_PROXY: proxy,
        YARN_HTTP_PROXY: proxy,
        npm_config_update_notifier: "false",
      };
      await promisify(execFile)("bash", ["-c", `exec 1>&2; ${command}`], { cwd: copy, env });
      return copy;
    },
  };
}

export async function openInstallWorld(options: WorldOptions): Promise<InstallWorld> {
  const { base, workspace, environment, direct } = makeProject(options);
  const names = nameTable(options.hosts);
  const broker = options.answers ? createScriptedBroker(options.answers) : undefined;
  const toolplane = await createToolplane({
    workspace,
    userData: join(base, "data"),
    onWarning: () => {},
    tools: [bashTool, writeTool],
    environment,
    resolver: names.resolver,
    connector: names.connector,
    extraCertificates: [TEST_AUTHORITY],
    ...(options.soleWriter ? { soleWriter: true } : {}),
    ...(options.readRoots ? { readRoots: options.readRoots } : {}),
    ...(broker ? { broker } : {}),
  });
  onTestFinished(() => toolplane.close());
  const begin = () => toolplane.session({ rules: options.rules ?? [] });
  const session = begin();
  let calls = 0;
  const call = (name: string, args: Record<string, string | number>, on: Session = session) => {
    calls += 1;
    return on.call({ id: `call-${calls}`, name, arguments: args });
  };
  const bash = (command: string) => ["bash", { command, timeout_ms: 120_000 }] as const;
  return {
    workspace,
    looked: names.looked,
    questions: () => broker?.questions() ?? [],
    session: begin,
    run: (command) => call(...bash(command)),
    runInChild: (command) => call(...bash(command), toolplane.session({ parent: session })),
    write: (path, content) => call("write", { path, content }),
    direct,
  };
}

function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}

/** Everything that a result says. */
export function shown(result: ToolResult): string {
  return JSON.stringify(result, null, 1);
}
