/** The document of stud-cli, read aloud: who is heard after whom, and what a tool is given from its surroundings. */
import { defineTool, type JsonObject } from "@toolplane/contract";
import type { ToolplaneOptions } from "toolplane";
import { describe, expect, it } from "vitest";
import { openStud } from "./stud.fixture.ts";

type Guard = NonNullable<ToolplaneOptions["guards"]>[number];

const say = defineTool({
  id: "say",
  description: "Says a word.",
  parameters: { type: "object", properties: { word: { type: "string" } } },
  requires: {},
  approvalKey: () => "say",
  execute: ({ word }) => word ?? "nothing",
});

describe("state machine, mode, guard, in that order", () => {
  it("hears a guard after the machine and the person; who is rejected never reaches it [R122]", async () => {
    const heard: string[] = [];
    const stateMachine = {
      stage: () => ({ executionId: "e", attempt: 1, allowedTools: ["glob"] }),
      grant: ({ tool }: { readonly tool: string }) => {
        heard.push(`machine ${tool}`);
        return tool === "write" ? ("deny" as const) : ("approve" as const);
      },
    };
    const guard: Guard = ({ tool }) => {
      heard.push(`guard ${tool}`);
      return { action: "allow" };
    };
    const granted = await openStud({ tools: [say], stateMachine, guards: [guard] });
    await granted.call("say");
    await granted.call("write", { path: "b.txt", content: "" });
    await granted.call("glob", { pattern: "*" });
    expect(heard).toEqual(["machine say", "guard say", "machine write", "guard glob"]);

    heard.length = 0;
    const { call } = await openStud({ tools: [say], guards: [guard] }, ({ tool }) => {
      heard.push(`person ${tool}`);
      return heard.length === 1 ? "reject" : "session";
    });
    expect(await call("say")).toMatchObject({ code: "approval_rejected" });
    expect(heard).toEqual(["person say"]);
    expect(await call("say")).toMatchObject({ type: "output" });
    expect(heard).toEqual(["person say", "person say", "guard say"]);
  });

  it("lets a guard refuse what a person, a kept key or yolo let through [R122]", async () => {
    const guards: Guard[] = [
      async ({ arguments: { word } }) =>
        word === "bad" ? { action: "deny", reason: "Not that word." } : { action: "allow" },
    ];
    const { call, broker } = await openStud({ tools: [say], guards });
    expect(await call("say", { word: "bad" })).toMatchObject({
      code: "permission_denied",
      error_text: "Not that word. This is final; do something else.",
    });
    expect(await call("say", { word: "good" })).toMatchObject({ data: "good" });
    expect(await call("say", { word: "bad" })).toMatchObject({ code: "permission_denied" });
    expect(broker.questions()).toHaveLength(1);
    const yolo = await openStud({ tools: [say], guards, session: { mode: "yolo" } });
    expect(await yolo.call("say", { word: "bad" })).toMatchObject({ code: "permission_denied" });
  });

  it("takes a fresh yes for what a guard asks; a kept one and a mode do not answer it", async () => {
    const guards: Guard[] = [() => ({ action: "ask", reason: "Look at it." })];
    const { call, broker } = await openStud({ tools: [say], guards });
    expect(await call("say")).toMatchObject({ type: "output" });
    expect(broker.questions()).toHaveLength(1);
    expect(await call("say")).toMatchObject({ type: "output" });
    expect(broker.questions()).toHaveLength(2);
    expect(broker.questions()[1]).toMatchObject({ cover: null, reasons: [{ judge: "guard" }] });
    expect(broker.questions()[1]?.byKey).toBeUndefined();
    const yolo = await openStud(
      { tools: [say], guards, session: { mode: "yolo" } },
      () => "reject",
    );
    expect(await yolo.call("say")).toMatchObject({ code: "approval_rejected" });
    const alone = await openStud({
      tools: [say],
      guards,
      session: { mode: "yolo", headless: true },
    });
    expect(await alone.call("say")).toMatchObject({ code: "permission_denied" });
  });

  it("shows the guard what runs: edited arguments go through it again", async () => {
    const seen: JsonObject[] = [];
    const guards: Guard[] = [
      ({ arguments: given }) => {
        seen.push(given);
        return given.word === "bad" ? { action: "deny", reason: "No." } : { action: "allow" };
      },
    ];
    const { call } = await openStud({ tools: [say], guards }, ({ arguments: { word } }) =>
      word === "good" ? { choice: "edit", arguments: { word: "bad" } } : "session",
    );
    expect(await call("say", { word: "good" })).toMatchObject({ code: "permission_denied" });
    expect(seen).toEqual([{ word: "bad" }]);
  });
});

describe("the env provider", () => {
  const peek = defineTool({
    id: "peek",
    description: "Looks at a variable.",
    parameters: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
    requires: { env: ["STUD_KEY"] },
    approvalKey: () => "peek",
    execute: ({ name }, { env }) => env.get(name) ?? null,
  });
  const environment = { PATH: process.env.PATH ?? "", STUD_KEY: "k-1", OTHER_KEY: "k-2" };

  it("shows what a tool declared on its card, and gives it and nothing else with the call [R291]", async () => {
    const { call, broker } = await openStud({ tools: [peek], environment });
    expect(await call("peek", { name: "STUD_KEY" })).toMatchObject({ data: "k-1" });
    expect(broker.questions()[0]?.lines).toContain("read variable STUD_KEY");
    expect(await call("peek", { name: "STUD_KEY" })).toMatchObject({ data: "k-1" });
    expect(await call("peek", { name: "OTHER_KEY" })).toMatchObject({ code: "capability_denied" });
    expect(broker.questions()).toHaveLength(1);
  });

  it("gives nothing where the call was rejected, a rule denies the variable, or a ceiling leaves it out", async () => {
    const rejected = await openStud({ tools: [peek], environment }, () => "reject");
    expect(await rejected.call("peek", { name: "STUD_KEY" })).toMatchObject({
      code: "approval_rejected",
    });
    const rules = [{ permission: "env", pattern: "STUD_KEY", action: "deny" }] as const;
    const denied = await openStud({ tools: [peek], environment, session: { rules } });
    expect(await denied.call("peek", { name: "STUD_KEY" })).toMatchObject({
      code: "permission_denied",
    });
    expect(denied.broker.questions()).toEqual([]);
    const bounded = await openStud({ tools: [peek], environment, ceiling: { env: [] } });
    expect(await bounded.call("peek", { name: "STUD_KEY" })).toMatchObject({
      code: "capability_denied",
    });
  });

  it("leaves it to a rule without the profile, as before", async () => {
    const { call } = await openStud({ tools: [peek], environment, declaredEnv: "by-rule" });
    expect(await call("peek", { name: "STUD_KEY" })).toMatchObject({ code: "permission_denied" });
  });
});
