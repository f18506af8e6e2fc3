/** One request from its head to its answer. Never rejects. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type ErrorCode, isConfigurationError, isToolError, ToolError } from "@toolplane/contract";
import {
  checkAddress,
  type HeldBodies,
  type Refusal,
  type RequestHead,
  readRequestBody,
  tooLarge,
} from "@toolplane/gateway/http";
import type { ApiGround } from "../api/ground.ts";
import { type ApiAnswer, type ApiRoute, checkBodyShape } from "../api/route.ts";
import type { EventFeed } from "../feed/event-feed.ts";
import { DATA_HEADERS, SAFE_HEADERS } from "../feed/safe-headers.ts";
import { findRoute } from "../routes/route-table.ts";
import type { Assets } from "./assets.ts";
import { checkSite, checkVisit, cookieOf, MARK_QUERY, type VisitBounds } from "./check-visit.ts";
import type { Doorkeeper } from "./doorkeeper.ts";

export interface VisitGround {
  readonly ground: ApiGround;
  readonly routes: readonly ApiRoute[];
  readonly document: string;
  readonly feed: EventFeed;
  readonly doorkeeper: Doorkeeper;
  readonly assets: Assets;
  readonly held: HeldBodies;
  readonly bounds: VisitBounds & { readonly maxHeldBytes: number };
  readonly onOpened: () => void;
  readonly onError: (error: Error) => void;
}

interface Visit extends VisitGround {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly head: RequestHead;
  /** Without its query. */
  readonly path: string;
  readonly query: URLSearchParams;
}

const API = "/api/v1";
const FOLDER_HEADER = "x-toolplane-folder";
const FOLDER_QUERY = "folder";

export async function answerVisit(
  server: VisitGround,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "GET", url = "/", headers, headersDistinct } = request;
  const [path = "/", query = ""] = url.split("?", 2);
  const head = { method, url, headers, distinct: headersDistinct };
  const visit: Visit = {
    ...server,
    request,
    response,
    head,
    path,
    query: new URLSearchParams(query),
  };
  try {
    const refusal = checkAddress(head, server.bounds);
    if (refusal) return refuse(response, refusal);
    if (path === API || path.startsWith(`${API}/`)) return await answerApi(visit);
    return path === "/open" ? openDoor(visit) : servePage(visit);
  } catch (error) {
    fail(visit, error);
  }
}

/** The ticket becomes a pass: a cookie that no script can read and no other page sends along, or an answer to a program. */
function openDoor({ response, head, query, doorkeeper, bounds, onOpened }: Visit): void {
  const site = checkSite(head.headers, bounds);
  if (site) return void refuse(response, site);
  if (head.method !== "GET") return void refuse(response, { status: 405, message: "Use GET." });
  const admitted = doorkeeper.admit(query.get("ticket") ?? "");
  const cookie = cookieOf(head.headers, bounds.cookieName);
  // Who is in already and opens an old address finds the page, which has its mark; none is given out for a cookie.
  if (admitted === null && cookie !== null && bounds.isPass(cookie))
    return void redirect(response, { location: "/" });
  if (admitted === null)
    return void refuse(response, {
      status: 401,
      message: "This address was used already, or is too old. The terminal shows the next one.",
    });
  const { pass, mark } = admitted;
  onOpened();
  if (head.headers.accept === "application/json") {
    response.writeHead(200, { ...DATA_HEADERS, "content-type": "application/json" });
    return void response.end(JSON.stringify({ pass }));
  }
  redirect(response, {
    // Behind the hash: it reaches no server, and the page takes it out of the address at once.
    location: `/#${MARK_QUERY}=${mark}`,
    "set-cookie": `${bounds.cookieName}=${pass}; HttpOnly; SameSite=Strict; Path=/`,
  });
}

function redirect(response: ServerResponse, headers: Readonly<Record<string, string>>): void {
  response.writeHead(303, { ...DATA_HEADERS, ...headers }).end();
}

/** Pages hold no data, so every client that may connect gets them. */
function servePage({ response, head, path, assets }: Visit): void {
  if (head.method !== "GET" && head.method !== "HEAD")
    return void refuse(response, { status: 405, message: "Use GET.", headers: { allow: "GET" } });
  // Every view is an address of its own, and all of them are one page.
  const asset = assets(path) ?? (path.includes(".") ? null : assets("/index.html"));
  if (asset === null)
    return void refuse(response, {
      status: 404,
      message: path.includes(".") ? "Nothing is here." : "The pages are not built: npm run build",
    });
  response.writeHead(200, {
    ...SAFE_HEADERS,
    "content-type": asset.type,
    "content-length": asset.bytes.length,
    "cache-control": asset.isLasting ? "public, max-age=31536000, immutable" : "no-store",
  });
  response.end(head.method === "HEAD" ? undefined : asset.bytes);
}

