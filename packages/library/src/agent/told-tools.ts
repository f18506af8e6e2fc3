/**
 * Holds the tools that a run's model was told of: none of them is put in another's place before the run is over, so that what
 * the model calls next is what it was told of. Tools that are new come at once, and those that are taken away go at once.
 */
import type { Kernel } from "@toolplane/kernel";
import type { ModelTool } from "@toolplane/kernel/projection";

export interface ToldTools {
  /** Gives the list back, held. */
  hold(tools: readonly ModelTool[]): readonly ModelTool[];
  release(): void;
}

export function createToldTools(kernel: Pick<Kernel, "beginTurn">): ToldTools {
  const names = new Set<string>();
  let ends: (() => void)[] = [];
  let last: readonly ModelTool[] | null = null;
  return {
    hold(tools) {
      if (tools === last) return tools;
      last = tools;
      const added = tools.map(({ name }) => name).filter((name) => !names.has(name));
      for (const name of added) names.add(name);
      if (added.length > 0) ends.push(kernel.beginTurn(added).end);
      return tools;
    },
    release() {
      const all = ends;
      ends = [];
      names.clear();
      last = null;
      for (const end of all) end();
    },
  };
}
