/** Requests as no client writes them, byte for byte. */
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { createHttpWorld, type HttpWorld } from "./http-world.ts";

let opened: HttpWorld | undefined;
afterEach(async () => {
  await opened?.close();
  opened = undefined;
});

const ORIGIN = "http://good.test";

/** The status of the first answer to these bytes. */
async function statusOf(head: (server: HttpWorld["server"]) => readonly string[]): Promise<number> {
  opened ??= await createHttpWorld({}, { allowedOrigins: [ORIGIN] });
  const { server } = opened;
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  const lines = [
    ...head(server),
    "Content-Type: application/json",
    "Accept: application/json, text/event-stream",
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(server.port, "127.0.0.1");
  socket.end(`${lines.join("\r\n")}\r\n\r\n${body}`);
  let text = "";
  for await (const chunk of socket) text += String(chunk);
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1]);
}

const token = (server: HttpWorld["server"]): string => `Authorization: Bearer ${server.token}`;
const own = (server: HttpWorld["server"]): string => `Host: 127.0.0.1:${server.port}`;

describe("a request", () => {
  it.each([
    ["Host", [own, () => "Host: evil.test", token]],
    ["Host, the other way round", [() => "Host: evil.test", own, token]],
    ["Authorization", [own, token, () => "Authorization: Bearer other"]],
    ["Origin", [own, token, () => `Origin: ${ORIGIN}`, () => "Origin: http://evil.test"]],
  ] as const)("that says it twice is turned away: %s", async (_, lines) => {
    const status = await statusOf((server) => [
      "POST /mcp HTTP/1.1",
      ...lines.map((line) => line(server)),
    ]);
    expect([400, 403]).toContain(status);
  });

  it.each([
    ["POST http://evil.test/mcp HTTP/1.1", 404],
    ["POST http://127.0.0.1/mcp HTTP/1.1", 404],
    ["POST //mcp HTTP/1.1", 404],
    ["POST /%6dcp HTTP/1.1", 404],
    ["POST /./mcp HTTP/1.1", 404],
    ["TRACE /mcp HTTP/1.1", 405],
    ["HEAD /mcp HTTP/1.1", 405],
  ])("for another target is turned away: %s", async (line, status) => {
    expect(await statusOf((server) => [line, own(server), token(server)])).toBe(status);
  });

  it.each([
    "evil@127.0.0.1",
    "localhost.",
    "2130706433",
    "0x7f.1",
    "127.1",
    "[::ffff:127.0.0.1]",
    "127.0.0.1.evil.test",
    "localhost:80:80",
  ])("for a name that only leads here is turned away: %s", async (host) => {
    const lines = (server: HttpWorld["server"]) => [
      "POST /mcp HTTP/1.1",
      `Host: ${host}`,
      token(server),
    ];
    expect(await statusOf(lines)).toBe(403);
  });

  it("carries its token in the header and nowhere else", async () => {
    const line = (server: HttpWorld["server"]) =>
      `POST /mcp?token=${server.token}&access_token=${server.token} HTTP/1.1`;
    expect(await statusOf((server) => [line(server), own(server)])).toBe(401);
  });
});
