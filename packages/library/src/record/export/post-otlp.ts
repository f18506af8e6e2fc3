/**
 * Hands spans to a collector by OTLP/HTTP, in batches. A fault that may pass by itself (no answer, 429, 502, 503, 504) is tried
 * again a few times, as the protocol wants it; every other fault is reported at once. Redirects are not followed: spans go where
 * they were sent.
 */
import { ToolError } from "@toolplane/contract";
import { errorCode } from "@toolplane/readings";
import { type OtlpSpan, type OtlpTraces, wrapSpans } from "./export-otlp.ts";

const BATCH = 512;
const ATTEMPTS = 4;
const TIMEOUT_MS = 10_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 5_000;
const RETRYABLE = new Set([429, 502, 503, 504]);
/** Of an answer that says what is wrong. */
const MAX_ANSWER = 2_000;

export interface PostOptions {
  /** The collector; without a path `/v1/traces` is meant, as everywhere. */
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The service that the spans are of; `toolplane` unless given. */
  readonly service?: string;
  readonly signal?: AbortSignal;
  readonly fetch?: typeof fetch;
  readonly wait?: (ms: number) => Promise<void>;
}

export interface Posted {
  readonly spans: number;
  /** Spans that it took the request of and still did not keep, and why. */
  readonly rejected: number;
  readonly message: string | null;
}

/** Posts. Rejects with a ToolError when the collector cannot be reached or does not take it. */
export async function postOtlp(traces: OtlpTraces, options: PostOptions): Promise<Posted> {
  const spans = traces.resourceSpans.flatMap(({ scopeSpans }) =>
    scopeSpans.flatMap((scope) => scope.spans),
  );
  const url = collectorUrl(options.url);
  let rejected = 0;
  let message: string | null = null;
  for (let from = 0; from < spans.length; from += BATCH) {
    const answer = await postBatch(url, spans.slice(from, from + BATCH), options);
    rejected += answer.rejected;
    message ??= answer.message;
  }
  return { spans: spans.length - rejected, rejected, message };
}

/** Throws a ToolError `invalid_input` for what is no address of a collector. */
export function collectorUrl(text: string): URL {
  if (!URL.canParse(text)) throw new ToolError("invalid_input", `${text} is not an address.`);
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new ToolError("invalid_input", `${text} is not an http or https address.`);
  if (url.pathname === "/") url.pathname = "/v1/traces";
  return url;
}

async function postBatch(
  url: URL,
  spans: readonly OtlpSpan[],
  options: PostOptions,
): Promise<Omit<Posted, "spans">> {
  const body = JSON.stringify(wrapSpans(spans, options.service));
  const wait = options.wait ?? pause;
  for (let attempt = 1; ; attempt += 1) {
    const answer = await tryOnce(url, body, options);
    if (answer.ok) return readAnswer(answer.text);
    options.signal?.throwIfAborted();
    if (!answer.retry || attempt === ATTEMPTS)
      throw new ToolError(
        "unavailable",
        `${url.host} did not take the spans: ${answer.text}${attempt > 1 ? ` (tried ${attempt} times)` : ""}`,
      );
    await wait(Math.min(LONGEST_PAUSE_MS, answer.pauseMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1)));
  }
}

type Attempt =
  | { readonly ok: true; readonly text: string }
  | {
      readonly ok: false;
      readonly retry: boolean;
      readonly text: string;
      readonly pauseMs: number | null;
    };

async function tryOnce(url: URL, body: string, options: PostOptions): Promise<Attempt> {
  const { headers = {}, signal } = options;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await (options.fetch ?? fetch)(url, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = (await response.text()).slice(0, MAX_ANSWER);
    if (response.ok) return { ok: true, text };
    return {
      ok: false,
      retry: RETRYABLE.has(response.status),
      text: `it answered ${response.status}${text.trim() === "" ? "" : `: ${text.trim()}`}`,
      pauseMs: readPause(response.headers.get("retry-after")),
    };
  } catch (error) {
    const reason = timeout.aborted ? `no answer within ${TIMEOUT_MS / 1000} s` : describe(error);
    return { ok: false, retry: true, text: reason, pauseMs: null };
  }
}

/** An answer that is no JSON is none that says anything was refused. */
function readAnswer(text: string): Omit<Posted, "spans"> {
  try {
    const { partialSuccess } = JSON.parse(text) as {
      readonly partialSuccess?: {
        readonly rejectedSpans?: string | number;
        readonly errorMessage?: string;
      };
    };
    const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
    return {
      rejected: Number.isFinite(rejected) ? rejected : 0,
      message: partialSuccess?.errorMessage ?? null,
    };
  } catch {
    return { rejected: 0, message: null };
  }
}

function readPause(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text.trim()) ? Number(text) * 1000 : null;
}

function describe(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) return cause.message || errorCode(cause) || "";
  return error instanceof Error ? error.message : String(error);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms));
}
