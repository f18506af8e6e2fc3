/** A world in which every path is a missing file below one workspace: enough to read command lines, without a disk. */
import type { ShellWorld } from "@toolplane/commands/inside";

export function createStubWorld(): ShellWorld {
  const root = "/workspace";
  return {
    places: {
      roots: [root],
      adHoc: () => [],
      scratch: "/scratch",
      home: "/home/user",
      tmpIsScratch: false,
    },
    path: (text) => {
      const path = normalize(text.startsWith("/") ? text : `${root}/${text}`);
      return { ok: true, value: { lexical: path, real: path, kind: "missing" } };
    },
    url: (text) => {
      try {
        const { hostname, port, protocol } = new URL(text);
        return {
          ok: true,
          value: { scheme: protocol.slice(0, -1), host: hostname, port: Number(port) || 80 },
        };
      } catch {
        return { ok: false, message: "not a URL" };
      }
    },
    below: () => ({ paths: [], complete: true }),
  };
}

function normalize(text: string): string {
  const parts: string[] = [];
  for (const part of text.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}
