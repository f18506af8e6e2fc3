/** One thing that the API does, with everything that its description says of it. */
import { type Json, ToolError } from "@toolplane/contract";
import { checkArguments } from "@toolplane/kernel";
import type { EventFeed } from "../feed/event-feed.ts";
import type { Schema } from "./api-schema.ts";
import type { ApiGround } from "./ground.ts";

export type ApiMethod = "GET" | "POST" | "PUT" | "DELETE";

export interface ApiRequest {
  /** Parts of the path, by their names. */
  readonly path: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Checked against the route's schema. */
  readonly body: Readonly<Record<string, Json>>;
  /** Aborted when the client is gone. */
  readonly signal: AbortSignal;
}

export type ApiAnswer<Body extends object = object> =
  | { readonly body: Body }
  /** Written line by line; offered as a file of this name. */
  | {
      readonly lines: Iterable<string> | AsyncIterable<string>;
      readonly fileName: string;
    }
  /** A stream of events that goes on until one of the two leaves. */
  | { readonly feed: Pick<EventFeed, "open"> };

/** `Body` is the shape of its answer, for one that gives a JSON value. */
export interface ApiRoute<Body extends object = object> {
  readonly method: ApiMethod;
  /** Below `/api/v1`, with names in braces: `/sessions/{session}`. */
  readonly path: string;
  readonly summary: string;
  readonly query?: Readonly<Record<string, Schema>>;
  readonly takes?: Schema;
  /** The schema of its answer; `lines` and `events` for what is not one JSON value. */
  readonly gives: Schema | "lines" | "events";
  handle(ground: ApiGround, request: ApiRequest): Promise<ApiAnswer<Body>>;
}

/** Throws a ToolError `invalid_input` that names the first fault of a body. */
export function checkBodyShape({ takes }: ApiRoute, value: unknown): ApiRequest["body"] {
  if (takes === undefined) return {};
  const [fault] = checkArguments(takes, value as Json);
  if (fault)
    throw new ToolError(
      "invalid_input",
      `${fault.path.length === 0 ? "The body" : fault.path.join(".")}: ${fault.message}`,
    );
  return value as ApiRequest["body"];
}

/** A whole number of the query within bounds, or the one to take unless given. Throws a ToolError. */
export function readCount(
  query: URLSearchParams,
  name: string,
  { unless, most }: { readonly unless: number; readonly most: number },
): number {
  const text = query.get(name);
  if (text === null) return unless;
  const count = Number(text);
  if (!/^\d{1,9}$/.test(text) || count > most)
    throw new ToolError("invalid_input", `${name} must be a whole number up to ${most}.`);
  return count;
}
