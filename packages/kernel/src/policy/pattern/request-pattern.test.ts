import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  compileRequestPattern,
  type RequestSubject,
  readLooseRequestPattern,
  readRequestPattern,
} from "./request-pattern.ts";

/** `POST https://a.test/v1`; a host alone is a tunnel, of which neither method nor path is known. */
function request(text: string): RequestSubject {
  const [, method, rest = ""] = /^(?:(\S+) )?(.*)$/.exec(text) ?? [];
  const [, scheme = "https", host = "", port, urlPath] =
    /^(?:(https?):\/\/)?(\[[^\]]*\]|[^:/]*)(?::(\d+))?(\/.*)?$/s.exec(rest) ?? [];
  return {
    scheme,
    host: host.replace(/^\[|\]$/g, ""),
    port: port === undefined ? (scheme === "http" ? 80 : 443) : Number(port),
    ...(method === undefined ? {} : { method }),
    ...(urlPath === undefined ? {} : { urlPath }),
  };
}

const allows = (pattern: string, text: string) =>
  compileRequestPattern(pattern).matches(request(text));
const restricts = (pattern: string, text: string) =>
  compileRequestPattern(pattern).matchesBroadly(request(text));

describe("a pattern about requests", () => {
  it("means what a host meant where it names neither method nor path", () => {
    for (const text of [
      "a.test",
      "*.a.test",
      "*",
      "a.test:8080",
      "a.test:*",
      "[::1]:3000",
      "::1",
    ]) {
      const pattern = compileRequestPattern(text);
      expect([pattern.text, pattern.narrows]).toEqual([text, false]);
    }
    expect(allows("a.test", "a.test")).toBe(true);
    expect(allows("a.test", "POST a.test/v1//x")).toBe(true);
    expect(restricts("a.test", "a.test:8080")).toBe(true);
  });

  it.each([
    ["GET a.test/v1/**", "GET a.test/v1/users", true],
    ["GET a.test/v1/**", "GET a.test/v1", true],
    ["GET a.test/v1/**", "GET a.test/v1/%75sers/", true],
    ["GET a.test/v1/**", "HEAD a.test/v1/users", false],
    ["GET a.test/v1/**", "get a.test/v1/users", false],
    ["GET a.test/v1/**", "GET a.test/V1/users", false],
    ["GET a.test/v1/**", "GET a.test/v10", false],
    ["GET a.test/v1/**", "GET a.test:8080/v1/users", false],
    ["GET a.test/v1/**", "GET b.a.test/v1/users", false],
    ["GET|HEAD *.a.test", "HEAD b.a.test/x", true],
    ["READ *", "OPTIONS a.test/", true],
    ["READ *", "POST a.test/", false],
    ["READ *", "GET 127.0.0.1/", false],
    ["WRITE a.test", "PURGE a.test/", true],
    ["WRITE a.test", "get a.test/", false],
    ["a.test/v1/", "POST a.test/v1/x/y", true],
    ["a.test/v1/*", "POST a.test/v1/x/y", false],
    ["GET [::1]:3000/api/**", "GET http://[::1]:3000/api/x", true],
  ])("that allows %s: %s is %s", (pattern, text, expected) => {
    expect(allows(pattern, text)).toBe(expected);
  });

  it.each([
    ["a tunnel", "a.test"],
    ["a method without a path", "GET a.test"],
    ["a path without a method", "a.test/v1/x"],
    ["a dot segment", "GET a.test/v1/../admin"],
    ["an encoded one", "GET a.test/v1/%2e%2e/admin"],
    ["an empty segment", "GET a.test/v1//admin"],
    ["an encoded slash", "GET a.test/v1/..%2fadmin"],
    ["a parameter", "GET a.test/v1/..;/admin"],
    ["a backslash", "GET a.test/v1\\..\\admin"],
  ])("that allows one path does not allow %s", (_what, text) => {
    expect(allows("GET a.test/v1/**", text)).toBe(false);
  });

  it.each([
    ["POST *", "POST a.test/x"],
    ["POST *", "post a.test/x"],
    ["POST *", "a.test:22"],
    ["POST *", "POST 10.0.0.1/x"],
    ["WRITE *", "PURGE a.test/"],
    ["WRITE *", "get a.test/"],
    ["a.test/admin/**", "GET a.test/ADMIN/x"],
    ["a.test/admin/**", "GET a.test:8080/admin"],
    ["a.test/admin/**", "GET a.test/v1/../admin"],
    ["a.test/admin/**", "GET a.test/v1/%2e%2e/other"],
    ["a.test/admin/**", "GET a.test//admin"],
    ["a.test/admin/**", "GET a.test/x;y"],
    ["a.test/admin/**", "a.test"],
  ])("that restricts %s is about %s", (pattern, text) => {
    expect(restricts(pattern, text)).toBe(true);
  });

  it("that restricts is not about what it surely does not name", () => {
    expect(restricts("POST *", "GET a.test/x")).toBe(false);
    expect(restricts("WRITE *", "GET a.test/x")).toBe(false);
    expect(restricts("a.test/admin/**", "GET a.test/v1/x")).toBe(false);
    expect(restricts("a.test/admin/**", "GET b.test/v1/../admin")).toBe(false);
  });

  it.each([
    ["get a.test", "did you mean GET"],
    ["GTE a.test", "did you mean GET"],
    ["GET|READ a.test", "READ or WRITE alone"],
    ["GET ", "a method or a path needs a host"],
    ["/v1/**", "a method or a path needs a host"],
    ["a.test/v1?x=1", "leave out ?"],
    ["a.test/v1//x", "no empty or dot segments"],
    ["a.test/v1/../x", "no empty or dot segments"],
    ["a.test/%2e%2e", "no empty or dot segments"],
    ["GET https://a.test/", "is not a host"],
    ["GET a.test /x", "is not a host"],
    ["GET user@a.test/x", "is not a host"],
  ])("is refused as %s", (text, fault) => {
    expect(readRequestPattern(text)).toContain(fault);
  });

  it("is no request where the pattern may mean a file, unless it names a method", () => {
    expect(readLooseRequestPattern("**/.env")).toBe("is a path");
    expect(readLooseRequestPattern("src/**")).toBe("is a path");
    expect(readLooseRequestPattern("GET a.test/v1/**")).toMatchObject({ narrows: true });
    expect(readLooseRequestPattern("a.test")).toMatchObject({ narrows: false });
  });

  const texts = fc
    .tuple(
      fc.constantFrom("", "GET ", "POST ", "GET|HEAD ", "READ ", "WRITE "),
      fc.constantFrom("*", "*:*", "*.test", "a.test", "a.test:*", "a.test:8080"),
      fc.constantFrom("", "/**", "/v1/**", "/v1/x", "/*", "/v1/*", "/V1/**"),
    )
    .map((parts) => parts.join(""));
  const requests = fc
    .tuple(
      fc.constantFrom("", "GET ", "POST ", "HEAD ", "PURGE ", "get "),
      fc.constantFrom("a.test", "b.a.test", "a.test:8080", "127.0.0.1"),
      fc.constantFrom("", "/", "/v1", "/v1/x", "/V1/x", "/v1/../x", "/w"),
    )
    .map((parts) => request(parts.join("")));

  it("covers another only where everything that one matches is matched", () => {
    fc.assert(
      fc.property(texts, texts, fc.array(requests, { minLength: 12 }), (one, other, asked) => {
        const wide = compileRequestPattern(one);
        const narrow = compileRequestPattern(other);
        for (const target of asked) {
          if (wide.covers(narrow) && narrow.matches(target))
            expect([wide.matches(target), target]).toEqual([true, target]);
          if (wide.coversBroadly(narrow) && narrow.matches(target))
            expect([wide.matchesBroadly(target), target]).toEqual([true, target]);
          // What restricts includes what the same words would allow.
          if (wide.matches(target)) expect(wide.matchesBroadly(target)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it("covers by a partial order: what covers both ways matches the same", () => {
    fc.assert(
      fc.property(texts, texts, texts, (one, other, third) => {
        const [a, b, c] = [one, other, third].map(compileRequestPattern) as [
          ReturnType<typeof compileRequestPattern>,
          ReturnType<typeof compileRequestPattern>,
          ReturnType<typeof compileRequestPattern>,
        ];
        expect(a.covers(a)).toBe(true);
        if (a.covers(b) && b.covers(c)) expect(a.covers(c)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
