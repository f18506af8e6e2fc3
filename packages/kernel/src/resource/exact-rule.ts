import type { FsTarget, Resource, Rule, Variables } from "@toolplane/contract";
import { isCapability } from "./capabilities.ts";
import { requestPattern } from "./host-kind.ts";
import { kindOf } from "./kinds.ts";

/** A resource of a call, with the tool that was called. */
export interface ToolResource {
  readonly tool: string;
  readonly resource: Resource;
  /** True when a rule about methods or paths asked, so that only a rule about this request answers it. */
  readonly byRequest?: boolean;
}

/** The rule that allows exactly this; null where none can be written. What has no permission of its own is allowed by its tool. */
export function exactRule(
  { tool, resource, byRequest }: ToolResource,
  variables: Variables,
): Rule | null {
  const isRequest = byRequest === true && resource.capability === "net.fetch";
  const pattern = isRequest
    ? requestPattern(resource)
    : kindOf(resource).pattern(resource, variables);
  if (pattern === null) return null;
  const permission = isCapability(resource.capability) ? resource.capability : tool;
  return { permission, pattern, action: "allow" };
}

/** The rule that opens this file alone, to whatever reads it; null where none can be written. */
export function ruleForFile({ path, real }: FsTarget, variables: Variables): Rule | null {
  const file = { capability: "fs.read", path, real, origin: "direct", via: "argument" } as const;
  return exactRule({ tool: "", resource: file }, variables);
}
