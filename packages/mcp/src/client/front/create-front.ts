/**
 * Represents what is in front of one call, as its server may ask it: the person behind it, and the program that made
 * it. Everything goes through the call's own runtime, so the road judges it, and it ends with the call. The number of
 * questions is bounded, whatever they are.
 */

import {
  type AnyRuntime,
  type ClientMethod,
  type ClientRequest,
  isToolError,
  type JsonObject,
  type LogLevel,
  ToolError,
} from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { Schemas } from "@toolplane/kernel";
import { showOnLine } from "@toolplane/readings";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { answerElicitation } from "../question/answer-elicitation.ts";
import { type CheckedForm, checkForm } from "../question/check-form.ts";
import type { AskPerson } from "../question/elicitation-answer.ts";
import { forwardForm, forwardRoots, forwardSampling } from "./forward-requests.ts";
import { createPace } from "./pace.ts";

/** A request as a server sends it. */
export interface AskedRequest {
  readonly method?: unknown;
  readonly params?: unknown;
}

export interface Front {
  readonly sessionId: string;
  /** An answer for each; rejects with a ToolError where one of them cannot be had at all. */
  answer(asked: Readonly<Record<string, AskedRequest>>): Promise<Record<string, JsonObject>>;
  /** Writes to the program's log, as the server's word. Never throws. */
  log(level: string, data: unknown): void;
  /** The requests that the server may make during this call, in the protocol's words. */
  readonly capabilities: JsonObject;
  /** Reports to the program that the server needs a capability it lacks. Rejects always. */
  lacks(methods: readonly ClientMethod[]): Promise<never>;
  readonly wantsLog: boolean;
}

export interface FrontOptions {
  readonly server: string;
  readonly runtime: AnyRuntime;
  readonly clock: Clock;
  readonly schemas: Schemas;
  readonly limits: Pick<UpstreamLimits, "maxQuestions">;
  /** False: no person is ever asked anything. */
  readonly asks: boolean;
  /** True: the program may be asked for its model and its folders too. */
  readonly forwards: boolean;
  /** Folders that the host itself names; then the program is not asked for its own. */
  readonly roots: readonly { readonly uri: string; readonly name?: string }[] | null;
}

const LOG_PACE = { burst: 50, everyMs: 100 };
const MAX_LOG = 2_000;

export function createFront(options: FrontOptions): Front {
  const { server, runtime, clock, limits, asks, forwards, roots, schemas } = options;
  const { sessionId, callId } = runtime.call;
  const client = asks ? runtime.services.client : undefined;
  const mayLog = createPace(clock, LOG_PACE);
  let left = limits.maxQuestions;
  const ask: AskPerson = async (questions) => {
    if (!asks) throw new ToolError("unavailable", "Nobody is asked for this server.");
    return runtime.ask(questions);
  };
  const answers = (method: ClientMethod): boolean =>
    (forwards || method === "elicitation/create") && (client?.answers(callId, method) ?? false);
  const request = async (requests: Requests): Promise<Replies> => {
    if (!client) throw nobodyGives();
    return client.request(callId, requests, runtime.signal);
  };
  const prepare = async ({ method, params }: AskedRequest): Promise<Prepared> => {
    left -= 1;
    if (method === "elicitation/create") {
      if (left < 0) return { reply: { action: "decline" } };
      const form = answers(method) ? readForm(params, schemas) : null;
      return form === null
        ? { reply: { ...(await answerElicitation(params, { server, ask, schemas })) } }
        : { request: forwardForm(server, form), form: form.checked };
    }
    if (left < 0) throw new ToolError("too_large", `A call may ask ${limits.maxQuestions} times.`);
    if (method === "roots/list" && roots)
      return { reply: { roots: roots.map((root) => ({ ...root })) } };
    if (!forwards) throw nobodyGives();
    if (method === "sampling/createMessage") return { request: forwardSampling(server, params) };
    if (method !== "roots/list") throw nobodyGives();
    return { request: forwardRoots() };
  };
  return {
    sessionId,
    wantsLog: client !== undefined,
    capabilities: {
      ...(asks ? { elicitation: { form: {}, url: {} } } : {}),
      ...(answers("sampling/createMessage") ? { sampling: {} } : {}),
      ...(roots || answers("roots/list") ? { roots: {} } : {}),
    },
    async answer(asked) {
      const prepared = new Map<string, Prepared>();
      for (const [key, one] of Object.entries(asked)) prepared.set(key, await prepare(one));
      return putAll(prepared, request);
    },
    async lacks(methods) {
      await request(Object.fromEntries(methods.map((method) => [method, { method }])));
      throw new ToolError("failed", `The server needs ${methods.join(", ")}.`);
    },
    log(level, data) {
      if (!client || !mayLog()) return;
      const text = typeof data === "string" ? data : (JSON.stringify(data) ?? "");
      client.log(callId, levelOf(level), showOnLine(text, MAX_LOG), `mcp:${server}`);
    },
  };
}

