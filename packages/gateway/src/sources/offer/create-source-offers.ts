/**
 * Resources and prompts of every source behind one MCP server. Lists are the servers' own, asked for without a word of a client's;
 * whatever a client names reaches a server only as a call in the client's session, down the road.
 */
import { type OutputResult, ToolError } from "@toolplane/contract";
import type {
  McpComplete,
  McpPrompts,
  McpPromptText,
  McpResourceContent,
  McpResources,
  OfferContext,
} from "@toolplane/mcp";
import type { UpstreamPrompt, UpstreamResource } from "@toolplane/mcp/client";
import type { SourceLists } from "./create-source-lists.ts";
import { type Placed, placeEntries } from "./place-entries.ts";
import { callOf, completionOf, getOf, type RoadCall, readOf, verdictOf } from "./road-call.ts";

export interface SourceOffers {
  readonly resources: McpResources;
  readonly prompts: McpPrompts;
  readonly complete: McpComplete;
}

export interface OffersOptions {
  readonly sources: () => readonly { readonly name: string; readonly lists: SourceLists }[];
  readonly onChange: (listener: (what: "resources" | "prompts") => void) => () => void;
}

export function createSourceOffers(options: OffersOptions): SourceOffers {
  const gather = async <T>(list: (lists: SourceLists) => Promise<readonly T[]>) =>
    Promise.all(
      options.sources().map(async ({ name, lists }) => ({
        source: name,
        entries: await list(lists),
      })),
    );
  const resources = async (isTemplate: boolean) =>
    placeEntries(
      await gather(async (lists) =>
        (await lists.resources()).filter((one) => one.isTemplate === isTemplate),
      ),
      { keyOf: ({ uri }: UpstreamResource) => uri, mark: markUri },
    );
  const prompts = async () =>
    placeEntries(await gather((lists) => lists.prompts()), {
      keyOf: ({ name }: UpstreamPrompt) => name,
      mark: (source, name) => `${source}__${name}`,
    });
  const follow = (wanted: "resources" | "prompts", listener: () => void): (() => void) =>
    options.onChange((what) => {
      if (what === wanted) listener();
    });
  return {
    resources: {
      list: async (context) =>
        (await openEntries(await resources(false), context, readOf)).map(({ shown, entry }) => ({
          ...facts(entry),
          uri: shown,
        })),
      templates: async (context) =>
        (await openEntries(await resources(true), context, readOf)).map(({ shown, entry }) => ({
          ...facts(entry),
          uriTemplate: shown,
        })),
      async read(uri, context) {
        const target = findResource(uri, await resources(false), await resources(true));
        if (target === null) return null;
        const asked = { source: target.source, action: "resources.read" } as const;
        const result = await send(context, { ...asked, arguments: { uri: target.uri } });
        return contentsOf(result, { asked: target.uri, shown: uri });
      },
      onChange: (listener) => follow("resources", () => listener(null)),
    },
    prompts: {
      list: async (context) =>
        (await openEntries(await prompts(), context, getOf)).map(({ shown, entry }) => ({
          ...entry,
          name: shown,
        })),
      async get({ name, arguments: given }, context) {
        const found = (await prompts()).find(({ shown }) => shown === name);
        if (!found) return null;
        const asked = { source: found.source, action: "prompts.get" } as const;
        const args = { name: found.entry.name, arguments: given };
        const { data, metadata } = await send(context, { ...asked, arguments: args });
        if (metadata.truncated === true)
          throw new ToolError("too_large", `The prompt ${name} is larger than a result may be.`);
        return data as McpPromptText;
      },
      onChange: (listener) => follow("prompts", listener),
    },
    async complete({ of, argument, filled }, context) {
      const found =
        "prompt" in of
          ? targetOf(await prompts(), of.prompt, ({ name }) => ({ prompt: name }))
          : targetOf(await resources(true), of.template, ({ uri }) => ({ template: uri }));
      if (!found) throw new ToolError("not_found", "there is nothing of this name to complete");
      const args = { of: found.of, argument, filled };
      const call = completionOf(found.source, args);
      // One goes out with every key that is pressed: no person is asked about that.
      if ((await verdictOf(context, call)) !== "allow") return [];
      const { data } = await send(context, call);
      return Array.isArray(data) ? data.map(String) : [];
    },
  };
}

