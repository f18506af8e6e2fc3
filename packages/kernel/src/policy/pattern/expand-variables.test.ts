import { ConfigurationError, type Variables } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { requirementPathPatterns, rulePathPatterns } from "./absolute-patterns.ts";
import { expandHostVariables, expandVariables } from "./expand-variables.ts";

const variables: Variables = {
  workspace: ["/ws", "/extra"],
  "ad-hoc": ["/tmp/open"],
  "user-data": ["/data"],
  scratch: [],
  hosts: ["a.test", "*.b.test"],
};

describe("expandVariables", () => {
  it("expands {workspace} to its root and every extra root", () => {
    expect(expandVariables("{workspace}/src/**", variables)).toEqual([
      "/ws/src/**",
      "/extra/src/**",
    ]);
  });

  it("expands {ad-hoc} and {user-data} [R168] [R169]", () => {
    expect(expandVariables("{ad-hoc}/*", variables)).toEqual(["/tmp/open/*"]);
    expect(expandVariables("{user-data}/x", variables)).toEqual(["/data/x"]);
  });

  it("expands variables in host patterns, whose values may be patterns [R170]", () => {
    expect(expandHostVariables("{hosts}:8443", variables)).toEqual([
      "a.test:8443",
      "*.b.test:8443",
    ]);
  });

  it("gives no pattern for a variable without values [R171]", () => {
    expect(expandVariables("{scratch}/**", variables)).toEqual([]);
    expect(expandVariables("{workspace}/{scratch}", variables)).toEqual([]);
  });

  it.each([
    ["{worksapce}/**", "undefined variable {worksapce}"],
    ["{}", "undefined variable {}"],
    ["{constructor}/x", "undefined variable {constructor}"],
    ["{workspace/**", "unbalanced brace"],
    ["workspace}/**", "unbalanced brace"],
    ["{a,{workspace}/x", "unbalanced brace"],
  ])("throws on %s", (pattern, message) => {
    expect(() => expandVariables(pattern, variables)).toThrow(ConfigurationError);
    expect(() => expandVariables(pattern, variables)).toThrow(message);
  });

  it("throws before variables multiply into more patterns than can be matched", () => {
    const many = { a: Array.from({ length: 17 }, (_, index) => `/${index}`) };
    expect(expandVariables("{a}", many)).toHaveLength(17);
    expect(() => expandVariables("{a}{a}", many)).toThrow("more than 256 alternatives");
    expect(() => expandHostVariables("{a}".repeat(40), many)).toThrow("more than 256");
  });

  it("keeps alternatives for later, and takes a root as a place, not a glob", () => {
    expect(expandVariables("{workspace}/{a,b}", { workspace: ["/w*{x}"] })).toEqual([
      "/w\\*\\{x\\}/{a,b}",
    ]);
    expect(expandVariables("{{workspace}/x,/y}", { workspace: ["/ws"] })).toEqual(["{/ws/x,/y}"]);
  });
});

describe("where a pattern starts", () => {
  const texts = (patterns: readonly { readonly text: string }[]) =>
    patterns.map(({ text }) => text);

  it("a relative pattern starts at the workspace [R160]", () => {
    expect(texts(rulePathPatterns("src/*.ts", variables))).toEqual([
      "/ws/src/*.ts",
      "/extra/src/*.ts",
    ]);
    expect(texts(requirementPathPatterns("./src/**", variables))).toEqual([
      "/ws/./src/**",
      "/extra/./src/**",
    ]);
    expect(rulePathPatterns("src/*.ts", { workspace: [] })).toEqual([]);
    expect(rulePathPatterns("src/*.ts", {})).toEqual([]);
  });

  it("a pattern that begins with ** starts at the root for a rule, and at the workspace for a requirement [R160]", () => {
    expect(texts(rulePathPatterns("**/.env", variables))).toEqual(["/**/.env"]);
    expect(texts(rulePathPatterns("**.pem", variables))).toEqual(["/**/**.pem"]);
    expect(texts(rulePathPatterns("*", variables))).toEqual(["/**"]);
    expect(texts(requirementPathPatterns("**/*.md", { workspace: ["/ws"] }))).toEqual([
      "/ws/**/*.md",
    ]);
  });

  it("the start is decided for each alternative of a pattern", () => {
    expect(texts(rulePathPatterns("{/etc,a,**/b,}/x", { workspace: ["/ws"] }))).toEqual([
      "/etc/x",
      "/ws/a/x",
      "/**/b/x",
      "/x",
    ]);
  });

  it("finds mistakes without a workspace too", () => {
    expect(() => rulePathPatterns("a/../b", { workspace: [] })).toThrow("..");
    expect(() => requirementPathPatterns("../b", { workspace: ["/ws"] })).toThrow("..");
  });
});
