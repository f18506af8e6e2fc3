/** Rules about methods and paths, in each command that shows, tries or makes rules. */
import { type CliWorld, openCliWorld } from "@toolplane/cli/fixtures";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const RULES = `[
  { "permission": "net.fetch", "pattern": "open.test", "action": "allow" },
  { "permission": "net.fetch", "pattern": "GET api.test/v1/**", "action": "allow" },
  { "permission": "net.fetch", "pattern": "POST *", "action": "deny" }
]`;

let world: CliWorld;
beforeEach(() => {
  world = openCliWorld({ ".toolplane/policy.jsonc": RULES });
});
afterEach(() => world.remove());

const said = async (...words: readonly string[]): Promise<string> => {
  const { stdout, stderr } = await world.run([...words]);
  return `${stdout}${stderr}`.replaceAll(/\s+/g, " ");
};

describe("rules about methods and paths", () => {
  it("are told by trust with the hosts that they open to commands, and by doctor with whose requests are read", async () => {
    const trust = await said("trust", "--yes");
    expect(trust).toContain(
      "Its rules open hosts to commands that run unasked, not to web_fetch alone: open.test, GET api.test/v1/**. One of its rules is about methods or paths of every host, so the TLS of every command ends here.",
    );
    const doctor = await said("doctor", "--set", "sandbox=none");
    expect(doctor).toContain(
      "a rule about methods or paths covers every host, so the TLS of every command ends at the relay",
    );
    expect(doctor).toContain("Open to commands that run unasked: open.test, GET api.test/v1/**");
    expect(doctor).toContain("Read because of rules: allow GET api.test/v1/**, deny POST *");
  });

  it("are listed, and explained for one request", async () => {
    await said("trust", "--yes");
    expect(await said("policy")).toContain("GET api.test/v1/**");
    const explained = async (url: string) =>
      JSON.parse(
        (await world.run(["policy", "explain", "web_fetch", JSON.stringify({ url }), "--json"]))
          .stdout,
      ).verdict;
    expect(await explained("https://api.test/v1/x")).toMatchObject({ action: "allow" });
    expect(JSON.stringify(await explained("https://api.test/v1/x"))).toContain(
      "GET api.test/v1/**",
    );
    expect(await explained("https://api.test/v2/x")).toMatchObject({ action: "ask" });
  });

  it("are tried over what was recorded", async () => {
    await said("trust", "--yes");
    await world.run(["call", "web_fetch", '{"url":"https://other.test/v1/x"}']);
    const letThrough = async (pattern: string) => {
      const rules = [...JSON.parse(RULES), { permission: "net.fetch", pattern, action: "allow" }];
      world.write({ "draft.jsonc": JSON.stringify(rules) });
      return said("policy", "what-if", "draft.jsonc", "--fail-on", "loosen", "--all");
    };
    expect(await letThrough("GET other.test/v2/**")).toContain("1 same");
    expect(await letThrough("GET other.test/v1/**")).toContain("1.0 now, 0.0 with the draft");
  });
});
