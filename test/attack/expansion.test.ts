import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { someCase } from "./case-fixture.ts";
import { decideSkip, unknownNeed } from "./harness/decide-skip.ts";
import { describeCaseFault } from "./harness/describe-case-fault.ts";
import { expandCase, expandValue } from "./harness/expand-case.ts";
import { gzipOfRepeated } from "./harness/setup/gzip-of-repeated.ts";

const values = {
  workspace: "/b/ws",
  sibling: "/b/ws-evil",
  outside: "/b/outside",
  home: "/b/home",
  extra: "/b/extra",
  "config-dir": ".toolplane",
  "config-home-var": "VAR",
  ports: { a: 4711 },
};
const same = (text: string): string => text;

describe("placeholders", () => {
  it("are replaced in every text of set-up, call and oracle, and nothing else is", () => {
    const { given, call, oracle } = expandCase(
      someCase({
        given: { setup: [{ do: "file", path: "{outside}/x", text: "{config-dir} {a,b}" }] },
        call: { tool: "bash", args: { command: "cat {home}/x {sibling}/y {extra} {print}" } },
        oracle: { forbid: [{ file: "{workspace}/f" }], require: [{ output: "{port:a}" }] },
      }),
      values,
    );
    expect(given.setup?.[0]).toMatchObject({ path: "/b/outside/x", text: ".toolplane {a,b}" });
    expect(call.args).toEqual({ command: "cat /b/home/x /b/ws-evil/y /b/extra {print}" });
    expect(oracle).toEqual({ forbid: [{ file: "/b/ws/f" }], require: [{ output: "4711" }] });
  });

  it("leave the workspace to the product in patterns of rules, capabilities and requirements", () => {
    const pattern = "{workspace}/{extra}/**";
    const { given, call } = expandCase(
      someCase({
        given: {
          rules: [{ permission: "fs.read", pattern, action: "allow" }],
          rulesRaw: pattern,
          caps: { fs: { read: [pattern] } },
        },
        call: {
          tool: "$register",
          args: { id: "t", description: "{workspace}", requires: { fs: { read: [pattern] } } },
        },
      }),
      values,
    );
    const kept = "{workspace}//b/extra/**";
    expect(given.rules).toEqual([{ permission: "fs.read", pattern: kept, action: "allow" }]);
    expect(given.rulesRaw).toBe(kept);
    expect(given.caps).toEqual({ fs: { read: [kept] } });
    expect(call.args).toMatchObject({ description: "/b/ws", requires: { fs: { read: [kept] } } });
  });

  it("refuse the port of a server that nobody started", () => {
    const subject = someCase({ call: { tool: "web_fetch", args: { url: "http://x:{port:z}" } } });
    expect(() => expandCase(subject, values)).toThrow(/no server is called "z"/);
  });
});

describe("generators", () => {
  it("make the values that the corpus describes", () => {
    expect(expandValue({ $repeat: ["ab", 3] }, same)).toBe("ababab");
    expect(expandValue({ $concat: ["{", { $repeat: ["x", 2] }, "}"] }, same)).toBe("{xx}");
    expect(Object.keys(expandValue({ $keys: 3 }, same))).toHaveLength(3);
    expect(expandValue({ $nest: 2 }, same)).toEqual({
      type: "object",
      properties: { a: { type: "object", properties: { a: { type: "string" } } } },
    });
    expect(expandValue({ $nestData: 2 }, same)).toEqual({ a: { a: 1 } });
  });

  it("keep an own __proto__ member", () => {
    const made = expandValue({ $rawJson: '{"__proto__":{"x":1}}' }, same);
    expect(Object.hasOwn(made, "__proto__")).toBe(true);
    const copied = expandValue(JSON.parse('{"__proto__":{"x":"{y}"}}') as object, same);
    expect(Object.hasOwn(copied, "__proto__")).toBe(true);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  it("leave the keywords of JSON Schema alone and refuse unknown generators", () => {
    expect(expandValue({ $ref: "#/$defs/a" }, same)).toEqual({ $ref: "#/$defs/a" });
    expect(() => expandValue({ $explode: 1 }, same)).toThrow(/generator "\$explode"/);
  });

  it("make deep values without running out of stack", () => {
    expect(expandValue({ args: { $nestData: 100_000 } }, same)).toBeTypeOf("object");
  });

  it("compress repeated text of any length to valid gzip", () => {
    for (const bytes of [0, 1_000, 1_048_576, 2_500_000]) {
      const packed = Buffer.concat([...gzipOfRepeated({ fill: "AB", bytes })]);
      expect(gunzipSync(packed).equals(Buffer.alloc(bytes, "AB"))).toBe(true);
    }
  });
});

describe("what is not known", () => {
  it.each([
    ["a field of a case", { extra: 1 }],
    ["a field of given", { given: { rules: [], moon: 1 } }],
    ["a set-up verb", { given: { setup: [{ do: "explode" }] } }],
    ["a word of a verb", { given: { setup: [{ do: "file", path: "x", colour: "red" }] } }],
    [
      "a word of a route",
      { given: { setup: [{ do: "http", name: "a", routes: { "/": { x: 1 } } }] } },
    ],
    ["an oracle item", { oracle: { forbid: [{ teleported: 1 }] } }],
    ["an item of two effects", { oracle: { forbid: [{ output: "a", log: "b" }] } }],
    ["a field of the oracle", { oracle: { maybe: [] } }],
    ["an outcome", { expect: "perhaps" }],
    ["a limit", { given: { limits: { moons: 1 } } }],
    ["a watchdog's behaviour", { given: { watchdog: { bark: true } } }],
    ["a choice", { given: { approvals: [{ tool: "bash", args: {}, choice: "maybe" }] } }],
    ["a mode", { given: { mode: "telepathic" } }],
    ["a capability", { given: { caps: { moon: {} } } }],
  ])("is reported: %s", (_name, changes) => {
    expect(describeCaseFault(someCase(changes as never))).toMatch(/not known|one key/);
  });

  it("is nothing in a plain case", () => {
    expect(describeCaseFault(someCase())).toBeNull();
    expect(unknownNeed(someCase({ needs: ["race"] }))).toBeNull();
    expect(unknownNeed(someCase({ needs: ["quantum"] }))).toMatch(/quantum/);
  });
});

describe("skipping", () => {
  const machine = { sandbox: true, ipv6: true };
  it("leaves out nothing where the machine offers all", () => {
    expect(decideSkip(someCase({ class: "mcp" }), machine)).toBeNull();
    expect(decideSkip(someCase({ needs: ["mcp-http"] }), machine)).toBeNull();
    expect(decideSkip(someCase(), machine)).toBeNull();
    expect(decideSkip(someCase({ needs: ["os-sandbox", "ipv6", "resolver"] }), machine)).toBeNull();
  });

  it("leaves out what the machine cannot offer", () => {
    const poor = { sandbox: false, ipv6: false };
    expect(decideSkip(someCase({ needs: ["os-sandbox"] }), poor)).toMatch(/sandbox/);
    expect(decideSkip(someCase({ needs: ["ipv6"] }), poor)).toMatch(/IPv6/);
  });
});
