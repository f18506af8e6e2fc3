/** The tools of an API's operations: told as a person agreed to them, judged and sent as they are now. */

import type { JsonObject } from "@toolplane/contract";
import { isConfigurationError, type Tool, ToolError } from "@toolplane/contract";
import type { Clock } from "@toolplane/contract/ports";
import type { UpstreamTool } from "@toolplane/mcp/client";
import { createOperationRestorer, type OpenApiDefinitions } from "@toolplane/openapi";
import type { Agreed } from "../list/agreed.ts";
import { type Definitions, pinOf } from "../list/definitions-file.ts";
import { agreedTo } from "../run/agreed-tools.ts";
import type { OfferedTool } from "../run/create-tool-set.ts";
import type { ApiCredential } from "./api-credential.ts";

export interface ApiTools {
  /** Operations as they are now, by the ids of their tools. */
  readonly known: ReadonlyMap<string, UpstreamTool>;
  /** The tools of these definitions; from now on they are the ones that are known. */
  make(definitions: Definitions, made: MadeFor): readonly OfferedTool[];
}

interface MadeFor {
  readonly agreed: Agreed;
  /** Only these, by name; all of them where there are none. */
  readonly only: readonly string[];
  /** Origins that credentials may go to. */
  readonly origins: readonly string[];
}

export function createApiTools({
  prefix,
  credential,
  clock,
}: {
  readonly prefix: string;
  readonly credential: ApiCredential;
  readonly clock: Clock;
}): ApiTools {
  const known = new Map<string, UpstreamTool>();
  const isThere = (id: string) => known.has(id);
  return {
    known,
    make(definitions, { agreed, only, origins }) {
      const restore = createOperationRestorer({
        origins,
        credential: credential.use,
        headers: credential.headers,
        now: clock.wallMs,
      });
      known.clear();
      return Object.entries(definitions).flatMap(([remoteName, now]) => {
        const isWanted = only.length === 0 || only.includes(remoteName);
        const tool = isWanted ? tryTo(() => restore(now, `${prefix}${remoteName}`)) : null;
        if (tool === null) return [];
        known.set(tool.id, { remoteName, definition: now, tool });
        const before = agreedTo(remoteName, agreed)?.definition ?? now;
        const held = whileThere(toldAs(tool, before), isThere);
        return [{ remoteName, definition: before, tool: held, behind: now }];
      });
    },
  };
}

/** Restores a kept tool; null where what was kept cannot be read. */
function tryTo(restore: () => Tool): Tool | null {
  try {
    return restore();
  } catch (error) {
    if (!isConfigurationError(error)) throw error;
    return null;
  }
}

/**
 * Shows models an operation that its description changed as it was agreed to: a stranger's new words reach no model before a
 * person has seen them. The operation that is judged and sent is the one that it is now.
 */
function toldAs(tool: Tool, before: JsonObject): Tool {
  const { label, description, parameters } = before;
  if (typeof label !== "string" || typeof description !== "string") return tool;
  return { ...tool, label: label || tool.id, description, parameters } as Tool;
}

/** A call may be on its way while the description is read. What it has no longer is not called. */
function whileThere(tool: Tool, isThere: (id: string) => boolean): Tool {
  const execute = tool.execute as (...given: unknown[]) => unknown;
  return {
    ...tool,
    execute: ((...given: unknown[]) => {
      if (isThere(tool.id)) return execute(...given);
      throw new ToolError("not_found", `The API's description no longer has ${tool.id}.`);
    }) as Tool["execute"],
  };
}

/** By name; one that is as it was agreed to is the very same object, so that nothing is made again for it. */
export function keyedDefinitions(
  { definitions }: OpenApiDefinitions,
  before: Definitions,
): Definitions {
  return Object.fromEntries(
    definitions.map((made) => {
      // As it will be read back: what is pinned is what is kept.
      const definition = JSON.parse(JSON.stringify(made)) as JsonObject;
      const old = Object.hasOwn(before, made.name) ? before[made.name] : undefined;
      return [made.name, old && pinOf(old) === pinOf(definition) ? old : definition];
    }),
  );
}

export function pinsIn(definitions: Definitions): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, pinOf(definition)]),
  );
}
