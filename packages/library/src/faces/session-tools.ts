/** The tools that a session tells a model of, in the form that projections take. A list that did not change is made once. */
import type { Clock } from "@toolplane/contract/ports";
import type { Kernel, ListedTool, Session } from "@toolplane/kernel";
import type { ModelTool } from "@toolplane/kernel/projection";
import { modelTool } from "@toolplane/kernel/projection";

/** The ground of a projection. */
export interface FaceSource {
  readonly kernel: Pick<Kernel, "tools" | "beginTurn">;
  readonly session: Session;
  readonly clock: Clock;
  /** The nonce of the fence around outside text of a call. */
  nonce(callId: string): string;
}

const REMOTE: ReadonlySet<string> = new Set(["mcp", "openapi"]);

export function sessionTools({ kernel, session }: FaceSource): readonly ModelTool[] {
  const registered = new Map(kernel.tools().map((one) => [one.tool.id, one]));
  return session.definitions().flatMap(({ name, description, inputSchema }) => {
    const found = registered.get(name);
    if (!found) return [];
    const { tool, layer } = found;
    const remote = REMOTE.has(layer) || tool.executor === "remote";
    return [{ ...modelTool(tool, { name, remote }), description, parameters: inputSchema }];
  });
}

/** A projection and what was last shown of it. */
export interface LiveProjection<P> {
  /** The list for a model now; made again only when the session's list has changed: a search may have found tools. */
  now(): P;
  /** The list that a model saw last: its calls are read by it and by no newer one. */
  shown(): P;
}

/** Keeps a projection of a session up to date. */
export function liveProjection<P>(
  source: FaceSource,
  project: (tools: readonly ModelTool[]) => P,
): LiveProjection<P> {
  let seen: readonly ListedTool[] | null = null;
  let made: P | null = null;
  const now = (): P => {
    const definitions = source.session.definitions();
    if (made === null || seen !== definitions) {
      seen = definitions;
      made = project(sessionTools(source));
    }
    return made;
  };
  return { now, shown: () => made ?? now() };
}
