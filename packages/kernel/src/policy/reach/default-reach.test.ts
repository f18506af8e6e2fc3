import type { FsTarget, RequirementSet, Target, Variables } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { defaultProcessReach, toolReach } from "./default-reach.ts";

const variables: Variables = {
  workspace: ["/ws"],
  added: ["/seen"],
  "ad-hoc": ["/desk"],
  "user-data": ["/data"],
  scratch: ["/scratch"],
};
const opened = { hosts: ["localhost:3000"], base: () => ["/usr", "/etc/os-release"] };
const input = { variables, opened, ceiling: [] as readonly RequirementSet[] };

const read = (path: string, more: Partial<FsTarget> = {}): FsTarget => ({
  capability: "fs.read",
  path,
  real: path,
  ...more,
});
const write = (path: string): FsTarget => ({ ...read(path), capability: "fs.write" });
const net = (host: string, port = 443): Target => ({
  capability: "net.fetch",
  scheme: "https",
  host,
  port,
});

/** Refused, or where it lies. */
function place(reach: ReturnType<typeof defaultProcessReach>, target: Target): string {
  return reach.contains(target) ? reach.placeOf(target) : "refused";
}

describe("the reach of processes that nobody declared", () => {
  const reach = defaultProcessReach(input);

  it("the default reach of processes is everything, and what was not opened lies outside", () => {
    const places = (targets: readonly Target[]) => targets.map((target) => place(reach, target));
    expect(places([read("/ws/a"), write("/ws/a"), read("/scratch/a")])).toEqual([
      ...["inside", "inside", "inside"],
    ]);
    expect(places([read("/seen/a"), write("/seen/a")])).toEqual(["inside", "outside"]);
    expect(places([read("/home/u/a"), write("/home/u/a"), read("/desk/a")])).toEqual([
      ...["outside", "outside", "outside"],
    ]);
    expect(places([net("example.com"), net("localhost", 3_000), net("localhost", 80)])).toEqual([
      ...["inside", "inside", "outside"],
    ]);
    expect(place(reach, net("10.0.0.1"))).toBe("outside");
  });

  it("the default reach lets the system's own files be read, by both of their names", () => {
    expect(place(reach, read("/usr/lib/x"))).toBe("base");
    expect(place(reach, read("/etc/os-release", { real: "/usr/lib/os-release" }))).toBe("base");
    expect(place(reach, read("/usr/link", { real: "/home/u/a" }))).toBe("outside");
    expect(place(reach, read("/etc/shadow"))).toBe("outside");
    expect(place(reach, read("/usrx/lib"))).toBe("outside");
    expect(place(reach, write("/usr/lib/x"))).toBe("outside");
  });

  it("the default reach never holds the host's own data, nor what a ceiling leaves out", () => {
    expect(place(reach, read("/data/key"))).toBe("refused");
    const ceiling = [{ fs: { read: ["/ws/**", "/home/**"] }, net: { hosts: ["*:*"] } }];
    const bounded = defaultProcessReach({ ...input, ceiling });
    expect(place(bounded, read("/home/u/a"))).toBe("outside");
    expect(place(bounded, read("/etc/shadow"))).toBe("refused");
    expect(place(bounded, write("/ws/a"))).toBe("refused");
    expect(place(bounded, net("localhost", 3_000))).toBe("refused");
  });
});

describe("the reach of a tool", () => {
  const everything: RequirementSet = {
    fs: { read: ["/**"], write: ["/**"] },
    net: { hosts: ["**"] },
  };
  const of = (requires: RequirementSet, declared: RequirementSet | null = null) =>
    toolReach(requires, { ...input, declared, ownFolder: null });

  it("a tool that declares everything asks outside, and knows files that are open in an editor", () => {
    const reach = of(everything);
    expect(place(reach, write("/desk/a"))).toBe("inside");
    expect(place(reach, read("/home/u/a"))).toBe("outside");
    expect(place(reach, net("127.0.0.1", 80))).toBe("outside");
    expect(place(reach, net("localhost", 3_000))).toBe("inside");
  });

  it("a tool that declares less has that and nothing else", () => {
    const reach = of({ fs: { read: ["src/**", "/srv/**"] }, net: { hosts: ["*:*"] } });
    expect(place(reach, read("/ws/src/a"))).toBe("inside");
    expect(place(reach, read("/srv/a"))).toBe("inside");
    expect(place(reach, read("/ws/a"))).toBe("refused");
    expect(place(reach, net("localhost", 3_000))).toBe("refused");
    expect(reach.widens).toBe(false);
  });

  it("a tool that declares everything has what a manifest declares, and is refused the rest", () => {
    const reach = of(everything, { fs: { read: ["/srv/**"] } });
    expect(place(reach, read("/ws/a"))).toBe("inside");
    expect(place(reach, read("/srv/a"))).toBe("inside");
    expect(place(reach, write("/srv/a"))).toBe("refused");
    expect(place(reach, read("/home/u/a"))).toBe("refused");
    expect(place(reach, net("localhost", 3_000))).toBe("refused");
  });
});
