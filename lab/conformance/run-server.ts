/** The suite against our MCP server: a toolplane with the suite's own tools, resources and prompts, or one in front of that, over HTTP. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { openTokenProxy } from "./open-token-proxy.ts";
import { runServerSuite, type Scenario } from "./suite.ts";

/** Which server the suite speaks with: the one that has everything itself, or the one that has it from that one. */
export type Served = "server" | "gateway";

/** Runs one revision in a folder of its own. */
export async function runServer(options: {
  readonly bin: string;
  readonly revision: string;
  readonly folder: string;
  readonly served: Served;
}): Promise<readonly Scenario[]> {
  const { bin, revision, folder, served } = options;
  const workspace = join(folder, "work");
  mkdirSync(workspace, { recursive: true });
  const run = (url: string) => runServerSuite({ bin, url, revision, folder });
  return withServer(["fixture-server.ts", workspace], (fixture) =>
    served === "server" ? run(fixture) : withServer(["gateway-server.ts", workspace, fixture], run),
  );
}

/** Starts a program that serves, and ends it when the work with its address is done. */
async function withServer<T>(
  [program, ...words]: readonly [string, ...string[]],
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = startServer(join(import.meta.dirname, program), words);
  try {
    const { url, token } = await firstLine(server);
    const proxy = await openTokenProxy(new URL(url), token);
    try {
      return await work(proxy.url);
    } finally {
      proxy.close();
    }
  } finally {
    server.kill("SIGTERM");
  }
}

function startServer(program: string, words: readonly string[]): ChildProcess {
  const flags = ["--disable-warning=ExperimentalWarning", "--conditions=@toolplane/source"];
  return spawn(process.execPath, [...flags, program, ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
}

async function firstLine({ stdout }: ChildProcess): Promise<{ url: string; token: string }> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return JSON.parse(line);
  throw new TypeError("the server ended before it said where it is");
}
