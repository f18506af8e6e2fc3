/** The registered tools of one source: those that are new are registered, those that changed are replaced, those that went are closed. */
import type { JsonObject } from "@toolplane/contract";
import type { Kernel, ToolOrigin } from "@toolplane/kernel";
import type { UpstreamTool } from "@toolplane/mcp/client";
import { pinOf } from "../list/definitions-file.ts";

type Scope = ReturnType<Kernel["scope"]>;
type Registration = ReturnType<Scope["register"]>;

export interface ToolSet {
  /** Makes these the tools of the source; the registry applies it when no turn runs. Never throws. */
  set(tools: readonly OfferedTool[]): void;
  /** Tools that could not be registered, and why. */
  problems(): readonly { readonly name: string; readonly reason: string }[];
  close(): Promise<void>;
}

interface Held {
  readonly registration: Registration;
  readonly digest: string;
  readonly behind: unknown;
}

/** A tool as it is registered. */
export interface OfferedTool extends UpstreamTool {
  /** The target that its calls really reach: another one is another tool. */
  readonly behind: unknown;
}

/** `about`: what the source says of itself, for search. */
export function createToolSet(scope: Scope, origin: ToolOrigin, about: () => string): ToolSet {
  const held = new Map<string, Held>();
  const problems = new Map<string, string>();
  const put = ({ tool, definition, remoteName, behind }: OfferedTool): void => {
    const digest = pinOf(definition);
    const before = held.get(tool.id);
    const note = ({ reason }: Registration): void => {
      if (reason !== null) problems.set(remoteName, reason);
    };
    if (before?.digest === digest && before.behind === behind) {
      note(before.registration);
      return;
    }
    try {
      if (before) void before.registration.reload(tool);
      const registration =
        before?.registration ?? scope.register(tool, { ...origin, sourceText: about() });
      held.set(tool.id, { registration, digest, behind });
      note(registration);
    } catch (error) {
      problems.set(remoteName, error instanceof Error ? error.message : String(error));
    }
  };
  return {
    set(tools) {
      problems.clear();
      const ids = new Set(tools.map(({ tool }) => tool.id));
      for (const [id, { registration }] of held)
        if (!ids.has(id)) {
          held.delete(id);
          void registration.close();
        }
      for (const tool of tools) put(tool);
    },
    problems: () => [...problems].map(([name, reason]) => ({ name, reason })),
    close: () => scope.close(),
  };
}

/** Digests of what a server has now. */
export function pinsOf(
  tools: readonly { readonly remoteName: string; readonly definition: JsonObject }[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    tools.map(({ remoteName, definition }) => [remoteName, pinOf(definition)]),
  );
}
