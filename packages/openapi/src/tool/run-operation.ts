/**
 * One call: the request is made from the arguments, credentials are put on last, and it goes out through the network door, which
 * judges it and every redirect. An API that says when to come back is waited for, a little; a token that it refuses is renewed once.
 */
import {
  type AnyRuntime,
  type JsonObject,
  type NetDoor,
  ToolError,
  type ToolReturn,
} from "@toolplane/contract";
import type { AppliedCredential } from "../auth/applied-credential.ts";
import { createMasker } from "../auth/mask-secrets.ts";
import type { OperationPlan } from "../plan/operation-plan.ts";
import { buildAddress } from "../request/build-address.ts";
import { buildBody } from "../request/build-body.ts";
import { buildHeaders } from "../request/build-headers.ts";
import { answerText } from "../response/response-body.ts";
import { readRetryAfter } from "../response/retry-after.ts";
import type { Answer } from "../response/settle-answer.ts";
import { percentEncode } from "../wire/percent-encode.ts";

export interface RunLimits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  /** The longest that an API's `Retry-After` is waited for within the call. */
  readonly maxWaitMs: number;
}

export const DEFAULT_LIMITS: RunLimits = {
  timeoutMs: 30_000,
  maxBytes: 1_000_000,
  maxWaitMs: 10_000,
};

export type Settle = (answer: Answer) => ToolReturn<unknown>;

export interface Run {
  readonly plan: () => OperationPlan;
  readonly limits: RunLimits;
  readonly settle: Settle;
}

const MAX_TRIES = 3;
/** A request of these methods may be sent again although the first may have been carried out. */
const REPEATABLE: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);

export async function runOperation(
  run: Run,
  args: JsonObject,
  runtime: Pick<AnyRuntime, "net" | "wait">,
): Promise<ToolReturn<unknown>> {
  const { limits, settle } = run;
  const { net } = runtime;
  if (net === undefined) throw new ToolError("unavailable", "This host has no network.");
  const plan = run.plan();
  const address = buildAddress(plan, args);
  const { headers, cookies } = buildHeaders(plan, args);
  const body = plan.body === null ? null : buildBody(plan.body, args);
  for (let tries = 1; ; tries += 1) {
    const request = await withCredentials(plan.credentials, { net, address, headers, cookies });
    const response = await net.fetch(request.url, {
      method: plan.method,
      headers: {
        ...request.headers,
        ...(body === null ? {} : { "content-type": body.contentType }),
      },
      timeoutMs: limits.timeoutMs,
      maxBytes: limits.maxBytes,
      ...(body === null ? {} : { body: body.body }),
    });
    const last = tries >= MAX_TRIES;
    if (response.status === 401 && !last && plan.credentials.some(({ source }) => source.renew()))
      continue;
    const waitMs = last ? null : waitFor(plan.method, response, limits.maxWaitMs);
    if (waitMs !== null) {
      await runtime.wait(waitMs);
      continue;
    }
    const hidden = { secrets: request.secrets, masker: createMasker(request.secrets) };
    const text = () => answerText(response, hidden);
    return settle({ plan, url: address.href, response, ...hidden, text });
  }
}

function waitFor(
  method: string,
  {
    status,
    headers,
  }: { readonly status: number; readonly headers: Readonly<Record<string, string>> },
  maxWaitMs: number,
): number | null {
  // 429 says that nothing was done; of 503 only repeatable requests can be sure enough.
  if (status !== 429 && !(status === 503 && REPEATABLE.has(method))) return null;
  const waitMs = readRetryAfter(headers);
  return waitMs !== null && waitMs <= maxWaitMs ? waitMs : null;
}

interface Outgoing {
  readonly net: NetDoor;
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: readonly (readonly [string, string])[];
}

async function withCredentials(
  credentials: readonly AppliedCredential[],
  { net, address, headers: given, cookies: own }: Outgoing,
): Promise<{
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}> {
  const headers: Record<string, string> = { ...given };
  const cookies = [...own];
  const secrets: string[] = [];
  let url = address.href;
  for (const { place, name, source } of credentials) {
    const credential = await source.get(net);
    secrets.push(...credential.secrets);
    if (place === "header") headers[name] = credential.text;
    else {
      const pair = [percentEncode(name), percentEncode(credential.text)] as const;
      if (place === "cookie") cookies.push(pair);
      else url += `${url.includes("?") ? "&" : "?"}${pair.join("=")}`;
    }
  }
  if (cookies.length > 0) headers.cookie = cookies.map((pair) => pair.join("=")).join("; ");
  return { url, headers, secrets };
}
