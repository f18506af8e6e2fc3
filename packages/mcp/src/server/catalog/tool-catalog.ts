/**
 * Lists the tools to one client, and leads back from a shown name. The list is made from the session's listing and
 * kept, so a client that lists twice gets the same bytes until something changed. A call is read by the list that the
 * client last got, never by a newer one it has not seen; the road finds out when the tool behind the name has changed.
 */
import type { Tool, ToolCall, ToolCallText } from "@toolplane/contract";
import type { Kernel, ListedTool, Session } from "@toolplane/kernel";
import {
  createNameMap,
  type McpTool,
  MODEL_NAMES,
  modelTool,
  type ProviderCall,
  toMcp,
} from "@toolplane/kernel/projection";

export interface ToolCatalog {
  /** The list; the same object until something changed. */
  list(): { readonly tools: McpTool[] };
  toCall(call: ProviderCall): ToolCall | ToolCallText;
  /** True when the list says what the data of the tool with this id looks like. */
  announces(id: string): boolean;
  /** True when the tool of this shown name says that it takes this property. */
  takes(name: string, property: string): boolean;
  /** The parameters of the tool of this shown name, as its client saw them; null when there is none. */
  schemaOf(name: string): McpTool["inputSchema"] | null;
  /** True when there is something new for the client: a search found tools, say. */
  isOutdated(): boolean;
}

interface Shown {
  readonly definitions: readonly ListedTool[];
  readonly announced: ReadonlySet<string>;
  readonly result: { readonly tools: McpTool[] };
  toCall(call: ProviderCall): ToolCall | ToolCallText;
}

/** Opens the catalog of a session. */
export function createToolCatalog(
  kernel: Pick<Kernel, "tools">,
  session: Pick<Session, "definitions">,
  isLeftOut: (id: string) => boolean = () => false,
): ToolCatalog {
  let shown: Shown | null = null;
  const refresh = (): Shown => {
    const definitions = session.definitions();
    if (shown?.definitions !== definitions) shown = project(kernel, definitions, isLeftOut);
    return shown;
  };
  return {
    list: () => refresh().result,
    toCall: (call) => (shown ?? refresh()).toCall(call),
    announces: (id) => (shown ?? refresh()).announced.has(id),
    takes(name, property) {
      const { tools } = (shown ?? refresh()).result;
      const properties = tools.find((tool) => tool.name === name)?.inputSchema.properties;
      return typeof properties === "object" && properties !== null && property in properties;
    },
    schemaOf(name) {
      const { tools } = (shown ?? refresh()).result;
      return tools.find((tool) => tool.name === name)?.inputSchema ?? null;
    },
    isOutdated: () => shown !== null && shown.definitions !== session.definitions(),
  };
}

/** Tools that find others: they have nothing to do where every tool is listed. */
const FINDS_HIDDEN: ReadonlySet<string> = new Set(["tool_search", "tool-search"]);

function reachesOut({ requires, executor }: Tool): boolean {
  return executor === "remote" || requires.net !== undefined;
}

/**
 * Fits names to providers. The protocol takes names of 128 characters, but hands them on to models whose providers take
 * 64 and no dots; a client refuses a whole list over one name.
 */
function project(
  kernel: Pick<Kernel, "tools">,
  definitions: readonly ListedTool[],
  isLeftOut: (id: string) => boolean,
): Shown {
  const registered = new Map(kernel.tools().map((one) => [one.tool.id, one]));
  const listed = new Set(definitions.map(({ name }) => name));
  const hidesSome = [...registered.keys()].some((id) => !listed.has(id) && !isLeftOut(id));
  const told = definitions.flatMap(({ name }) => {
    const found = registered.get(name);
    if (!found || isLeftOut(name) || (!hidesSome && FINDS_HIDDEN.has(name))) return [];
    // Whatever its mode, a tool that brings text from the network or from a server has an open world.
    const remote = found.layer === "mcp" || found.layer === "openapi" || reachesOut(found.tool);
    return [modelTool(found.tool, remote ? { name, remote } : { name })];
  });
  const projection = toMcp(told);
  const names = createNameMap(
    projection.tools.map(({ name }) => name),
    MODEL_NAMES,
  );
  const announced = projection.tools.filter(({ outputSchema }) => outputSchema !== undefined);
  return {
    definitions,
    announced: new Set(
      announced.map(({ name }) => projection.toCall({ id: "", name, arguments: {} }).name),
    ),
    result: {
      tools: projection.tools.map((tool) => ({ ...tool, name: names.shown(tool.name) })),
    },
    toCall: (call) => projection.toCall({ ...call, name: names.flat(call.name) }),
  };
}
