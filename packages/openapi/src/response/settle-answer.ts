/**
 * Turns an answer into a result, or an error whose code names the kind of refusal. The API's own words go along,
 * because they say what to mend; the runtime marks them as text from outside.
 */

import {
  type ErrorCode,
  type Json,
  type NetResponse,
  output,
  ToolError,
  type ToolReturn,
} from "@toolplane/contract";
import { stripMarkup } from "@toolplane/readings";
import type { OperationPlan } from "../plan/operation-plan.ts";
import { type NextPage, readNextPage } from "./next-page.ts";
import { type MaskedSecrets, readAnswerBody } from "./response-body.ts";
import { readRetryAfter } from "./retry-after.ts";

export interface Answer extends MaskedSecrets {
  readonly plan: OperationPlan;
  /** Where the request went, without credentials. */
  readonly url: string;
  readonly response: NetResponse;
  /** The body as text, without secrets. */
  readonly text: () => string;
}

/** An answer, as a model sees it. */
export interface AnswerData {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Json;
  readonly next?: NextPage;
}

const MAX_ERROR_TEXT = 2_000;
const SHOWN_HEADERS =
  /^(?:content-type|content-disposition|content-range|etag|last-modified|link|location|retry-after|deprecation|sunset|(?:x-)?ratelimit-[a-z-]+|x-total(?:-count|-pages)?|x-(?:next-)?page|x-per-page)$/;

const CODES: Readonly<Record<number, ErrorCode>> = {
  400: "invalid_input",
  404: "not_found",
  408: "unavailable",
  409: "conflict",
  410: "not_found",
  412: "conflict",
  413: "too_large",
  422: "invalid_input",
  425: "unavailable",
  429: "unavailable",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

export function settleAnswer(answer: Answer): ToolReturn<AnswerData> {
  const { plan, url, response, masker } = answer;
  if (response.status >= 400) return refusedAnswer(answer);
  const { value, image } = readAnswerBody(response, answer);
  const next = readNextPage(response.headers.link, plan, url);
  const headers = Object.fromEntries(
    Object.entries(response.headers)
      .filter(([name]) => SHOWN_HEADERS.test(name))
      .map(([name, text]) => [name, masker.text(text).slice(0, 1_000)]),
  );
  const data: AnswerData = {
    status: response.status,
    headers,
    body: value,
    ...(next === null ? {} : { next: masker.json(next as unknown as Json) as unknown as NextPage }),
  };
  return output(data, {
    untrusted: { source: masker.text(url) },
    details: { method: plan.method, url: masker.text(url), bytes: response.body.length },
    ...(image === null
      ? {}
      : {
          content: [
            { type: "text", text: JSON.stringify(data) },
            { type: "image", ...image },
          ],
        }),
    ...(response.truncated ? { truncated: {} } : {}),
  });
}

function refusedAnswer(answer: Answer): ToolError {
  const { plan, url, response, masker } = answer;
  const { status, statusText } = response;
  const code = CODES[status] ?? "failed";
  const waitMs = status === 429 || status === 503 ? readRetryAfter(response.headers) : null;
  const name = masker.text(stripMarkup(statusText, 60));
  const said = [
    `${plan.method} ${plan.path.slice(0, 200)} was answered with ${status}${name === "" ? "" : ` ${name}`}.`,
    hintOf(status, waitMs),
    saidBody(answer),
  ];
  return new ToolError(code, said.filter((text) => text !== "").join(" "), {
    detail: {
      status,
      url: masker.text(url),
      ...(waitMs === null ? {} : { retry_after_ms: waitMs }),
    },
  });
}

function hintOf(status: number, waitMs: number | null): string {
  if (waitMs !== null)
    return `The API asks to wait ${Math.ceil(waitMs / 1000)} s before the next try.`;
  if (status === 401 || status === 403)
    return "The credential of this API is missing, or does not allow it; other arguments will not help.";
  return "";
}

function saidBody(answer: Answer): string {
  const { value } = readAnswerBody(answer.response, answer);
  if (value === null) return "";
  const isText = typeof value === "string";
  const text = isText ? answer.text() : JSON.stringify(value);
  const shown = isText ? stripMarkup(text, MAX_ERROR_TEXT) : text.slice(0, MAX_ERROR_TEXT);
  return `It says: ${shown.toWellFormed()}`;
}
