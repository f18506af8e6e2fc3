/**
 * Lists a session's tools to a model, as bytes that do not move. Prompt caches hold only as long as the text before
 * them is the same, so: the same string until something changed; a tool that is registered or found later goes to the
 * end; a tool that goes leaves the others in their order; one that changes under its name changes in its place. A
 * listed tool stays listed, also when later ones make it one that would have to be found.
 *
 * It also remembers which tool was listed, so that a call for one tool never reaches another under the same name.
 */
import type { Registry } from "./create-registry.ts";
import type { ListedTool, ToolEntry } from "./entry/tool-entry.ts";

export interface ToolListing {
  /** A JSON array of definitions, canonical, the same string as long as nothing changed. */
  text(): string;
  definitions(): readonly ListedTool[];
  /** Lets found tools be listed and called for the rest of the session; those that are already stay where they are. */
  reveal(names: readonly string[]): void;
  /** False for a tool that waits to be found. */
  isCallable(entry: ToolEntry): boolean;
  /** True when the model's list last held another tool under this name. False when it held none. */
  isStale(entry: ToolEntry): boolean;
}

/** Opens the listing of a session. `admits` leaves tools out that this session does not have. */
export function createToolListing(
  registry: Pick<Registry, "list" | "generation">,
  admits: (entry: ToolEntry) => boolean = () => true,
): ToolListing {
  let entries = new Map<string, ToolEntry>();
  const revealed = new Set<string>();
  let readAt = 0;
  let text: string | null = null;
  let definitions: readonly ListedTool[] | null = null;

  const refresh = (): ReadonlyMap<string, ToolEntry> => {
    if (readAt === registry.generation()) return entries;
    const present = new Map<string, ToolEntry>();
    for (const entry of registry.list()) if (admits(entry)) present.set(entry.tool.id, entry);
    const next = new Map<string, ToolEntry>();
    for (const name of entries.keys()) {
      const entry = present.get(name);
      if (entry) next.set(name, entry);
    }
    for (const [name, entry] of present) {
      const isShown = entry.exposure === "listed" || revealed.has(name);
      // A session that names its tools has these too; its model does not.
      if (isShown && entry.exposure !== "inside") next.set(name, entry);
    }
    entries = next;
    readAt = registry.generation();
    text = null;
    definitions = null;
    return entries;
  };

  return {
    text() {
      const current = refresh();
      text ??= `[${Array.from(current.values(), (entry) => entry.definition().text)
        .filter((one) => one !== null)
        .join(",")}]`;
      return text;
    },
    definitions() {
      const current = refresh();
      definitions ??= Object.freeze(
        Array.from(current.values(), (entry) => entry.definition())
          .filter((one) => one.text !== null)
          .map((one) => one.listed),
      );
      return definitions;
    },
    reveal(names) {
      for (const name of names) {
        if (!revealed.has(name)) readAt = 0;
        revealed.add(name);
      }
    },
    isCallable: (entry) =>
      entry.exposure !== "deferred" || revealed.has(entry.tool.id) || entries.has(entry.tool.id),
    isStale(entry) {
      const told = entries.get(entry.tool.id);
      return told !== undefined && told.registrationId !== entry.registrationId;
    },
  };
}
