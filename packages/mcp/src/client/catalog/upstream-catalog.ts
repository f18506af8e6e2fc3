/**
 * Reads what a server offers beside tools: resources, prompts, completions. Read when wanted and not kept; bounded and
 * cleaned.
 */

import type { Client, GetPromptResult, ReadResourceResult } from "@modelcontextprotocol/client";
import { type AnyRuntime, type Json, type JsonObject, ToolError } from "@toolplane/contract";
import { cutEnd, showHidden, showOnLine } from "@toolplane/readings";
import type { UpstreamLimits } from "../bounds/upstream-limits.ts";
import { toToolError } from "../call/call-error.ts";
import { createFront, type Front, type FrontOptions } from "../front/create-front.ts";
import { runRounds } from "../front/run-rounds.ts";
import { cleanJson } from "../text/clean-json.ts";
import { MAX_JSON_DEPTH, measureJson } from "../text/measure-json.ts";

export interface UpstreamResource {
  /** For a template: the template. */
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly isTemplate: boolean;
}

/** Text, or bytes as base64. */
export type UpstreamContent =
  | { readonly uri: string; readonly mimeType?: string; readonly text: string }
  | { readonly uri: string; readonly mimeType?: string; readonly blob: string };

export interface UpstreamPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly {
    readonly name: string;
    readonly description?: string;
    readonly required: boolean;
  }[];
}

/** A prompt, filled in: messages in the protocol's own shape, cleaned. */
export interface UpstreamPromptText {
  readonly description?: string;
  readonly messages: readonly { readonly role: "user" | "assistant"; readonly content: Json }[];
}

/** The thing to complete: an argument of a prompt, or of a resource template. */
export interface CompletionRequest {
  readonly of: { readonly prompt: string } | { readonly template: string };
  readonly argument: { readonly name: string; readonly value: string };
  /** Arguments that were filled in before. */
  readonly filled?: Readonly<Record<string, string>>;
}

export interface PromptRequest {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, string>>;
}

export interface RequestBounds {
  readonly signal?: AbortSignal;
  /**
   * The runtime of the call that it is for: the program in front of it answers what the server still needs. Without it
   * there is no answer.
   */
  readonly runtime?: AnyRuntime;
}

/** Requests reject with a ToolError and nothing else; none of them outlives its deadline. */
export interface UpstreamCatalog {
  resources(bounds?: RequestBounds): Promise<readonly UpstreamResource[]>;
  readResource(uri: string, bounds?: RequestBounds): Promise<readonly UpstreamContent[]>;
  prompts(bounds?: RequestBounds): Promise<readonly UpstreamPrompt[]>;
  getPrompt(prompt: PromptRequest, bounds?: RequestBounds): Promise<UpstreamPromptText>;
  complete(request: CompletionRequest, bounds?: RequestBounds): Promise<readonly string[]>;
}

export interface CatalogOptions extends Omit<FrontOptions, "runtime" | "limits"> {
  readonly limits: Pick<
    UpstreamLimits,
    "requestTimeoutMs" | "maxResultBytes" | "maxParts" | "maxTools" | "maxQuestions"
  >;
  /** The connection, opened where it is not; rejects with a ToolError. */
  readonly acquire: (signal: AbortSignal | undefined) => Promise<Client>;
}

const MAX_LINE = 500;
const MAX_COMPLETIONS = 100;

export function createUpstreamCatalog(options: CatalogOptions): UpstreamCatalog {
  const { server, limits, acquire } = options;
  const ask = async <T>(
    bounds: RequestBounds | undefined,
    work: (client: Client, how: How) => Promise<T>,
  ): Promise<T> => {
    const { signal } = bounds ?? {};
    try {
      const client = await acquire(signal);
      return await work(client, {
        timeout: limits.requestTimeoutMs,
        ...(signal ? { signal } : {}),
        front: bounds?.runtime ? createFront({ ...options, runtime: bounds.runtime }) : null,
      });
    } catch (error) {
      throw toToolError(error, { server, signal });
    }
  };
  return {
    resources: (bounds) => ask(bounds, (client, how) => listResources(client, how, limits)),
    readResource: (uri, bounds) =>
      ask(bounds, async (client, how) => {
        const { contents } = (await send({ client, how, limits }, (more, request) =>
          client.readResource({ uri, ...more }, request),
        )) as ReadResourceResult;
        return boundContents(contents as readonly UpstreamContent[], limits);
      }),
    prompts: (bounds) =>
      ask(bounds, async (client, how) => {
        if (!client.getServerCapabilities()?.prompts) return [];
        const { prompts } = await client.listPrompts(undefined, how);
        return prompts.slice(0, limits.maxTools).map(readPrompt);
      }),
    getPrompt: (prompt, bounds) =>
      ask(bounds, (client, how) => getPrompt(client, how, { prompt, limits })),
    complete: (request, bounds) => ask(bounds, (client, how) => complete(client, how, request)),
  };
}

