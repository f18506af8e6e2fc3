/** The API as an OpenAPI 3.1 document, made from the routes themselves. */
import type { JsonObject } from "@toolplane/contract";
import { CORE_VERSION } from "@toolplane/kernel";
import { fields, TEXT } from "../api/api-schema.ts";
import type { ApiRoute } from "../api/route.ts";

const ERROR = fields({ error: fields({ code: TEXT, message: TEXT }) });

export function openApiDocument(routes: readonly ApiRoute[]): JsonObject {
  const paths: Record<string, Record<string, JsonObject>> = {};
  for (const route of routes) {
    const own = paths[route.path] ?? {};
    paths[route.path] = own;
    own[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "toolplane console",
      version: CORE_VERSION,
      description:
        "What the console shows and does, for programs. `/events` is a stream of server-sent events: `sessions`, `approvals`, `policy`; `reset` means that something was missed. Every request may name one of `/folders` in its header `x-toolplane-folder`, percent-encoded: what it gives and does is then of that folder.",
    },
    servers: [{ url: "/api/v1" }],
    security: [{ pass: [] }, { cookie: [], mark: [] }],
    paths: {
      ...paths,
      "/events": { get: eventsOperation() },
      "/openapi.json": { get: documentOperation() },
    },
    components: {
      securitySchemes: {
        pass: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "toolplane_PORT" },
        mark: { type: "apiKey", in: "header", name: "x-toolplane-console" },
      },
      schemas: { Error: ERROR },
    },
  };
}

function operationOf({ method, path, summary, query = {}, takes, gives }: ApiRoute): JsonObject {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  return {
    operationId: `${method.toLowerCase()}${path.replace(/(?<!\W)\W+(\w)/g, (_, letter: string) => letter.toUpperCase()).replace(/\W/g, "")}`,
    summary,
    parameters: [
      ...named.map((name) => ({ name, in: "path", required: true, schema: TEXT })),
      ...Object.entries(query).map(([name, schema]) => ({ name, in: "query", schema })),
    ],
    ...(takes
      ? { requestBody: { required: true, content: { "application/json": { schema: takes } } } }
      : {}),
    responses: {
      "200": {
        description: "Done.",
        content: contentOf(gives),
      },
      default: {
        description: "It was refused or failed.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

function contentOf(gives: ApiRoute["gives"]): JsonObject {
  if (gives === "events") return { "text/event-stream": {} };
  if (gives === "lines") return { "text/plain": { schema: TEXT } };
  return { "application/json": { schema: gives } };
}

function eventsOperation(): JsonObject {
  return {
    operationId: "getEvents",
    summary: "What changed, as it changes. Goes on after `Last-Event-ID`.",
    parameters: [{ name: "Last-Event-ID", in: "header", schema: TEXT }],
    responses: { "200": { description: "A stream.", content: { "text/event-stream": {} } } },
  };
}

function documentOperation(): JsonObject {
  return {
    operationId: "getOpenapi",
    summary: "This document.",
    responses: { "200": { description: "Done.", content: { "application/json": {} } } },
  };
}
