import type { Resource } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { isReadOnly } from "./is-read-only.ts";

const direct = { origin: "direct", via: "argument" } as const;
const unit = (effect: "read" | "unknown"): Resource => ({
  capability: "shell.run",
  unit: { argv: ["x"], cwd: "/", text: "x", effect },
  origin: "direct",
  via: "unit",
});
const reads: Resource = { capability: "fs.read", path: "/a", real: "/a", ...direct };
const fetches: Resource = {
  capability: "net.fetch",
  scheme: "https",
  host: "a",
  port: 443,
  ...direct,
};

describe("isReadOnly", () => {
  it.each<[string, Resource, boolean, boolean]>([
    ["a file read", reads, true, true],
    ["a file write", { ...reads, capability: "fs.write" } as Resource, false, false],
    ["a command known to read", unit("read"), true, true],
    ["a command that may do anything", unit("unknown"), false, false],
    ["a fetch", fetches, true, false],
    ["a post", { ...fetches, method: "POST" } as Resource, false, false],
    ["a named call", { capability: "named", name: "tool:x", ...direct }, true, false],
    [
      "something opaque",
      { capability: "opaque", of: "shell.run", text: "", reason: "", ...direct },
      false,
      false,
    ],
  ])("%s", (_name, resource, forReader, forOthers) => {
    expect(isReadOnly({ resources: [resource] }, { toolReads: true })).toBe(forReader);
    expect(isReadOnly({ resources: [resource] }, { toolReads: false })).toBe(forOthers);
  });
});
