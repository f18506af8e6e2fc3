/** The suite against our MCP server: a toolplane with the suite's own tools, resources and prompts, over HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openTokenProxy } from "./open-token-proxy.ts";
import { runServerSuite, type Scenario } from "./suite.ts";

/** Runs one revision in a folder of its own. */
export async function runServer(options: {
  readonly bin: string;
  readonly revision: string;
  readonly folder: string;
}): Promise<readonly Scenario[]> {
  const { bin, revision, folder } = options;
  const workspace = join(folder, "work");
  mkdirSync(workspace, { recursive: true });
  const server = startServer(workspace);
  try {
    const { url, token } = await firstLine(server);
    const proxy = await openTokenProxy(new URL(url), token);
    try {
      return await runServerSuite({ bin, url: proxy.url, revision, folder });
    } finally {
      proxy.close();
    }
  } finally {
    server.kill("SIGTERM");
  }
}

function startServer(workspace: string): ChildProcess {
  const program = join(import.meta.dirname, "fixture-server.ts");
  const words = ["--disable-warning=ExperimentalWarning", "--conditions=@toolplane/source"];
  return spawn(process.execPath, [...words, program, workspace], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function firstLine({ stdout }: ChildProcess): Promise<{ url: string; token: string }> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return JSON.parse(line);
  throw new TypeError("the server ended before it said where it is");
}
