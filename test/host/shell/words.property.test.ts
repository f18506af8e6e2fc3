import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { analyze } from "./fixture.ts";

const piece = fc.oneof(
  fc.stringMatching(/^[a-zA-Z0-9._/:,+@%-]{1,6}$/),
  fc.stringMatching(/^[^'\0\u0080-\uffff]{0,6}$/).map((text) => `'${text}'`),
  fc.stringMatching(/^[a-z ;|&()<>#*?{},~=-]{0,6}$/).map((text) => `"${text}"`),
  fc.constantFrom(
    "\\ ",
    "\\;",
    "\\\\",
    "\\'",
    '\\"',
    "\\$",
    "\\*",
    "\\{",
    "\\~",
    '"\\$x"',
    '"\\\\"',
    "$'\\n'",
    "$'\\x41\\101\\u0042'",
    "$'a\\'b'",
    '$"a b"',
    "{a,b}",
    "{1..3}",
    "{a,{b,c}}",
    "{a",
    "a}",
    "{,x}",
    "{01..03}",
    "{c..a}",
    "{}",
    "{a}",
    "x{a,b}y",
    "{'a b',c}",
  ),
);
// Setting a variable is a unit only where it is all that a line does.
const commands = (line: string) =>
  analyze(line).units.filter(({ argv: [name] }) => name !== "x=1").length;
const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(""));

describe("words of a command", () => {
  it("are what bash itself hands to a program", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
        const line = `printf '%s\\0' ${words.join(" ")}`;
        const printed = execFileSync("bash", ["--noprofile", "--norc", "-fc", line], {
          env: { HOME: "/base/home" },
          stdio: ["ignore", "pipe", "ignore"],
        }).toString();
        const argv = analyze(line).units[0]?.argv ?? [];
        // A glob is not text to us, though bash leaves it when nothing matches.
        if (argv.some((each) => typeof each !== "string")) return;
        expect(argv.slice(2)).toEqual(printed.split("\0").slice(0, -1));
      }),
      { numRuns: 150 },
    );
  });

  it("never become fewer commands by what is put around them", () => {
    const command = fc.constantFrom(
      "ls -la",
      "cat README.md",
      "git status",
      "echo 'a;b'",
      "rm -rf build",
      "x=1",
      "cd src",
    );
    const around = fc.constantFrom(
      (a: string, b: string) => `${a}; ${b}`,
      (a: string, b: string) => `${a} && ${b}`,
      (a: string, b: string) => `${a} || ${b}`,
      (a: string, b: string) => `${a} | ${b}`,
      (a: string, b: string) => `(${a}); { ${b}; }`,
      (a: string, b: string) => `${a}\n${b}`,
      (a: string, b: string) => `${a} & ${b}`,
      (a: string, b: string) => `if ${a}; then ${b}; fi`,
      (a: string, b: string) => `f() { ${a}; }; ${b}`,
      (a: string, b: string) => `echo "$(${a})" <(${b})`,
    );
    fc.assert(
      fc.property(command, command, around, (one, other, join) => {
        expect(commands(join(one, other))).toBeGreaterThanOrEqual(commands(one) + commands(other));
      }),
    );
  });
});
