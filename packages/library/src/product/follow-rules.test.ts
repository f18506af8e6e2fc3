import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ConfigurationError, type PolicyLayer } from "@toolplane/contract";
import { createFakeClock } from "@toolplane/testkit";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Settings } from "../settings/declaration/settings.ts";
import { contentTrustPath } from "../settings/trust/content-trust.ts";
import { followRules } from "./follow-rules.ts";

const SECOND = 1_000;

function open() {
  const root = mkdtempSync(join(tmpdir(), "follow-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const places = { configFolder: join(root, "config"), workspace: root, userData: root };
  const settingsWith = (pattern: string): Settings => {
    const rules = [{ permission: "fs.read", pattern, action: "deny" as const }];
    const policy: readonly PolicyLayer[] = [{ scope: "project", rules }];
    return { ...places, home: root, policy, project: { state: "none" } } as unknown as Settings;
  };
  const heard: string[] = [];
  let now: Settings | null = settingsWith("a");
  const clock = createFakeClock();
  const follower = followRules({
    settings: settingsWith("a"),
    readAgain: async () => {
      if (now === null) throw new ConfigurationError("policy.jsonc", "does not parse");
      return now;
    },
    apply: async ([layer]) => {
      const [rule] = layer?.rules ?? [];
      heard.push(rule && "pattern" in rule ? rule.pattern : "");
    },
    onTrust: async () => heard.push("trust"),
    onLook: async () => undefined,
    warn: () => void heard.push("warned"),
    clock,
  });
  onTestFinished(() => follower.close());
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  return {
    ...places,
    heard,
    follower,
    /** Changes what is in the file from now on; null does not parse. */
    change(pattern: string | null): void {
      now = pattern === null ? null : settingsWith(pattern);
      write(join(places.configFolder, "policy.jsonc"), String(pattern));
    },
    write,
    second: () => clock.advance(SECOND),
  };
}

describe("followRules", () => {
  it("applies a rule file that changed within a second, without a call, and none that did not", async () => {
    const { heard, change, second } = open();
    await second();
    expect(heard).toEqual([]);
    change("bb");
    await second();
    await second();
    expect(heard).toEqual(["bb"]);
    change("c");
    await second();
    expect(heard).toEqual(["bb", "c"]);
  });

  it("keeps the earlier rules where a file cannot be read, names it as why calls are refused, and looks on", async () => {
    const { heard, change, second, follower } = open();
    await second();
    change(null);
    await second();
    expect(heard).toEqual(["warned"]);
    const fault = follower.fault();
    expect(fault).toBe(
      "A file of rules cannot be read: policy.jsonc: does not parse. Every call is refused until it is mended.",
    );
    expect(follower.place().note).toBe(fault);
    change("bb");
    await second();
    expect(heard).toEqual(["warned", "bb"]);
    expect(follower.fault()).toBeNull();
  });

  it("tells when trust in tools was given or taken back, and looks no more when it is closed", async () => {
    const { heard, change, second, write, follower, userData, workspace } = open();
    await second();
    const record = contentTrustPath({ kind: "tools", userData, workspace });
    write(record, "{}");
    await second();
    expect(heard).toEqual(["trust"]);
    rmSync(record);
    await second();
    expect(heard).toEqual(["trust", "trust"]);
    follower.close();
    change("bb");
    await second();
    expect(heard).toEqual(["trust", "trust"]);
  });
});