type Limits = CatalogOptions["limits"];

interface How {
  readonly timeout: number;
  readonly signal?: AbortSignal;
  readonly front: Front | null;
}

/** Sends a request that a server may answer by asking for more, where there is a front to ask. */
async function send(
  { client, how, limits }: { readonly client: Client; readonly how: How; readonly limits: Limits },
  request: (more: JsonObject, how: RequestHow) => Promise<unknown>,
): Promise<unknown> {
  const { front, ...bounds } = how;
  if (!front) return request({}, bounds);
  // While a person is asked the call's own deadline pauses, and it is the one that ends this.
  return runRounds({ client, front, limits }, (more) =>
    request(more, { ...bounds, allowInputRequired: true }),
  );
}

type RequestHow = Omit<How, "front"> & { readonly allowInputRequired?: true };

async function listResources(
  client: Client,
  how: How,
  limits: Limits,
): Promise<readonly UpstreamResource[]> {
  if (!client.getServerCapabilities()?.resources) return [];
  const { resources } = await client.listResources(undefined, how);
  const { resourceTemplates } = await client.listResourceTemplates(undefined, how);
  const listed = [
    ...resources.map((resource) => readResource(resource, resource.uri, false)),
    ...resourceTemplates.map((item) => readResource(item, item.uriTemplate, true)),
  ];
  return listed.slice(0, limits.maxTools);
}

async function getPrompt(
  client: Client,
  how: How,
  { prompt, limits }: { readonly prompt: PromptRequest; readonly limits: Limits },
): Promise<UpstreamPromptText> {
  const { name, arguments: given } = prompt;
  const { description, messages } = (await send({ client, how, limits }, (more, request) =>
    client.getPrompt({ name, ...(given ? { arguments: { ...given } } : {}), ...more }, request),
  )) as GetPromptResult;
  const bounds = { maxBytes: limits.maxResultBytes, maxDepth: MAX_JSON_DEPTH };
  const { bytes, depth } = measureJson(messages, bounds);
  if (bytes > bounds.maxBytes || depth > bounds.maxDepth)
    throw new ToolError("too_large", `The prompt has more than ${bounds.maxBytes} bytes.`);
  return {
    ...line("description", description),
    messages: messages.map(({ role, content }) => ({
      role,
      content: cleanJson(content as Json),
    })),
  };
}

async function complete(
  client: Client,
  how: How,
  { of, argument, filled }: CompletionRequest,
): Promise<readonly string[]> {
  if (!client.getServerCapabilities()?.completions) return [];
  const ref =
    "prompt" in of
      ? { type: "ref/prompt" as const, name: of.prompt }
      : { type: "ref/resource" as const, uri: of.template };
  const context = filled ? { context: { arguments: { ...filled } } } : {};
  const { completion } = await client.complete({ ref, argument, ...context }, how);
  return completion.values.slice(0, MAX_COMPLETIONS).map((value) => showOnLine(value, MAX_LINE));
}

interface Described {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly mimeType?: string | undefined;
}

/** An address is given back as it came, because that is what must be sent. */
function readResource(given: Described, uri: string, isTemplate: boolean): UpstreamResource {
  return {
    uri,
    name: showOnLine(given.name, MAX_LINE),
    ...line("title", given.title),
    ...line("description", given.description),
    ...line("mimeType", given.mimeType),
    isTemplate,
  };
}

function readPrompt(
  given: Described & {
    readonly arguments?:
      | readonly {
          readonly name: string;
          readonly description?: string | undefined;
          readonly required?: boolean | undefined;
        }[]
      | undefined;
  },
): UpstreamPrompt {
  return {
    name: given.name,
    ...line("title", given.title),
    ...line("description", given.description),
    arguments: (given.arguments ?? []).slice(0, MAX_COMPLETIONS).map((argument) => ({
      name: argument.name,
      ...line("description", argument.description),
      required: argument.required === true,
    })),
  };
}

function line<K extends string>(key: K, text: string | undefined): { readonly [P in K]?: string } {
  return (text === undefined ? {} : { [key]: showOnLine(text, MAX_LINE) }) as {
    readonly [P in K]?: string;
  };
}

function boundContents(
  contents: readonly UpstreamContent[],
  limits: Pick<UpstreamLimits, "maxResultBytes" | "maxParts">,
): readonly UpstreamContent[] {
  let left = limits.maxResultBytes;
  return contents.slice(0, limits.maxParts).map((content) => {
    const { uri, mimeType } = content;
    const kept = { uri, ...(mimeType === undefined ? {} : { mimeType }) };
    if (!("text" in content)) {
      left -= content.blob.length;
      if (left < 0)
        throw new ToolError("too_large", `It has more than ${limits.maxResultBytes} bytes.`);
      return { ...kept, blob: content.blob };
    }
    const text = cutEnd(showHidden(content.text), Math.max(0, left));
    left -= text.length;
    return { ...kept, text };
  });
}
