/** The configuration of tools from two layers: the project's under the person's, and never wider. */
import type { Json } from "@toolplane/contract";

/** By tool id. */
export type ToolConfigs = Readonly<Record<string, Readonly<Record<string, Json>>>>;

/** Joins them. The person's values hold, except that the project may switch off and may lower a number. */
export function joinTools(global: ToolConfigs, project: ToolConfigs): ToolConfigs {
  const joined: Record<string, Readonly<Record<string, Json>>> = { ...global };
  for (const [id, config] of Object.entries(project)) {
    const own: Record<string, Json> = { ...(Object.hasOwn(global, id) ? global[id] : {}) };
    for (const [name, value] of Object.entries(config)) {
      const set = Object.hasOwn(own, name) ? own[name] : undefined;
      if (set === undefined || isNarrower(value, set)) own[name] = value;
    }
    joined[id] = own;
  }
  return joined;
}

function isNarrower(value: Json, set: Json): boolean {
  if (typeof value === "number" && typeof set === "number") return value < set;
  return value === false && set === true;
}
