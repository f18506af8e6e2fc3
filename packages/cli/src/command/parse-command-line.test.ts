import { describe, expect, it } from "vitest";
import type { Command } from "./command.ts";
import { parseCommandLine } from "./parse-command-line.ts";

const load: Command["load"] = async () => async () => 0;
const commands: readonly Command[] = [
  {
    name: "show",
    group: "Look",
    summary: "Show.",
    arguments: [{ name: "session", summary: "Which." }],
    load,
  },
  {
    name: "call",
    group: "Run",
    summary: "Call.",
    arguments: [
      { name: "tool", summary: "Which.", required: true },
      { name: "arguments", summary: "What.", rest: true },
    ],
    options: { mode: { type: "text", summary: "How." }, wait: { type: "flag", summary: "Wait." } },
    takesAnyOption: true,
    load,
  },
  { name: "rule test", group: "Decide", summary: "Test.", load },
  {
    name: "rule fmt",
    group: "Decide",
    summary: "Lay out.",
    options: { width: { type: "number", summary: "How wide." } },
    load,
  },
];
const parse = (line: string) => parseCommandLine(line === "" ? [] : line.split(" "), commands);

describe("a command line", () => {
  it("finds commands of one and of two words, also after global options with values", () => {
    expect(parse("show ses_1").command?.name).toBe("show");
    expect(parse("rule fmt --width 3").arguments.number("width")).toBe(3);
    expect(parse("-C /tmp --json show").command?.name).toBe("show");
    expect(parse("").command).toBeNull();
    expect(parse("rule")).toMatchObject({ command: null, branch: "rule" });
    expect(parse("rule --help")).toMatchObject({ command: null, branch: "rule" });
  });

  it("hands what only the command knows on as it was typed", () => {
    const { arguments: given } = parse("call grep --pattern x --mode yolo -5 src --wait -- --json");
    expect(given.words).toEqual(["grep"]);
    expect(given.rest).toEqual(["--pattern", "x", "-5", "src", "--", "--json"]);
    expect([given.text("mode"), given.flag("wait"), given.flag("json")]).toEqual([
      "yolo",
      true,
      false,
    ]);
  });

  it.each([
    ["shw", 'There is no command "shw". Did you mean: toolplane show'],
    ["rule tst", 'There is no command "rule tst". Did you mean: toolplane rule test'],
    ["rule zzzz", 'There is no command "rule zzzz".'],
    ["show --jsn", "toolplane show has no option --jsn. Did you mean --json?"],
    ["show a b", 'toolplane show does not take "b".'],
    ["call", "toolplane call needs TOOL."],
    ["rule fmt --width wide", '--width must be a number. You gave "wide".'],
    ["show --json=yes", "--json takes no value."],
    ["show -C", "--workspace needs a value: --workspace FOLDER"],
  ])("%s is refused: %s", (line, message) => {
    expect(() => parse(line)).toThrow(message);
  });
});
