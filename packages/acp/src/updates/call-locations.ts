import type { ToolCallLocation } from "@agentclientprotocol/sdk";
import type { JsonObject } from "@toolplane/contract";
import { posixPath } from "@toolplane/readings";

const NAMES: readonly string[] = ["path", "file_path"];

/** Where an editor that follows along looks: the file that the arguments name, absolute, with the line that is read from. */
export function callLocations(args: JsonObject, cwd: string): ToolCallLocation[] {
  const path = NAMES.map((name) => args[name]).find((value) => typeof value === "string");
  if (typeof path !== "string" || path === "") return [];
  const { offset } = args;
  const line = Number.isInteger(offset) && Number(offset) > 0 ? { line: Number(offset) } : {};
  return [{ path: absolutePath(path, cwd), ...line }];
}

/** The protocol wants every path whole. */
export function absolutePath(path: string, cwd: string): string {
  return path.startsWith("/") ? path : posixPath.join(cwd, path);
}
