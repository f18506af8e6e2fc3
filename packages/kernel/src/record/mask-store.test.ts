import type { Approval } from "@toolplane/contract";
import { createMemoryStore } from "@toolplane/testkit";
import { describe, expect, it } from "vitest";
import { createRedactor } from "../redaction/create-redactor.ts";
import { maskStore } from "./mask-store.ts";

const secret = "kf83-hdl2_PQv.77aXy";
const mask = "[redacted:API_KEY]";

function openDoor() {
  const store = createMemoryStore();
  return { store, door: maskStore(store, createRedactor({ secrets: { API_KEY: secret } })) };
}

function approvalOf(key: string): Approval {
  return {
    id: `apr_${key.length}`,
    tool: "bash",
    origin: "bundled",
    fingerprint: "f",
    key,
    cover: [],
    scope: "session",
    sessionId: "ses_1",
    grantedAtMs: 1,
  };
}

describe("the store's door", () => {
  it("masks what tools keep, names of members too", async () => {
    const { store, door } = openDoor();
    await door.slots.put("ses_1", "todo", { [secret]: [`a ${secret}`] });
    expect(await store.slots.get("ses_1", "todo")).toEqual({ [mask]: [`a ${mask}`] });
  });

  it("replaces what lies there from before, and masks what comes", async () => {
    const { store, door } = openDoor();
    await store.slots.put("project:1", "memory", secret);
    const change = { from: secret, to: `b ${secret}` };
    expect(await door.slots.replace("project:1", "memory", change)).toBe(true);
    expect(await store.slots.get("project:1", "memory")).toBe(`b ${mask}`);
  });

  it("leaves names of files as they are, for rules go by them", async () => {
    const { store, door } = openDoor();
    await door.slots.replace("project:1", "brought", { from: null, to: [`/w/${secret}`] });
    expect(await store.slots.get("project:1", "brought")).toEqual([`/w/${secret}`]);
    // Only of a project: a tool may have that name.
    await door.slots.replace("ses_1", "brought", { from: null, to: secret });
    expect(await store.slots.get("ses_1", "brought")).toBe(mask);
  });

  it("keeps no standing answer whose key holds a secret", async () => {
    const { store, door } = openDoor();
    await door.approvals.put(approvalOf(`curl ${secret}`));
    await door.approvals.put(approvalOf("curl"));
    expect((await store.approvals.list()).map(({ key }) => key)).toEqual(["curl"]);
  });

  it("masks the words about a session, and not what it is opened again by", async () => {
    const { store, door } = openDoor();
    const manifest = {
      sessionId: `ses_${secret}`,
      createdAtMs: 1,
      mode: "ask" as const,
      allowlist: [],
      headless: false,
      role: "user",
      depth: 0,
      tools: [],
      workspace: `/w/${secret}`,
    };
    await door.sessions.put({ ...manifest, client: `editor ${secret}` });
    expect(await store.sessions.get(manifest.sessionId)).toEqual({
      ...manifest,
      client: `editor ${mask}`,
    });
  });
});
