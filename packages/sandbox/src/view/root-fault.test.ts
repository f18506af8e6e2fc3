import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { rootFault } from "./root-fault.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-root, with space-")));
afterAll(() => rmSync(root, { recursive: true }));
const own = { user: process.getuid?.() ?? 0, group: process.getgid?.() ?? 0 };
const line = (point: string) => `36 35 98:0 / ${point} rw,noatime shared:1 - ext4 /dev/x rw`;
const escaped = root.replaceAll(" ", "\\040");

describe("rootFault", () => {
  it("finds nothing wrong with a folder of one's own", () => {
    const mounts = [line("/"), line(escaped), line(`${escaped}-beside/x`)].join("\n");
    expect(rootFault(root, { ...own, mounts })).toBeNull();
  });

  it("names the mount that lies inside", () => {
    const fault = rootFault(root, { ...own, mounts: line(`${escaped}/data\\054`) });
    expect(fault?.reason).toContain(`${root}/data, is a mount`);
    expect(fault?.remedy).toContain("unmount");
  });

  it("names the owner whose files an ordinary user cannot write in a view", () => {
    const fault = rootFault(root, { user: own.user + 1_000, group: own.group, mounts: "" });
    expect(fault?.reason).toContain(`${own.user}:${own.group}`);
    expect(rootFault(root, { user: 0, group: 0, mounts: "" })).toBeNull();
  });

  it("names data of ours that lies inside, and not what lies beside", () => {
    const faultOf = (data: string) => rootFault(root, { ...own, mounts: "", data });
    const fault = faultOf(`${root}/.data/sandbox`);
    expect(fault?.reason).toContain(`own data (${root}/.data/sandbox) lies inside ${root}`);
    expect(fault?.remedy).toContain("TOOLPLANE_DATA");
    expect(faultOf(root)?.reason).toContain("lies inside");
    expect(faultOf(`${root}-beside/data`)).toBeNull();
  });

  it("says so when the folder is gone", () => {
    expect(rootFault(`${root}/none`, { ...own, mounts: "" })?.reason).toContain("does not exist");
  });
});
