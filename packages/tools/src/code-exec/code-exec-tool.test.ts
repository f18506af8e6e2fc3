import { noSandbox } from "@toolplane/contract/ports";
import { createMemoryHost, describeToolConformance } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { PROGRAM_MODULES } from "../fixtures/program-world.fixture.ts";
import { openSessionWorld } from "../fixtures/session-world.fixture.ts";
import { codeExecTool } from "./code-exec-tool.ts";

describeToolConformance(
  { describe, it },
  {
    tool: codeExecTool,
    host: () => createMemoryHost({ modules: PROGRAM_MODULES }),
    valid: [{ code: "return 1 + 1;", language: "javascript" }],
    invalid: [{}, { code: "" }, { code: "1", language: "ruby" }, { code: "1", timeout: 1 }],
    // The engine is made again for each program: time is moved only when that can be no reason.
    patienceMs: 30_000,
  },
);

describe("the tool code_exec", () => {
  it("does not run Python where no sandbox holds it", async () => {
    const { call } = openSessionWorld(codeExecTool, { host: { sandbox: noSandbox("None here.") } });
    expect(await call({ code: "1" })).toMatchObject({
      code: "unavailable",
      error_text: expect.stringContaining("There is no sandbox here"),
    });
  });

  it("is a command, so that a rule about commands binds it", async () => {
    const rules = [
      { permission: "*", pattern: "**", action: "allow" },
      { permission: "shell.run", pattern: "python3 *", action: "deny" },
    ] as const;
    const { call } = openSessionWorld(codeExecTool, {
      host: { modules: PROGRAM_MODULES },
      kernel: { policy: [{ scope: "project", rules }] },
    });
    expect(await call({ code: "1" })).toMatchObject({ code: "permission_denied" });
    expect(await call({ code: "return 'fine';", language: "javascript" })).toMatchObject({
      data: "fine",
    });
  });
});
