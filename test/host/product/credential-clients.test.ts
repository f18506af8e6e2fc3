/**
 * Credentials that no command holds, with the clients that people use them with: git over HTTPS, npm, pip and curl as they are here, gh
 * by the requests that it is recorded to send. The server has the value; nobody else does.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import type { ToolResult } from "@toolplane/contract";
import { TEST_AUTHORITY, TEST_SERVER } from "@toolplane/disk/fixtures";
import { bashTool } from "@toolplane/tools";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../../has-sandbox.ts";
import { nameTable } from "../../installs/loopback.ts";
import { zipOf } from "../../installs/zip-of.ts";
import { allowAll, openProduct } from "./fixture.ts";

const HOST = "secure.test";
const VALUE = "s3cret-value-that-no-command-has";
const BASIC = `Basic ${Buffer.from(`me:${VALUE}`).toString("base64")}`;
const GIT_BACKEND = "/usr/lib/git-core/git-http-backend";
const hasPip = spawnSync("/usr/bin/python3", ["-m", "pip", "--version"]).status === 0;
const PUSH = `set -e
help() { git -c credential.helper='!f() { echo username=me; echo "password=$GIT_TOKEN"; }; f' "$@"; }
help clone -q https://${HOST}/git/r.git w
cd w
git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one
help push -q origin HEAD:main
`;
const WHEEL = "alpha-1.0-py3-none-any.whl";

interface Heard {
  readonly line: string;
  readonly body: Buffer;
}

/** Lets in who has the value, as the services do, and keeps what they sent. */
async function startService(repositories: string) {
  const heard: Heard[] = [];
  const server = createServer(TEST_SERVER, async (request, response) => {
    const { url = "", method = "", headers } = request;
    const basic = url.startsWith("/git/") || url.startsWith("/pip/");
    const wanted = basic ? [BASIC] : [`Bearer ${VALUE}`, `token ${VALUE}`];
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces);
    if (!wanted.includes(headers.authorization ?? "")) {
      response.writeHead(401, basic ? { "www-authenticate": 'Basic realm="x"' } : {}).end();
      return;
    }
    heard.push({ line: `${method} ${url.replace(/\?.*/, "")}`, body });
    if (url.startsWith("/git/")) return serveGit({ request, response, body, repositories });
    if (url === "/pip/simple/alpha/")
      return void response
        .setHeader("content-type", "text/html")
        .end(`<a href="../../${WHEEL}">${WHEEL}</a>`);
    if (url === `/pip/${WHEEL}`)
      return void response.end(
        zipOf({
          "alpha.py": "",
          "alpha-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: alpha\nVersion: 1.0\n",
          "alpha-1.0.dist-info/WHEEL":
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
          "alpha-1.0.dist-info/RECORD": "",
        }),
      );
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { heard, port: (server.address() as AddressInfo).port };
}

/** Git's own program for it, which speaks as a CGI script does. */
function serveGit(given: {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
  readonly repositories: string;
}): void {
  const { request, response, body, repositories } = given;
  const [path = "", query = ""] = (request.url ?? "").slice("/git".length).split("?");
  const backend = spawn(GIT_BACKEND, {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: repositories,
      GIT_HTTP_EXPORT_ALL: "1",
      REMOTE_USER: "me",
      REQUEST_METHOD: request.method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: request.headers["content-type"],
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"],
      HTTP_GIT_PROTOCOL: request.headers["git-protocol"] as string | undefined,
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const said: Buffer[] = [];
  backend.stdout.on("data", (data: Buffer) => said.push(data));
  backend.once("close", () => {
    const all = Buffer.concat(said);
    const end = all.indexOf("\r\n\r\n");
    for (const line of all.subarray(0, end).toString().split("\r\n")) {
      const [name = "", value = ""] = line.split(": ");
      if (name === "Status") response.statusCode = Number(value.slice(0, 3));
      else response.setHeader(name, value);
    }
    response.end(all.subarray(end + 4));
  });
  // A request that it refuses is not read to its end.
  backend.stdin.on("error", () => {});
  backend.stdin.end(body);
}

async function open() {
  const fields = { for: [HOST], from: { env: "OWN" } } as const;
  const files = {
    "push.sh": PUSH,
    "pkg/package.json": '{ "name": "left", "version": "1.0.0" }',
    "pkg/.npmrc": `//${HOST}/npm/:_authToken=\${NPM_TOKEN}\n`,
  };
  const asked: string[] = [];
  let port = 0;
  const names = nameTable({ [HOST]: 0 });
  const product = await openProduct({
    tools: [bashTool],
    files,
    broker: {
      ask: async (question) => {
        asked.push(JSON.stringify(question));
        return { choice: "once" };
      },
    },
    rules: [allowAll],
    environment: { PATH: process.env.PATH, OWN: VALUE },
    secrets: {
      GIT_TOKEN: { ...fields, for: [`${HOST}/git/**`], as: "basic" },
      PIP_TOKEN: { ...fields, for: [`GET ${HOST}/pip/**`], as: "basic" },
      NPM_TOKEN: { ...fields, as: "bearer" },
      GH_TOKEN: { ...fields, as: "bearer" },
    },
    resolver: names.resolver,
    connector: {
      connect: (wanted, signal) => nameTable({ [HOST]: port }).connector.connect(wanted, signal),
    },
    extraCertificates: [TEST_AUTHORITY],
  });
  const repositories = join(product.base, "repositories");
  execFileSync("git", ["init", "-q", "--bare", join(repositories, "r.git")]);
  const service = await startService(repositories);
  port = service.port;
  const run = async (command: string): Promise<string> => {
    const result: ToolResult = await product.call("bash", { command, timeout_ms: 120_000 });
    return JSON.stringify(result);
  };
  return { ...product, ...service, repositories, run, asked };
}

/** Files below the folder that hold the value: the record, what waits to land, all that is kept. */
function filesWithValue(folder: string): string {
  return spawnSync("grep", ["-rlaF", VALUE, folder]).stdout.toString();
}

describe.skipIf(!hasSandbox)("a credential that no command holds (needs bubblewrap)", () => {
  it.runIf(existsSync(GIT_BACKEND))(
    "clones and pushes over HTTPS with git (needs git-http-backend)",
    async () => {
      const { run, repositories, base } = await open();
      const said = await run("sh push.sh");
      const log = spawnSync("git", [
        "--git-dir",
        join(repositories, "r.git"),
        "log",
        "--format=%s",
        "main",
      ]);
      expect(log.stdout.toString(), said).toBe("one\n");
      expect(filesWithValue(base)).toBe("");
    },
  );

  it("calls an API with curl and as gh does, and publishes with npm", async () => {
    const { run, heard, base, asked } = await open();
    const gh = `-H "Authorization: token $GH_TOKEN" -H "User-Agent: GitHub CLI 2.40.1" -H "Accept: application/vnd.github.merge-info-preview+json, application/vnd.github.nebula-preview" -H "Time-Zone: Etc/UTC" -H "Content-Type: application/json; charset=utf-8"`;
    const called = await run(
      `curl -sf -H "Authorization: Bearer $GH_TOKEN" https://${HOST}/api/user; curl -sf ${gh} https://${HOST}/api/v3/user; curl -sf ${gh} -d '{"query":"{viewer{login}}"}' https://${HOST}/api/graphql`,
    );
    const lines = ["GET /api/user", "GET /api/v3/user", "POST /api/graphql"];
    expect(
      heard.splice(0).map(({ line }) => line),
      called,
    ).toEqual(lines);
    const published = await run(`cd pkg && npm publish --registry https://${HOST}/npm/`);
    const sent = heard.find(({ line }) => line === "PUT /npm/left");
    expect(JSON.parse(sent?.body.toString() ?? published)).toMatchObject({ name: "left" });
    // Something private was read before it is sent.
    expect(asked).toHaveLength(1);
    expect(asked.join("") + called + published).not.toContain(VALUE);
    expect(filesWithValue(base)).toBe("");
  });

  it.runIf(hasPip)("loads from a private index with pip (needs python3-pip)", async () => {
    const { run, heard, base } = await open();
    const said = await run(
      `/usr/bin/python3 -m pip download -q --no-deps --no-cache-dir --index-url "https://me:$PIP_TOKEN@${HOST}/pip/simple" alpha 2>&1; ls`,
    );
    expect(
      heard.map(({ line }) => line),
      said,
    ).toContain(`GET /pip/${WHEEL}`);
    expect(said).toContain(WHEEL);
    expect(filesWithValue(base)).toBe("");
  });
});
