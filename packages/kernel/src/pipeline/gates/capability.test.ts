import type { Resource } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { createSharedFootprint } from "../../session/shared-footprint.ts";
import { createStubCall } from "../stage/stub-call.fixture.ts";
import { capability } from "./capability.ts";

function file(path: string, via: Resource["via"]): Resource {
  return { capability: "fs.read", path, real: path, origin: "direct", via };
}

/** A tool that reaches `/own`, and processes that reach `/process`. */
function reaching(resources: readonly Resource[]) {
  const inside = (root: string) => ({
    contains: (resource: Resource) => "path" in resource && resource.path.startsWith(root),
  });
  const { call } = createStubCall({ session: { processReach: inside("/process") } });
  const tool = call.session.tools("stub");
  call.tool = tool && { ...tool, reach: inside("/own") as never };
  call.footprint = { resources };
  return call;
}

describe("capability", () => {
  it("holds arguments against the tool's reach, and what a command touches against a process's", () => {
    expect(capability(reaching([file("/own/a", "argument"), file("/process/b", "operand")]))).toBe(
      undefined,
    );
    expect(capability(reaching([file("/process/a", "argument")]))).toMatchObject({
      code: "capability_denied",
    });
    expect(capability(reaching([file("/own/a", "operand")]))).toMatchObject({
      code: "capability_denied",
    });
  });

  it("looks at every resource, and remembers only what is wholly inside", () => {
    const outside = reaching([file("/own/a", "argument"), file("/etc/passwd", "argument")]);
    outside.shared = createSharedFootprint(outside.footprint ?? { resources: [] });
    expect(capability(outside)).toMatchObject({
      error_text: expect.stringContaining("/etc/passwd"),
    });
    expect(outside.shared.inReach).toBe(false);
    const inside = reaching([file("/own/a", "argument")]);
    inside.shared = createSharedFootprint(inside.footprint ?? { resources: [] });
    expect(capability(inside)).toBe(undefined);
    expect(inside.shared.inReach).toBe(true);
  });

  it("refuses a call without a footprint", () => {
    expect(capability(createStubCall().call)).toMatchObject({ code: "internal" });
  });
});
