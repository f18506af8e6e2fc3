import { describe, expect, it } from "vitest";
import { type MachineFacts, temporaryInMemory } from "./temporary-in-memory.ts";

const suited: MachineFacts = {
  isRoot: true,
  platform: "linux",
  release: "6.8.0-45-generic",
  memoryBytes: 16 * 1_024 ** 3,
  temporary: ["/tmp", "/var/tmp"],
  needed: ["/home/somebody/checkout", "/usr/bin/node", "/home/somebody"],
  wantsDisk: false,
};

describe("temporary files in memory", () => {
  it("are mounted for the words that follow alone", () => {
    const words = temporaryInMemory(suited, () => true);
    expect(words.slice(0, 5)).toEqual(["unshare", "--mount", "--propagation", "private", "--"]);
    expect(words.slice(-3)).toEqual(["/tmp", "/var/tmp", "--"]);
  });

  it.each<[string, Partial<MachineFacts>]>([
    ["who runs them may not mount", { isRoot: false }],
    ["the system has no such mounts", { platform: "darwin" }],
    ["the kernel is too old to lay a view over them", { release: "6.5.13" }],
    ["there is little memory", { memoryBytes: 7 * 1_024 ** 3 }],
    ["both hide what is needed", { needed: ["/tmp/checkout", "/var/tmp/home"] }],
    ["the disk was asked for", { wantsDisk: true }],
  ])("stay on the disk where %s", (_why, facts) => {
    expect(temporaryInMemory({ ...suited, ...facts }, () => true)).toEqual([]);
  });

  it("are on the disk only where the checkout is, when it is a temporary one", () => {
    const words = temporaryInMemory({ ...suited, needed: ["/tmp/checkout"] }, () => true);
    expect(words.slice(-3)).toEqual(["sh", "/var/tmp", "--"]);
  });

  it("stay there where the machine refuses", () => {
    expect(temporaryInMemory(suited, () => false)).toEqual([]);
  });

  it("are not taken for the checkout's by its name", () => {
    expect(temporaryInMemory({ ...suited, needed: ["/tmpfiles"] }, () => true)).not.toEqual([]);
  });
});
