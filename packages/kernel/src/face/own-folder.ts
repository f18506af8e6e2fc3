/**
 * A tool's own folder in `{user-data}`. Keys, records and trust live there too, so for a tool the variable means a folder that is
 * its alone: of its name, of where it comes from and, for a project's tool, of that project. A shadow finds nothing of what it
 * shadows. Commands have none: what they touch is bound by the manifest. A channel may be started from a folder there (`ChannelRequest`).
 */
import type { Variables } from "@toolplane/contract";
import { digestOf } from "../digest/digest-of.ts";
import type { ToolEntry } from "../registry/entry/tool-entry.ts";

const VARIABLE = "{user-data}";
const FOLDER = "tools";
const DIGEST_CHARS = 16;

/** Null for a tool that does not ask for it, and where there is no `{user-data}`. */
export function ownFolder(
  { tool, origin, layer }: Pick<ToolEntry, "tool" | "origin" | "layer">,
  variables: Variables,
): string | null {
  const { read = [], write = [] } = tool.requires.fs ?? {};
  const [root] = variables["user-data"] ?? [];
  if (root === undefined || ![...read, ...write].some((scope) => scope.includes(VARIABLE)))
    return null;
  const project = layer === "project" ? (variables.workspace ?? []) : [];
  const digest = digestOf([tool.id, origin, project]).slice(0, DIGEST_CHARS);
  const name = `${tool.id.replaceAll(":", "_")}-${digest}`;
  return `${root.replace(/(?<!\/)\/+$/, "")}/${FOLDER}/${name}`;
}
