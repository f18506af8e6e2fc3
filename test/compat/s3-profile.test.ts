import {
  applyProfile,
  decideToolMode,
  isTerminalResult,
  PROFILES,
  sessionOptions,
  toHarnessResult,
} from "@toolplane/compat";
import { defineTool, type Rule, type Tool, type ToolMode } from "@toolplane/contract";
import { createKernel } from "@toolplane/kernel";
import { createMemoryHost, createMemoryRecorder, createScriptedBroker } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";

const named = (id: string, mode?: ToolMode): Tool =>
  defineTool({
    id,
    description: "One of S3's.",
    parameters: { type: "object" },
    requires: {},
    ...(mode ? { mode } : {}),
    execute: () => ({ ran: true }),
  });

const tools = [
  named("get_event"),
  named("create_event"),
  named("delete_event"),
  named("local_run"),
  named("send_mail"),
  named("get_secret", "local"),
];

function openS3(options: { readonly rules?: readonly Rule[]; readonly headless?: boolean } = {}) {
  const broker = createScriptedBroker(() => "reject");
  const recorder = createMemoryRecorder();
  const kernel = createKernel(
    applyProfile(PROFILES.steerable, { host: createMemoryHost(), tools, broker, recorder }),
  );
  const session = kernel.session(
    sessionOptions(PROFILES.steerable, {
      rules: options.rules ?? [],
      headless: options.headless ?? false,
    }),
  );
  const call = async (name: string) =>
    toHarnessResult(await session.call({ id: name, name, arguments: {} }));
  return { call, broker, recorder };
}

describe("S3's profile", () => {
  it("runs a read tool without consent [R224]", async () => {
    const { call, broker } = openS3();
    expect(await call("get_event")).toEqual({ success: true, data: { ran: true } });
    expect(broker.questions()).toEqual([]);
  });

  it("asks for consent before a local tool runs, by name or by a mode given at registration [R227] [R223]", async () => {
    const { call, broker } = openS3();
    expect(decideToolMode("get_secret")).toBe("read");
    for (const name of ["local_run", "get_secret"]) {
      expect(await call(name)).toMatchObject({ success: false, needsFollowup: true });
    }
    expect(broker.questions().map(({ tool }) => tool)).toEqual(["local_run", "get_secret"]);
    expect(await openS3({ headless: true }).call("local_run")).toMatchObject({ success: false });
  });

  it("runs an external tool by itself, and it stands in the record [R228]", async () => {
    const { call, broker, recorder } = openS3();
    expect(await call("send_mail")).toMatchObject({ success: true });
    expect(broker.questions()).toEqual([]);
    expect(recorder.intents().map(({ tool }) => tool)).toEqual(["send_mail"]);
    expect(recorder.settled().map(({ tool, result }) => [tool, result.type])).toEqual([
      ["send_mail", "output"],
    ]);
  });

  it("lets writing and destructive tools run by themselves", async () => {
    const { call, broker } = openS3();
    expect(await call("create_event")).toMatchObject({ success: true });
    expect(await call("delete_event")).toMatchObject({ success: true });
    expect(broker.questions()).toEqual([]);
  });

  it("loosens no rule: what is denied is denied, and what must be asked is asked", async () => {
    const { call, broker } = openS3({
      rules: [
        { permission: "get_event", pattern: "**", action: "deny" },
        { permission: "create_event", pattern: "**", action: "ask" },
      ],
    });
    expect(await call("get_event")).toMatchObject({ success: false });
    expect(await call("create_event")).toMatchObject({ success: false });
    expect(broker.questions().map(({ tool }) => tool)).toEqual(["create_event"]);
  });

  it("keeps a run going after what the road refused", async () => {
    const { call } = openS3();
    for (const name of ["nobody", "local_run"]) {
      const result = await call(name);
      expect(result.success).toBe(false);
      expect(isTerminalResult(result)).toBe(false);
    }
  });
});
