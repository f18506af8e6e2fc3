/** One way in which clients talk to a model. All of them come down to: which tools there are, what calls gave, and one answer. */
import type { ServerResponse } from "node:http";

export type Body = Readonly<Record<string, unknown>>;

/** A tool as the client shows it to its model. */
export interface SeenTool {
  readonly name: string;
  /** Some clients group the tools of a server. */
  readonly group: string;
}

/** The model's reply: a text, or one call. */
export type Reply =
  | { readonly text: string }
  | { readonly id: string; readonly tool: SeenTool; readonly arguments: Body };

export interface Wire {
  /** By the path of the request. */
  readonly matches: (path: string) => boolean;
  readonly tools: (body: Body) => readonly SeenTool[];
  /** The results of the calls so far, as the model would read them, in order. */
  readonly results: (body: Body) => readonly string[];
  readonly answer: (reply: Reply, body: Body, response: ServerResponse) => void;
}

export function list(value: unknown): readonly Body[] {
  return Array.isArray(value) ? (value as readonly Body[]) : [];
}

/** All text of a value that may be a string, parts or data. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textOf).join("\n");
  if (typeof value !== "object" || value === null) return "";
  const { text, content } = value as Body;
  if (typeof text === "string") return text;
  return content === undefined ? JSON.stringify(value) : textOf(content);
}

export function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify(value));
}

/** Server-sent events; a name only where the format has names. */
export function sendEvents(
  response: ServerResponse,
  events: readonly { readonly name?: string; readonly data: unknown }[],
): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const { name, data } of events) {
    if (name !== undefined) response.write(`event: ${name}\n`);
    response.write(`data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}
