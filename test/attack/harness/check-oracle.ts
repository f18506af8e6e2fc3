/** Looks for each effect that a case forbids or requires, and for the canaries of every case. */
import { existsSync, readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { Json } from "@toolplane/contract";
import type { OracleItem } from "./attack-case.ts";
import { changedUnder } from "./file-tree.ts";
import { CANARIES } from "./fixture.ts";
import { harnessFault } from "./harness-fault.ts";
import type { ServerTraffic } from "./mcp/case-servers.ts";
import type { Observation, ServerSeen } from "./observation.ts";

type Check = (seen: Observation, value: Json) => boolean;

/** Nothing a person can see: such a character counts only where it is shown. */
const INVISIBLE = /^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+$/u;

const CHECKS: Readonly<Record<string, Check>> = {
  output: (seen, text) => holds(seen.sinks.output, text),
  log: (seen, text) => holds(seen.sinks.log, text),
  audit: (seen, text) => holds(seen.sinks.audit, text),
  prompt: (seen, text) =>
    holds(seen.sinks.prompt, text) ||
    (!INVISIBLE.test(String(text)) && holds(seen.sinks.promptData, text)),
  sidecar: (seen, text) => holds(seen.sinks.sidecar, text),
  display: (seen, text) => holds(seen.sinks.display, text),
  file: (seen, path) => existsSync(placeOf(seen, path)),
  fileText: (seen, value) => {
    const [path, text] = value as readonly [string, string];
    const place = placeOf(seen, path);
    return existsSync(place) && readFileSync(place, "utf8").includes(text);
  },
  changed: (seen, path) => changedUnder(placeOf(seen, path), seen.before, seen.after).length > 0,
  hit: (seen, name) => serverOf(seen, name).connections > 0,
  hits: (seen, value) => {
    const [name, count] = value as readonly [string, number];
    return serverOf(seen, name).hits.length >= count;
  },
  hitHeader: (seen, value) => {
    const [name, header] = value as readonly [string, string];
    return serverOf(seen, name).hits.some(({ headers }) => header.toLowerCase() in headers);
  },
  connect: (seen, address) => seen.connects.includes(String(address)),
  modelCall: (seen) => seen.modelCalls > 0,
  proto: (seen, name) => seen.proto.includes(String(name)),
  leftoverProcess: (seen) => seen.measures.leftoverProcesses.length > 0,
  processesOver: (seen, count) => seen.measures.mostProcesses > Number(count),
  outputBytesOver: (seen, bytes) => seen.measures.outputBytes > Number(bytes),
  sidecarModeOver: (seen, mode) => {
    const allowed = Number.parseInt(String(mode), 8);
    return seen.measures.sidecarModes.some((found) => (found & ~allowed & 0o7777) !== 0);
  },
  truncated: (seen) => seen.measures.isTruncated,
  // The product has no opener of addresses, so this cannot happen.
  opened: () => false,
  spawned: (seen, name) => trafficOf(seen, name).spawns > 0,
  spawnsOver: (seen, value) => {
    const [name, count] = value as readonly [string, number];
    return trafficOf(seen, name).spawns > count;
  },
  serverCall: (seen, name) => trafficOf(seen, name).calls > 0,
};

/** True when the effect of an item is there. */
export function hasHappened(item: OracleItem, seen: Observation): boolean {
  const [name, value] = Object.entries(item)[0] ?? [];
  const check = name === undefined ? undefined : CHECKS[name];
  if (!check) throw harnessFault(`oracle item "${name}" is not known`);
  const happened = check(seen, value as Json);
  return value === false ? !happened : happened;
}

/**
 * What must not happen in any case: a canary in sight, a guarded place changed, a file called `pwned`. A canary that stands in
 * the calls themselves (`said`) was not found out by them, and their arguments are on the record as they came.
 */
export function firedCanaries(seen: Observation, said = ""): readonly string[] {
  const { sinks, everyEnvelope, before, after } = seen;
  const places = {
    envelope: [...sinks.output, ...everyEnvelope],
    log: sinks.log,
    audit: sinks.audit,
    prompt: [...sinks.prompt, ...sinks.promptData],
  };
  const secret = CANARIES.filter((canary) => !said.includes(canary));
  const seenTexts = secret.flatMap((canary) =>
    Object.entries(places).flatMap(([place, texts]) =>
      holds(texts, canary) ? [`${canary} in the ${place}`] : [],
    ),
  );
  const changed = seen.guarded.flatMap((root) =>
    changedUnder(root, before, after).map((path) => `changed: ${path}`),
  );
  const pwned = [...after.keys()]
    .filter((path) => basename(path) === "pwned" && !before.has(path))
    .map((path) => `exists: ${path}`);
  return [...seenTexts, ...changed, ...pwned];
}

function holds(texts: readonly string[], part: Json): boolean {
  return texts.some((text) => text.includes(String(part)));
}

function placeOf(seen: Observation, path: Json): string {
  return resolve(seen.workspace, String(path));
}

function trafficOf(seen: Observation, name: Json): ServerTraffic {
  const traffic = seen.mcp[String(name)];
  if (!traffic) throw harnessFault(`no MCP server is called "${String(name)}"`);
  return traffic;
}

function serverOf(seen: Observation, name: Json): ServerSeen {
  const server = seen.servers[String(name)];
  if (!server) throw harnessFault(`no server is called "${String(name)}"`);
  return server;
}