type Requests = Readonly<Record<string, ClientRequest>>;
type Replies = Readonly<Record<string, JsonObject>>;

/** An answer that is known, or what the program is asked for it. */
type Prepared =
  | { readonly reply: JsonObject }
  | { readonly request: ClientRequest; readonly form?: CheckedForm };

async function putAll(
  prepared: ReadonlyMap<string, Prepared>,
  put: (requests: Requests) => Promise<Replies>,
): Promise<Record<string, JsonObject>> {
  const entries = [...prepared];
  const asked = entries.flatMap(([key, one]) => ("request" in one ? [[key, one.request]] : []));
  const onlyForms = entries.every(([, one]) => "reply" in one || one.form);
  const replies =
    asked.length === 0 ? {} : await answered(put(Object.fromEntries(asked)), onlyForms);
  return Object.fromEntries(
    entries.map(([key, one]) => {
      if ("reply" in one) return [key, one.reply];
      const reply = replies[key] ?? { action: "cancel" };
      return [key, one.form ? fitting(reply, one.form) : reply];
    }),
  );
}

/** For a form, the lack of an answer is an answer; a message or a folder cannot be had without. */
async function answered(replies: Promise<Replies>, onlyForms: boolean): Promise<Replies> {
  try {
    return await replies;
  } catch (error) {
    if (!onlyForms || !isToolError(error) || error.code === "cancelled") throw error;
    return {};
  }
}

function nobodyGives(): ToolError {
  return new ToolError("failed", "The server asks for something that nobody here gives.");
}

interface ShownForm {
  readonly message: string;
  readonly requestedSchema: Readonly<Record<string, unknown>>;
  readonly checked: CheckedForm;
}

/** Reads a form that a program may show as it is; null for one that only we can put, or that is never shown. */
function readForm(params: unknown, schemas: Schemas): ShownForm | null {
  const { mode = "form", message, requestedSchema } = (params ?? {}) as Record<string, unknown>;
  if (mode !== "form" || typeof message !== "string") return null;
  if (typeof requestedSchema !== "object" || requestedSchema === null) return null;
  const form = { message, requestedSchema: requestedSchema as ShownForm["requestedSchema"] };
  const checked = checkForm(form, schemas);
  return checked && { ...form, checked };
}

/** Passes on what a program reports as a person's input only where it is what the server asked for. */
function fitting({ action, content }: JsonObject, { schema }: CheckedForm): JsonObject {
  if (action !== "accept") return { action: action === "decline" ? "decline" : "cancel" };
  const filled = (content ?? {}) as JsonObject;
  const [fault] = schema.validate(filled) ?? [];
  return fault ? { action: "cancel" } : { action: "accept", content: filled };
}

const LEVELS: readonly LogLevel[] = [
  ...(["debug", "info", "notice", "warning"] as const),
  ...(["error", "critical", "alert", "emergency"] as const),
];

function levelOf(given: string): LogLevel {
  return LEVELS.find((level) => level === given) ?? "info";
}
