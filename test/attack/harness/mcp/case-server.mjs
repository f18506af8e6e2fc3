// The MCP server of a case: plain JSON-RPC over standard input and output, with whatever misbehaviour the case wrote down. It is a
// program of its own, because what is tested is how the product bears a stranger's.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const config = JSON.parse(readFileSync(process.argv[2], "utf8"));
const behaviour = config.behaviour ?? [];
let tools = config.tools ?? [];
let calls = 0;

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const at = (moment) =>
  behaviour.filter(({ on, nth }) => on === moment && (nth === undefined || nth === calls));

if (at("spawn").length === 0) listen();
else for (const item of at("spawn")) act(item, null);

function listen() {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.method !== undefined) answer(message);
  });
  process.stdin.on("end", () => process.exit(0));
}

function answer({ id, method, params }) {
  if (id === undefined) return;
  if (method === "initialize") {
    if (!actAll(at("initialize"), id))
      send({ jsonrpc: "2.0", id, result: initialized(params?.protocolVersion) });
  } else if (method === "tools/list") send({ jsonrpc: "2.0", id, result: { tools } });
  else if (method === "tools/call") {
    calls += 1;
    if (!actAll(at("tools/call"), id)) send(resultOf(id, { text: "ok" }));
    for (const item of behaviour) if (item.after === calls) act(item, null);
  } else if (method === "ping") send({ jsonrpc: "2.0", id, result: {} });
  else send({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } });
}

function initialized(protocolVersion) {
  return {
    protocolVersion: protocolVersion ?? "2025-11-25",
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: "case", version: "1.0.0" },
  };
}

// True when one of them is the answer, or the end of all answers.
function actAll(items, id) {
  return items.map((item) => act(item, id)).some(Boolean);
}

function act(item, id) {
  switch (item.do) {
    case "result": {
      const reply = () => send(resultOf(id, item));
      if (item.afterMs === undefined) reply();
      else setTimeout(reply, item.afterMs);
      return true;
    }
    case "raw":
      if (item.line === undefined) fill(process.stdout, item.fill ?? "A");
      else process.stdout.write(`${item.line.replaceAll("$ID", JSON.stringify(id))}\n`);
      return true;
    case "hang":
      if (item.on === "spawn") setInterval(() => {}, 60_000);
      return true;
    case "exit":
      process.exit(item.code ?? 0);
      return true;
    case "flood":
      fill(process.stdout, `${JSON.stringify(notification(item))}\n`);
      return true;
    case "notify":
      if (item.tools) tools = item.tools;
      for (let time = 0; time < (item.times ?? 1); time += 1) send(notification(item));
      return false;
    case "request":
      send({ jsonrpc: "2.0", id: "case-1", method: item.method, params: item.params ?? {} });
      return false;
    case "stderr":
      process.stderr.write(`${item.text ?? item.line ?? ""}\n`);
      return false;
    case "stderr-flood":
      fill(process.stderr, `${"x".repeat(1_000)}\n`);
      return false;
    default:
      throw new Error(`behaviour ${item.do} is not known`);
  }
}

function notification({ method, params }) {
  const progress = { progressToken: 1, progress: 1 };
  return {
    jsonrpc: "2.0",
    method,
    params: params ?? (method === "notifications/progress" ? progress : {}),
  };
}

function resultOf(id, item) {
  const own = item.id === undefined ? id : item.id;
  if (item.protocolVersion !== undefined)
    return {
      jsonrpc: "2.0",
      id: own,
      result: { ...initialized(), protocolVersion: item.protocolVersion },
    };
  if (item.nest !== undefined) return nested(own, item.nest);
  return { jsonrpc: "2.0", id: own, result: { content: [contentOf(item)] } };
}

function contentOf(item) {
  if (item.resourceLink !== undefined)
    return { type: "resource_link", uri: item.resourceLink, name: "link" };
  if (item.echoEnv !== undefined) {
    const name = item.echoEnv === true ? null : item.echoEnv;
    return { type: "text", text: name ? (process.env[name] ?? "") : JSON.stringify(process.env) };
  }
  if (item.fill !== undefined) return { type: "text", text: item.fill.repeat(item.bytes ?? 1) };
  return { type: "text", text: item.text ?? "ok" };
}

// JSON.stringify would not go that deep.
function nested(id, levels) {
  const deep = `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
  process.stdout.write(
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"content":[],"structuredContent":${deep}}}\n`,
  );
  return { jsonrpc: "2.0", method: "notifications/message", params: { level: "debug", data: "" } };
}

// As fast as whoever reads it takes it.
function fill(stream, text) {
  const chunk = text.repeat(Math.ceil(65_536 / text.length));
  const more = () => {
    while (stream.write(chunk));
    stream.once("drain", more);
  };
  more();
}
