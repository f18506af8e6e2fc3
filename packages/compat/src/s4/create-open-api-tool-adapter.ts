/**
 * S4's `OpenApiToolAdapter`: a description becomes agent tools by S4's own rules. Reading it is the work of `@toolplane/openapi`, an
 * optional package, which is handed in; so are files and addresses. S4's semantics: operations need an `operationId`, any status is
 * a result, the text is `METHOD url → status` and the body up to 64 KiB, and what goes wrong on the way is a text as well.
 */
import {
  ConfigurationError,
  defineTool,
  type ErrorCode,
  isToolError,
  type JsonSchema,
  type Tool,
  type ToolOutput,
} from "@toolplane/contract";
import { toToolOutput } from "./agent-result.ts";

/** How requests to the API are authorised, in S4's shapes. */
export type OpenApiAuth =
  | "none"
  | { readonly bearer: string }
  | { readonly apiKey: { readonly header: string; readonly value: string } };

export type OpenApiOperationFilter =
  | "all"
  | { readonly byOperationId: readonly string[] }
  | { readonly byTag: readonly string[] }
  | { readonly byPathPrefix: string };

export interface OpenApiConfig {
  /** In place of the description's first server. */
  readonly baseUrl?: string;
  readonly auth?: OpenApiAuth;
  readonly customHeaders?: Readonly<Record<string, string>>;
  /** Tools are then called `PREFIX__OPERATION`. */
  readonly prefix?: string;
  readonly filter?: OpenApiOperationFilter;
}

/** The parts of an answer that this adapter reads. */
interface OpenApiAnswer {
  readonly plan: { readonly method: string };
  readonly url: string;
  readonly response: { readonly status: number };
  readonly text: () => string;
}

interface ReadOptions {
  readonly needsOperationId: true;
  readonly settle: (answer: OpenApiAnswer) => ToolOutput<string>;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly maxWaitMs: number;
  readonly baseUrl?: string;
  readonly prefix?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly auth?: OpenApiCredential;
  readonly only?: OperationNames;
  readonly readFile?: (path: string) => Promise<string>;
  readonly fetchText?: (url: string) => Promise<string>;
}

type OpenApiCredential =
  | { readonly type: "bearer"; readonly token: string }
  | {
      readonly type: "apiKey";
      readonly in: "header";
      readonly name: string;
      readonly value: string;
    };

interface OperationNames {
  readonly ids?: readonly string[];
  readonly tags?: readonly string[];
  readonly paths?: readonly string[];
}

/** `fromOpenApi` of `@toolplane/openapi`, as far as it is used here. */
type FromOpenApi = (
  source: string | object,
  options: ReadOptions,
) => Promise<{
  readonly tools: readonly Tool[];
  readonly notes: readonly string[];
  readonly skipped: readonly { readonly operation: string; readonly reason: string }[];
}>;

export interface OpenApiSupport {
  readonly fromOpenApi: FromOpenApi;
  readonly readFile?: (path: string) => Promise<string>;
  readonly fetchText?: (url: string) => Promise<string>;
}

export interface OpenApiToolAdapter {
  fromStr(text: string, config?: OpenApiConfig): Promise<readonly Tool[]>;
  fromFile(path: string, config?: OpenApiConfig): Promise<readonly Tool[]>;
  fromUrl(url: string, config?: OpenApiConfig): Promise<readonly Tool[]>;
  fromSpec(spec: object, config?: OpenApiConfig): Promise<readonly Tool[]>;
}

const MAX_BYTES = 64 * 1024;
const TIMEOUT_MS = 30_000;
/** Errors that S4 gives as text. A refusal of the road stays an error: it is no answer of the API. */
const TOLD: ReadonlySet<ErrorCode> = new Set([
  ...(["invalid_input", "unavailable", "failed", "too_large", "timeout"] as const),
]);

export function createOpenApiToolAdapter(support: OpenApiSupport): OpenApiToolAdapter {
  const read = async (source: string | object, config: OpenApiConfig = {}) => {
    const { readFile, fetchText } = support;
    const { tools, notes, skipped } = await support.fromOpenApi(source, {
      ...optionsOf(config),
      ...(readFile ? { readFile } : {}),
      ...(fetchText ? { fetchText } : {}),
      needsOperationId: true,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
      maxWaitMs: 0,
      settle,
    });
    const broken = [...notes, ...skipped.map(({ reason }) => reason)].find((text) =>
      text.includes("refers to"),
    );
    if (broken !== undefined) throw new ConfigurationError("OpenAPI description", broken);
    return tools.map(asAgentTool);
  };
  return {
    fromStr: read,
    fromSpec: read,
    fromFile: (path, config) => read({ file: path }, config),
    fromUrl: (url, config) => read({ url }, config),
  };
}

function optionsOf({
  baseUrl,
  auth = "none",
  customHeaders,
  prefix,
  filter = "all",
}: OpenApiConfig) {
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    ...(prefix === undefined ? {} : { prefix: `${prefix}__` }),
    ...(customHeaders === undefined ? {} : { headers: customHeaders }),
    ...(auth === "none" ? {} : { auth: credentialOf(auth) }),
    ...(filter === "all" ? {} : { only: onlyOf(filter) }),
  };
}

function credentialOf(auth: Exclude<OpenApiAuth, "none">): OpenApiCredential {
  if ("bearer" in auth) return { type: "bearer", token: auth.bearer };
  const { header, value } = auth.apiKey;
  return { type: "apiKey", in: "header", name: header, value };
}

function onlyOf(filter: Exclude<OpenApiOperationFilter, "all">): OperationNames {
  if ("byOperationId" in filter) return { ids: filter.byOperationId };
  if ("byTag" in filter) return { tags: filter.byTag };
  return { paths: [`${filter.byPathPrefix}*`] };
}

function settle({ plan, url, response, text }: OpenApiAnswer): ToolOutput<string> {
  const said = `${plan.method} ${url} → ${response.status}\n${text()}`;
  return agentText(said, { status: response.status });
}

function agentText(text: string, details: object): ToolOutput<string> {
  return toToolOutput({ content: [{ type: "text", text }], details, childLoopId: null });
}

/** The same tool, with its errors as S4 gives them. */
function asAgentTool(tool: Tool): Tool {
  const { id, label, description, requires, resources, mode, kind, limits, execute } = tool;
  return defineTool({
    id,
    label,
    description,
    requires,
    resources,
    mode,
    kind,
    limits,
    parameters: tool.parameters as Exclude<JsonSchema, boolean>,
    execute: async (args, runtime) => {
      try {
        return (await execute(args as never, runtime)) as ToolOutput<string>;
      } catch (error) {
        if (!isToolError(error) || !TOLD.has(error.code)) throw error;
        return agentText(error.message, { error: error.code });
      }
    },
  });
}
