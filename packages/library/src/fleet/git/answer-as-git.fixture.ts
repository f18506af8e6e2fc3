/** A server's side of git's own way over HTTP, as hosts of repositories answer: through the program that git brings for it. */
import { execFileSync, spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";

const BACKEND = join(
  execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(),
  "git-http-backend",
);

/** `path`: where what is asked for lies. */
export async function answerAsGit(
  request: IncomingMessage,
  response: ServerResponse,
  path: (asked: string) => string,
): Promise<void> {
  const { method = "GET", url = "", headers } = request;
  const [asked = "", query = ""] = url.split("?");
  const child = spawn(BACKEND, {
    env: {
      PATH: process.env.PATH,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_PROJECT_ROOT: "/",
      GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
      // A long list of what is there already comes packed.
      HTTP_CONTENT_ENCODING: headers["content-encoding"] ?? "",
      PATH_INFO: path(asked),
      QUERY_STRING: query,
      REQUEST_METHOD: method,
      CONTENT_TYPE: headers["content-type"] ?? "",
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  request.pipe(child.stdin);
  const parts: Buffer[] = [];
  for await (const part of child.stdout) parts.push(part as Buffer);
  const all = Buffer.concat(parts);
  const end = all.indexOf("\r\n\r\n");
  for (const line of all.toString("latin1", 0, end).split("\r\n")) {
    const [, name = "", value = ""] = /^([^:]+): (.*)$/.exec(line) ?? [];
    if (name === "Status") response.statusCode = Number.parseInt(value, 10);
    else response.setHeader(name, value);
  }
  response.end(all.subarray(end + 4));
}
