import type { Watchdog, WatchdogView } from "@toolplane/kernel";
import { describe, expect, it } from "vitest";
import { allowAll, codeOf, openWorld } from "./fixture.ts";

const withWatchdog = (watchdog: Watchdog, more: Parameters<typeof openWorld>[0] = {}) =>
  openWorld({ rules: [allowAll], ...more, kernel: { ...more.kernel, watchdog } });

describe("the watchdog", () => {
  it("runs before every execution and sees tool, arguments, manifest and session [R150] [R151] [R152]", async () => {
    const views: WatchdogView[] = [];
    const manifest = { id: "agent" };
    const world = withWatchdog(
      (view) => {
        views.push(view);
        return { action: "allow" };
      },
      {
        kernel: { manifest },
        session: { id: "s1" },
      },
    );
    expect(codeOf(await world.call("echo", { text: "a" }))).toBe("output");
    expect(codeOf(await world.call("read", { path: "README.md" }))).toBe("output");
    expect(views).toEqual([
      { tool: "echo", arguments: { text: "a" }, manifest, sessionId: "s1" },
      { tool: "read", arguments: { path: "README.md" }, manifest, sessionId: "s1" },
    ]);
  });

  it("cannot change the arguments it is shown", async () => {
    const world = withWatchdog((view) => {
      (view.arguments as { path: string }).path = ".env";
      return { action: "allow" };
    });
    expect(await world.call("read", { path: "README.md" })).toMatchObject({
      code: "watchdog_denied",
    });
  });

  it("refuses with its reason as the tool error [R153]", async () => {
    const world = withWatchdog(() => ({ action: "deny", reason: "looks like exfiltration" }));
    expect(await world.call("echo")).toMatchObject({
      type: "error",
      code: "watchdog_denied",
      error_text: expect.stringContaining("looks like exfiltration"),
    });
  });

  it("asks a person who picks once, always or reject; headless is a deny [R154]", async () => {
    const ask: Watchdog = () => ({ action: "ask", reason: "odd" });
    const outcomes: string[] = [];
    for (const choice of ["once", "session", "reject"] as const) {
      const world = withWatchdog(ask, { answers: [{ choice }] });
      outcomes.push(codeOf(await world.call("echo")));
      expect(world.broker.questions()[0]?.reasons.map(({ reason }) => reason)).toContain("odd");
    }
    expect(outcomes).toEqual(["output", "output", "approval_rejected"]);
    expect(codeOf(await withWatchdog(ask, { session: { headless: true } }).call("echo"))).toBe(
      "permission_denied",
    );
    expect(
      codeOf(
        await withWatchdog(ask, {
          session: { mode: "yolo" },
          answers: [{ choice: "reject" }],
        }).call("echo"),
      ),
    ).toBe("approval_rejected");
  });

  it("can refuse what the manifest allows and cannot permit what the capability check refuses [R155] [R156]", async () => {
    let asked = 0;
    const permissive: Watchdog = () => {
      asked += 1;
      return { action: "allow" };
    };
    const world = withWatchdog(permissive);
    expect(codeOf(await world.call("read", { path: "/etc/passwd" }))).toBe("capability_denied");
    expect(asked).toBe(0);
    const strict = withWatchdog(() => ({ action: "deny", reason: "no" }), {
      kernel: { manifest: { id: "a", requires: { fs: { read: ["{workspace}/**"] } } } },
    });
    expect(codeOf(await strict.call("read", { path: "README.md" }))).toBe("watchdog_denied");
  });

  it("refuses when it is late, and the call does not hang", async () => {
    const world = withWatchdog(() => new Promise(() => undefined), {
      kernel: { watchdogTimeoutMs: 50 },
    });
    const pending = world.call("echo");
    await world.clock.advance(60);
    expect(await pending).toMatchObject({ code: "watchdog_denied" });
  });
});