/** Finds the source that an address belongs to, and what its server calls it. */
function findResource(
  uri: string,
  listed: readonly Placed<UpstreamResource>[],
  templates: readonly Placed<UpstreamResource>[],
): Target | null {
  const found = listed.find(({ shown }) => shown === uri);
  if (found) return { source: found.source, uri: found.entry.uri };
  const template = findTemplate(uri, templates);
  if (template) return { source: template.source, uri: ownUri(uri, template) };
  // A server may have more than it lists. Where only one has any, it is the one that is meant.
  const holders = new Set([...listed, ...templates].map(({ source }) => source));
  const [only] = holders;
  return only !== undefined && holders.size === 1 ? { source: only, uri } : null;
}

interface Target {
  readonly source: string;
  readonly uri: string;
}

async function send(context: OfferContext, call: RoadCall): Promise<OutputResult> {
  const result = await context.call(callOf(call));
  if (result.type === "error") throw new ToolError(result.code, result.error_text);
  return result;
}

function targetOf<T, K>(
  placed: readonly Placed<T>[],
  name: string,
  of: (entry: T) => K,
): { readonly source: string; readonly of: K } | null {
  const found = placed.find(({ shown }) => shown === name);
  return found ? { source: found.source, of: of(found.entry) } : null;
}

function markUri(source: string, uri: string): string {
  return `toolplane://${source}/${uri}`;
}

/** The server's own form of an address, whose template is shown with the source's name before it. */
function ownUri(uri: string, { source, entry, shown }: Placed<UpstreamResource>): string {
  return shown === entry.uri ? uri : uri.slice(markUri(source, "").length);
}

function facts({ isTemplate: _, uri: __, ...rest }: UpstreamResource) {
  return rest;
}

/** The parts of a result as contents; what was cut says where the whole is. */
function contentsOf(
  { content = [], metadata }: OutputResult,
  { asked, shown }: { readonly asked: string; readonly shown: string },
): readonly McpResourceContent[] {
  const note = (text: string) => ({ uri: shown, mimeType: "text/plain", text });
  const contents = content.flatMap((part): McpResourceContent[] => {
    if (part.type === "text") return [note(part.text)];
    if (part.type !== "resource") return [];
    const uri = part.uri === asked ? shown : part.uri;
    const kept = { uri, ...(part.mime_type === undefined ? {} : { mimeType: part.mime_type }) };
    return ["text" in part ? { ...kept, text: part.text } : { ...kept, blob: part.blob }];
  });
  if (metadata.truncated !== true) return contents;
  const { output_path: path } = metadata;
  return [...contents, note(`[Cut.${path === undefined ? "" : ` The whole: ${path}`}]`)];
}

/**
 * Those that this client could ever have: what a rule denies is as good as not there. Nothing is read, and no person is asked.
 */
async function openEntries<T>(
  placed: readonly Placed<T>[],
  context: OfferContext,
  of: (one: Placed<T>) => RoadCall,
): Promise<readonly Placed<T>[]> {
  const verdicts = await Promise.all(placed.map((one) => verdictOf(context, of(one))));
  return placed.filter((_, at) => verdicts[at] !== "deny");
}

/**
 * Finds the template that an address was made from, as far as it can be known: by the text before its first variable and after
 * its last. The one that says most of the address; null where none fits.
 */
export function findTemplate<T>(uri: string, templates: readonly Placed<T>[]): Placed<T> | null {
  let best: { readonly placed: Placed<T>; readonly said: number } | null = null;
  for (const placed of templates) {
    const { shown } = placed;
    const opens = shown.indexOf("{");
    const head = opens < 0 ? shown : shown.slice(0, opens);
    const tail = opens < 0 ? "" : shown.slice(shown.lastIndexOf("}") + 1);
    const said = head.length + tail.length;
    const fits = uri.startsWith(head) && uri.endsWith(tail) && uri.length >= said;
    if (fits && said > (best?.said ?? -1)) best = { placed, said };
  }
  return best?.placed ?? null;
}
