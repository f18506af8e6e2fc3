import { describe, expect, it } from "vitest";
import type { Mount } from "../plan/mounts/mount.ts";
import { viewMounts } from "./view-mounts.ts";

const write = (path: string): Mount => ({ kind: "write", path });

describe("viewMounts", () => {
  it("shows a root by its view, and what no view shows for reading only", () => {
    const mounts = [write("/w"), write("/w/in"), write("/beside"), write("/scratch")];
    const options = { views: [{ root: "/w", merged: "/m" }], scratch: "/scratch", readOnly: ["/"] };
    expect(viewMounts(mounts, options)).toEqual([
      { kind: "write", path: "/w", source: "/m" },
      { kind: "write", path: "/w/in", source: "/m/in" },
      { kind: "read", path: "/beside" },
      write("/scratch"),
    ]);
  });

  it("leaves what an approved command writes elsewhere as it is", () => {
    const options = { views: [], scratch: "/scratch", readOnly: ["/w"] };
    expect(viewMounts([write("/w"), write("/beside")], options)).toEqual([
      { kind: "read", path: "/w" },
      write("/beside"),
    ]);
  });
});
