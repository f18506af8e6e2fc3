/**
 * The approval keys of a call: what *always* is remembered by.
 *
 * A tool may derive its own key; then the whole footprint is its cover. Without one the keys
 * come from the footprint, one for each thing a person would recognise again: a simple command with its directory, listed
 * variables and redirects; a file by its real path; a host with scheme and port. So *always* on a compound command stores
 * each of its commands, and later subsets or combinations are found. Every resource lands in exactly one cover, whether or
 * not it gets a key of its own; only a command that needs no rule (`true`, `cd src`) adds nothing.
 *
 * Null means that nothing may be stored: some part is opaque, dynamic, or runs in a directory that is not known.
 */
import type { ApprovalKey, Footprint, JsonObject, Resource, Tool } from "@toolplane/contract";
import { commandKey } from "../resource/command-kind.ts";
import { kindOf } from "../resource/kinds.ts";
import { deriveKey } from "./derive-key.ts";

/** A tool, and its own way to name calls where that is believed. */
export interface KeyedTool {
  readonly tool: Pick<Tool, "id">;
  readonly approvalKey: Tool["approvalKey"];
}

/** The footprint of a call, and the key that its tool gave it in its own process. */
export interface KeyedFootprint extends Footprint {
  readonly ownKey?: string | null;
}

/** Throws a ToolError of code `internal` when the tool's own `approvalKey` breaks its contract. */
export function callKeys(
  keyed: KeyedTool,
  args: JsonObject,
  { resources, ownKey = null }: KeyedFootprint,
): readonly ApprovalKey[] | null {
  const { tool } = keyed;
  const derived = ownCallKey(keyed, args, ownKey);
  if (resources.some(isUnknown)) return null;
  if (derived !== null) return [{ key: derived, cover: resources }];
  // A composite tool touches nothing itself; what it calls is judged on its own.
  if (resources.length === 0) return [{ key: `tool:${tool.id}`, cover: [] }];
  return keysOfResources(resources);
}

/** The key that the tool itself gives a call; null for one that leaves it to the footprint. Throws like `callKeys`. */
export function ownCallKey(
  { approvalKey }: Pick<KeyedTool, "approvalKey">,
  args: JsonObject,
  later: string | null,
): string | null {
  if (later !== null || approvalKey === null) return later;
  return deriveKey(approvalKey as (args: JsonObject) => string, args);
}

function keysOfResources(resources: readonly Resource[]): readonly ApprovalKey[] {
  const covers = new Map<string, Resource[]>();
  const add = (key: string, cover: readonly Resource[]): void => {
    const known = covers.get(key);
    if (known === undefined) covers.set(key, [...cover]);
    else known.push(...cover);
  };
  const owned = new Set<Resource>();
  const touched = touchedByUnit(resources);
  for (const resource of resources) {
    if (resource.capability !== "shell.run") continue;
    owned.add(resource);
    if (resource.unit.neutral === true) continue;
    const attached = touched.get(resource.unitIndex) ?? [];
    for (const one of attached) owned.add(one);
    const redirects = attached.filter(({ via }) => via === "redirect").map(resourceKey);
    add(commandKey(resource.unit, redirects), [resource, ...attached]);
  }
  for (const resource of resources)
    if (!owned.has(resource)) add(resourceKey(resource), [resource]);
  // A set of keys: sorted, so that it does not depend on the order in which arguments were read.
  return [...covers.keys()].sort().map((key) => ({ key, cover: covers.get(key) as Resource[] }));
}

function touchedByUnit(
  resources: readonly Resource[],
): ReadonlyMap<number | undefined, readonly Resource[]> {
  const touched = new Map<number | undefined, Resource[]>();
  for (const resource of resources) {
    const { unitIndex, capability } = resource;
    if (capability === "shell.run" || unitIndex === undefined) continue;
    const known = touched.get(unitIndex);
    if (known) known.push(resource);
    else touched.set(unitIndex, [resource]);
  }
  return touched;
}

function resourceKey(resource: Resource): string {
  return kindOf(resource).key(resource);
}

function isUnknown(resource: Resource): boolean {
  return kindOf(resource).coverIdentity(resource) === null;
}
