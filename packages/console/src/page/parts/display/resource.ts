/** A resource in two words: the capability as rules name it, and what it is about. */
import type { NetTarget, Resource } from "@toolplane/contract";
import { shortPath } from "../base/short-path.ts";

export interface ResourceWords {
  readonly capability: string;
  readonly target: string;
}

/** Of a request that is not known yet, the host alone. */
function requestText({ host, port, method, urlPath = "" }: NetTarget): string {
  return `${method === undefined ? "" : `${method} `}${host}:${port}${urlPath}`;
}

export function resourceWords(resource: Resource, workspace: string | null): ResourceWords {
  const { capability } = resource;
  switch (resource.capability) {
    case "fs.read":
    case "fs.write": {
      const path = shortPath(resource.real, workspace);
      return { capability, target: resource.tree ? `${path}/**` : path };
    }
    case "net.fetch":
      return { capability, target: requestText(resource) };
    case "shell.run":
      return { capability, target: resource.unit.text };
    case "env":
      return { capability, target: `${resource.name} (value never shown)` };
    case "named":
      return { capability: "use", target: resource.name };
    default:
      return { capability: resource.of, target: `unknown: ${resource.text} (${resource.reason})` };
  }
}