async function answerApi(visit: Visit): Promise<void> {
  const { response, head, path, feed, bounds, routes, query, ground } = visit;
  const refusal = checkVisit(head, bounds);
  if (refusal) return refuse(response, refusal);
  const below = path.slice(API.length);
  if (head.method === "GET" && below === "/events") return openFeed(visit, feed);
  if (head.method === "GET" && below === "/openapi.json") {
    response.writeHead(200, { ...DATA_HEADERS, "content-type": "application/json" });
    return void response.end(visit.document);
  }
  const found = findRoute(routes, { method: head.method, path: below });
  if (found === null) return refuse(response, { status: 404, message: "Nothing is here." });
  if ("allowed" in found)
    return refuse(response, {
      status: 405,
      message: `Use ${found.allowed.join(" or ")}.`,
      headers: { allow: found.allowed.join(", ") },
    });
  const body = await bodyOf(visit, found.route);
  if (body === null) return;
  const gone = new AbortController();
  response.on("close", () => gone.abort());
  const folder = folderOf(visit);
  const answer = await found.route.handle(folder === null ? ground : await ground.at(folder), {
    path: found.path,
    query,
    body,
    signal: gone.signal,
  });
  if ("feed" in answer) openFeed(visit, answer.feed);
  else await write(response, answer);
}

/** The folder that is asked about; null: the console's own. Downloads can add no header; in one it is percent-encoded. */
function folderOf({ head, query }: Visit): string | null {
  const header = head.headers[FOLDER_HEADER];
  if (typeof header !== "string") return query.get(FOLDER_QUERY);
  try {
    return decodeURIComponent(header);
  } catch {
    throw new ToolError("invalid_input", `${FOLDER_HEADER} is not percent-encoded.`);
  }
}

function openFeed({ response, head }: Visit, feed: Pick<EventFeed, "open">): void {
  const lastId = head.headers["last-event-id"];
  if (!feed.open(response, typeof lastId === "string" ? lastId : undefined))
    refuse(response, { status: 503, message: "Too many pages are open." });
}

/** Null when it was refused. */
async function bodyOf(
  { request, response, held, bounds }: Visit,
  route: ApiRoute,
): Promise<ReturnType<typeof checkBodyShape> | null> {
  if (route.takes === undefined) return {};
  const read = await readRequestBody(request, held, bounds);
  if ("over" in read) {
    refuse(
      response,
      read.over === "body"
        ? tooLarge(bounds.maxBodyBytes)
        : { status: 503, message: "Too much is being sent at once; try again later." },
    );
    return null;
  }
  let value: unknown;
  try {
    value = JSON.parse(read.text);
  } catch {
    refuse(response, { status: 400, message: "The body is not valid JSON." });
    return null;
  }
  return checkBodyShape(route, value);
}

async function write(
  response: ServerResponse,
  answer: Exclude<ApiAnswer, { readonly feed: object }>,
): Promise<void> {
  if ("body" in answer) {
    response.writeHead(200, { ...DATA_HEADERS, "content-type": "application/json" });
    return void response.end(JSON.stringify(answer.body));
  }
  response.writeHead(200, {
    ...DATA_HEADERS,
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": `attachment; filename="${answer.fileName}"`,
  });
  // Only as fast as it is read: a session can be large. Who leaves in the middle is no error.
  await pipeline(Readable.from(withBreaks(answer.lines)), response).catch(() => {});
}

async function* withBreaks(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

const STATUS: Readonly<Partial<Record<ErrorCode, number>>> = {
  invalid_input: 400,
  unknown_tool: 404,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unavailable: 503,
  permission_denied: 403,
};

function fail({ response, onError }: Visit, error: unknown): void {
  if (isToolError(error))
    return void refuse(response, {
      status: STATUS[error.code] ?? 500,
      message: error.message,
      code: error.code,
    });
  if (isConfigurationError(error))
    return void refuse(response, { status: 400, message: error.message, code: "invalid_input" });
  // A client that left in the middle gets nothing.
  if (!response.destroyed) onError(error instanceof Error ? error : new Error(String(error)));
  refuse(response, { status: 500, message: "The server failed to answer.", code: "internal" });
}

const CODES: Readonly<Record<number, ErrorCode>> = {
  401: "permission_denied",
  403: "permission_denied",
  404: "not_found",
  413: "too_large",
  503: "unavailable",
};

function refuse(
  response: ServerResponse,
  { status, message, headers = {}, code }: Refusal & { readonly code?: ErrorCode },
): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...DATA_HEADERS, "content-type": "application/json", ...headers });
  response.end(
    JSON.stringify({ error: { code: code ?? CODES[status] ?? "invalid_input", message } }),
  );
}
