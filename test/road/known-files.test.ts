import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld } from "./fixture.ts";

describe("a file that was named before", () => {
  it("is judged by where its name leads now, whatever it led to before", async () => {
    const world = openWorld({
      rules: [allowAll, { permission: "fs.read", pattern: "**/.env", action: "deny" }],
    });
    const read = async () => codeOf(await world.call("read", { path: "notes.md" }));
    world.host.bypass.putFile("/workspace/notes.md", "notes\n");
    expect(await read()).toBe("output");
    expect(await read()).toBe("output");
    world.host.bypass.putLink("/workspace/notes.md", "/workspace/.env");
    expect(await read()).toBe("permission_denied");
    world.host.bypass.putLink("/workspace/notes.md", "/etc/passwd");
    expect(await read()).toBe("capability_denied");
    world.host.bypass.putFile("/workspace/notes.md", "notes\n");
    expect(await read()).toBe("output");
  });

  it("is asked about again after an answer that was given once", async () => {
    const world = openWorld({ answers: [{ choice: "once" }, { choice: "reject" }] });
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("output");
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("approval_rejected");
  });

  it("is put before the judges that look at a call, each time", async () => {
    const seen: string[] = [];
    const world = openWorld({
      rules: [allowAll],
      kernel: {
        guards: [
          ({ callId }) => {
            seen.push(callId);
            return seen.length < 2 ? { action: "allow" } : { action: "deny", reason: "Enough." };
          },
        ],
      },
    });
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("output");
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("permission_denied");
    expect(seen).toEqual(["call-1", "call-2"]);
  });

  it("is recorded with the same footprint and verdict as the first time", async () => {
    const world = openWorld({ rules: [allowAll] });
    await world.call("read", { path: "README.md" });
    await world.call("read", { path: "README.md" });
    const [first, second] = world.recorder.settled();
    expect(second?.footprint).toEqual(first?.footprint);
    expect(second?.verdict).toEqual(first?.verdict);
  });
});
