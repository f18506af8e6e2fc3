/**
 * The methods of the protocol about resources, prompts and completion: params are read here, by hand, and what was offered is
 * brought into the protocol's shape.
 */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Result,
} from "@modelcontextprotocol/server";
import { isToolError } from "@toolplane/contract";
import type { McpCompletion, McpOffers, OfferContext } from "./mcp-offers.ts";

/** One method: what it works on, so that an answer finds it again, and the work. */
export interface OfferWork {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  run(context: OfferContext): Promise<Result>;
}

type Read = (params: Readonly<Record<string, unknown>>) => OfferWork;

/** Entries of one page; completions of one answer. */
const PAGE = 500;
const MAX_VALUES = 100;
const MAX_NAME = 4_000;

/** The methods of what is offered, by name. */
export function offerMethods({
  resources,
  prompts,
  complete,
}: McpOffers): ReadonlyMap<string, Read> {
  const methods = new Map<string, Read>();
  const list = (method: string, key: string, entries: ListEntries): void => {
    methods.set(method, ({ cursor }) => ({
      name: "",
      arguments: { cursor },
      run: async (context) => page(key, await entries(context), cursor),
    }));
  };
  if (resources) {
    list("resources/list", "resources", (context) => resources.list(context));
    list("resources/templates/list", "resourceTemplates", async (context) =>
      resources.templates ? resources.templates(context) : [],
    );
    methods.set("resources/read", (params) => {
      const uri = requiredText("uri", params.uri);
      return {
        name: uri,
        arguments: {},
        run: async (context) => {
          const contents = await withAddress(uri, () => resources.read(uri, context));
          if (contents === null) throw new ResourceNotFoundError(uri);
          return { contents: [...contents] };
        },
      };
    });
  }
  if (prompts) {
    list("prompts/list", "prompts", (context) => prompts.list(context));
    methods.set("prompts/get", (params) => {
      const name = requiredText("name", params.name);
      const given = textsOf("arguments", params.arguments);
      return {
        name,
        arguments: given,
        run: async (context) => {
          const text = await prompts.get({ name, arguments: given }, context);
          if (text === null) throw invalid(`there is no prompt ${name.slice(0, 200)}`);
          return { ...text, messages: [...text.messages] };
        },
      };
    });
  }
  if (complete)
    methods.set("completion/complete", (params) => {
      const completion = readCompletion(params);
      return {
        name: "",
        arguments: params,
        run: async (context) => {
          const values = await complete(completion, context);
          const shown = values.slice(0, MAX_VALUES);
          const { length: total } = values;
          return { completion: { values: shown, total, hasMore: total > shown.length } };
        },
      };
    });
  return methods;
}

type ListEntries = (context: OfferContext) => Promise<readonly object[]>;

/** Runs the work of a method; whatever goes wrong in it is an error of the protocol. */
export async function runOffer(work: OfferWork, context: OfferContext): Promise<Result> {
  try {
    return await work.run(context);
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (!isToolError(error)) throw new ProtocolError(ProtocolErrorCode.InternalError, "Failed");
    if (error.code === "invalid_input" || error.code === "not_found") throw invalid(error.message);
    throw new ProtocolError(ProtocolErrorCode.InternalError, error.message.slice(0, MAX_NAME));
  }
}

/** Turns `not_found` into the protocol's error with the resource's address. */
async function withAddress<T>(uri: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (isToolError(error) && error.code === "not_found") throw new ResourceNotFoundError(uri);
    throw error;
  }
}

function page(key: string, entries: readonly object[], cursor: unknown): Result {
  const from = cursor === undefined ? 0 : Number(cursor);
  if (!Number.isSafeInteger(from) || from < 0 || (from > 0 && from >= entries.length))
    throw invalid("cursor is none that was given out");
  const next = from + PAGE;
  return {
    [key]: entries.slice(from, next),
    ...(next < entries.length ? { nextCursor: String(next) } : {}),
  };
}

function readCompletion({
  ref,
  argument,
  context,
}: Readonly<Record<string, unknown>>): McpCompletion {
  const { type, name, uri } = recordOf("ref", ref);
  const given = recordOf("argument", argument);
  const filled = context === undefined ? undefined : recordOf("context", context).arguments;
  if (type !== "ref/prompt" && type !== "ref/resource") throw invalid("ref is of no known type");
  return {
    of:
      type === "ref/prompt"
        ? { prompt: requiredText("ref.name", name) }
        : { template: requiredText("ref.uri", uri) },
    argument: {
      name: requiredText("argument.name", given.name),
      value: requiredText("argument.value", given.value),
    },
    filled: textsOf("context.arguments", filled),
  };
}

function recordOf(what: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalid(`${what} must be an object`);
  return value as Readonly<Record<string, unknown>>;
}

function requiredText(what: string, value: unknown): string {
  if (typeof value !== "string") throw invalid(`${what} must be a text`);
  if (value.length > MAX_NAME) throw invalid(`${what} is longer than ${MAX_NAME} characters`);
  return value;
}

function textsOf(what: string, value: unknown): Readonly<Record<string, string>> {
  const texts: [string, string][] = Object.entries(recordOf(what, value ?? {})).map(
    ([name, text]) => {
      if (typeof text !== "string") throw invalid(`${what}.${name} must be a text`);
      return [name, text];
    },
  );
  return Object.fromEntries(texts);
}

function invalid(what: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `Invalid params: ${what}.`);
}
