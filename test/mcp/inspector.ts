/**
 * The MCP Inspector's two command lines, run as the programs they are, with a home of their own. Every proxy variable points
 * at a port where nobody listens, and a preload refuses every connection but to loopback: a run that needs more fails.
 */
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CliWorld } from "@toolplane/cli/fixtures";
import { WAITING_MS } from "../setup/hanging.ts";

interface InspectorAnswer {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Inspector {
  /** `mcp-inspector --cli`: one connection for one request. It cannot be asked. */
  cli(words: readonly string[]): Promise<InspectorAnswer>;
  /** `mcpdo`: connections that stay; it can be asked. */
  mcpdo(words: readonly string[]): Promise<InspectorAnswer>;
  /** A configuration file with one server in it. */
  config(server: object): string;
  close(): Promise<void>;
}

const PACKAGE = join(
  import.meta.dirname,
  "../../node_modules/@modelcontextprotocol/inspector/clients",
);
const DEAD_PROXY = "http://127.0.0.1:9";

/** Opens it; the caller closes it. */
export function openInspector(world: CliWorld): Inspector {
  const place = join(world.root, "inspector");
  mkdirSync(place);
  const guard = join(place, "loopback-only.cjs");
  writeFileSync(guard, LOOPBACK_ONLY);
  const env = {
    ...world.environment,
    NODE_OPTIONS: `--require ${guard}`,
    HTTP_PROXY: DEAD_PROXY,
    HTTPS_PROXY: DEAD_PROXY,
    NO_PROXY: "127.0.0.1,localhost",
    NO_UPDATE_NOTIFIER: "1",
    MCP_INSPECTOR_SECRET_STORE: "file",
    MCP_INSPECTOR_DAEMON_DIR: join(place, "d"),
    MCP_INSPECTOR_DAEMON_TOKEN: "a-token-of-a-daemon-that-is-only-for-this-test",
  };
  const run = (program: string, words: readonly string[]): Promise<InspectorAnswer> =>
    new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [join(PACKAGE, program), ...words],
        { cwd: world.workspace, env, timeout: WAITING_MS },
        (error, stdout, stderr) =>
          resolve({ code: error ? Number(error.code ?? -1) : 0, stdout, stderr }),
      );
      child.stdin?.end();
    });
  const mcpdo: Inspector["mcpdo"] = (words) =>
    run("mcpdo/build/mcp-bin.js", ["--format", "json", ...words]);
  return {
    cli: (words) =>
      run("launcher/build/index.js", [
        ...["--cli", "--format", "json", "--connect-timeout", String(WAITING_MS)],
        ...words,
      ]),
    mcpdo,
    config(server) {
      const path = join(place, "mcp.json");
      writeFileSync(
        path,
        JSON.stringify({
          mcpServers: { toolplane: { connectionTimeout: WAITING_MS, ...server } },
        }),
      );
      return path;
    },
    async close() {
      await mcpdo(["daemon", "stop"]);
    },
  };
}

const LOOPBACK_ONLY = `
const net = require("node:net");
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const [first] = args;
  const options = Array.isArray(first) ? first[0] : typeof first === "object" ? first : { port: first, host: args[1] };
  const { path, host = "127.0.0.1" } = options ?? {};
  if (!path && typeof host === "string" && !/^(127\\.|::1$|localhost$)/.test(host)) {
    process.stderr.write("LEFT LOOPBACK: " + host + "\\n");
    process.exit(99);
  }
  return connect.apply(this, args);
};
`;
