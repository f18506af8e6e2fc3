/** Entries that stand in for tools of sources that may not be asked what they have. They are bound to no name and seen in no list. */
import type { OwnEntry } from "./create-tool-entry.ts";
import type { OpenCore } from "./open-core.ts";
import type { RegistryOptions } from "./registry-options.ts";

/** A model can think of any number of names; the oldest is made anew when it is called again. */
const MAX_KEPT = 100;

/** Null where nobody stands in, and for what cannot be admitted. */
export function createStandIns(
  core: OpenCore,
  { standIn }: Pick<RegistryOptions, "standIn">,
): (name: string) => OwnEntry | null {
  const kept = new Map<string, OwnEntry>();
  return (name) => {
    const given = standIn?.(name);
    if (!given || given.tool.id !== name) return null;
    const known = kept.get(name);
    if (known?.tool === given.tool) return known;
    let entry: OwnEntry;
    try {
      entry = core.make(given.tool, core.place(given.origin));
    } catch {
      return null;
    }
    entry.status = "active";
    kept.set(name, entry);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return entry;
  };
}
