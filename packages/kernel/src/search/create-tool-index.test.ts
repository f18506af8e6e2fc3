import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createToolIndex, type ToolIndex } from "./create-tool-index.ts";
import type { SearchableTool } from "./tool-text.ts";

const tool = (name: string, description = "", properties: object = {}): SearchableTool => ({
  name,
  description,
  parameters: { type: "object", properties },
});

function indexOf(...tools: readonly SearchableTool[]): ToolIndex {
  const index = createToolIndex();
  for (const one of tools) index.add(one);
  return index;
}

const namesOf = (index: ToolIndex, query: string, limit = 10): readonly string[] =>
  index.search(query, limit).map(({ name }) => name);

const catalog = [
  tool("send_email", "Sends a message to one or more recipients.", {
    to: { type: "array", items: { type: "string", description: "Address of a recipient" } },
  }),
  tool("getWeather", "Current conditions and forecast for a place.", {
    units: { enum: ["celsius", "fahrenheit"] },
  }),
  tool("calendar.create_event", "Adds an appointment.", {
    start: { description: "When it begins" },
  }),
  tool("convert_currency", "Exchanges an amount from one money to another."),
  tool("stockquote", "Price of a share."),
];

describe("a tool index", () => {
  const index = indexOf(...catalog);

  it.each([
    ["send an email to Anna", "send_email"],
    ["weather in Paris", "getWeather"],
    ["create event", "calendar.create_event"],
    ["temperature in fahrenheit", "getWeather"],
    ["recipient address", "send_email"],
    ["calculate the exchange", "convert_currency"],
    ["conversions of currencies", "convert_currency"],
  ])("finds by name, description, parameters and values: %s", (query, name) => {
    expect(namesOf(index, query)[0]).toBe(name);
  });

  it("finds by a related word", () => {
    expect(namesOf(index, "how many dollars is that in yen")[0]).toBe("convert_currency");
    expect(namesOf(index, "book a meeting")[0]).toBe("calendar.create_event");
  });

  it("finds a word inside a name that is written together", () => {
    expect(namesOf(index, "quote")).toEqual(["stockquote"]);
    expect(namesOf(index, "stock")[0]).toBe("stockquote");
  });

  it.each(["wether", "weahter", "weatherr", "weathar"])("forgives one slip: %s", (word) => {
    expect(namesOf(index, word)).toEqual(["getWeather"]);
  });

  it("forgives no slip in the first letter, and none in a short word", () => {
    expect(namesOf(index, "beather")).toEqual([]);
    expect(namesOf(index, "sand")).toEqual([]);
  });

  it("puts the tool first that is asked for by its name, in any spelling", () => {
    const issues = indexOf(
      tool("issue_create_many", "Creates an issue, and an issue, and more issues."),
      tool("create_issue", "Opens a ticket."),
    );
    for (const query of ["create_issue", "createIssue", "Create Issue"])
      expect(namesOf(issues, query)).toEqual(["create_issue", "issue_create_many"]);
  });

  it("prefers words that stand side by side", () => {
    const pair = indexOf(
      tool("a", "Tells the air whether a song has quality."),
      tool("b", "Tells whether the air quality has a song."),
    );
    expect(namesOf(pair, "air quality")).toEqual(["b", "a"]);
  });

  it("finds a tool for each job of a request", () => {
    const request =
      "Send an email to my boss about the long trip. Then convert the currency for Japan. Also show the weather there tomorrow.";
    expect([...namesOf(index, request, 3)].sort()).toEqual([
      "convert_currency",
      "getWeather",
      "send_email",
    ]);
  });

  it("counts small talk for less than the thing asked for", () => {
    const talk = indexOf(
      tool("helper", "Looking for a new best thing? Here is the latest one."),
      tool("sudoku", "A puzzle of numbers."),
    );
    expect(namesOf(talk, "I am looking for the latest and best new sudoku")[0]).toBe("sudoku");
  });

  it("gives at most what is asked for, ties in order of name", () => {
    const same = indexOf(tool("c", "Paints."), tool("a", "Paints."), tool("b", "Paints."));
    expect(namesOf(same, "paint")).toEqual(["a", "b", "c"]);
    expect(namesOf(same, "paint", 2)).toEqual(["a", "b"]);
    expect(namesOf(same, "paint", 0)).toEqual([]);
    expect(namesOf(same, "paint", -1)).toEqual([]);
  });

  it("replaces a tool of the same name and forgets one that is removed", () => {
    const changing = indexOf(...catalog);
    changing.add(tool("stockquote", "Tells a joke."));
    expect(namesOf(changing, "share price")).toEqual([]);
    expect(namesOf(changing, "joke")).toEqual(["stockquote"]);
    expect(changing.size()).toBe(catalog.length);
    expect(changing.remove("stockquote")).toBe(true);
    expect(changing.remove("stockquote")).toBe(false);
    expect(namesOf(changing, "joke")).toEqual([]);
    expect(changing.size()).toBe(catalog.length - 1);
  });

  it("searches schemas of any kind without reading them whole", () => {
    const deep = { properties: {} as Record<string, unknown> };
    let inner = deep;
    for (let level = 0; level < 100; level += 1) {
      const next = { properties: {} };
      inner.properties[`level${level}`] = next;
      inner = next;
    }
    const odd = indexOf(
      { name: "yes", description: "Anything.", parameters: true },
      { name: "deep", description: "Nested.", parameters: deep },
      { name: "long", description: "word ".repeat(50_000), parameters: { anyOf: [{ oneOf: 3 }] } },
    );
    expect(namesOf(odd, "nested anything word").length).toBe(3);
  });
});

const words = [
  "file",
  "Image",
  "search",
  "stocks",
  "weather",
  "pay",
  "timer",
  "зал",
  "天気予報",
  "x9",
];
const anyTool = fc.record({
  name: fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 })
    .map((all) => all.join("_")),
  description: fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((all) => all.join(" ")),
  parameters: fc.constantFrom({}, { type: "object", properties: { pay: { enum: ["timer"] } } }),
});

describe("any search", () => {
  it("ends in an ordered answer for any text, and in the same one again", () => {
    const index = indexOf(...catalog);
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 300 }),
      fc
        .array(fc.constantFrom(...words, "and", ".", "then ", "?! "), { maxLength: 80 })
        .map((all) => all.join(" ")),
    );
    fc.assert(
      fc.property(text, fc.integer({ min: -2, max: 12 }), (query, limit) => {
        const found = index.search(query, limit);
        const scores = found.map(({ score }) => score);
        const ordered = scores.every(
          (score, at) => Number.isFinite(score) && score > 0 && score <= (scores[at - 1] ?? score),
        );
        expect([found.length <= Math.max(0, limit), ordered]).toEqual([true, true]);
        expect(index.search(query, limit)).toEqual(found);
      }),
    );
  });

  it("depends on the tools that are there, not on what came and went before", () => {
    const step = fc.oneof(
      anyTool.map((one) => ({ add: one })),
      fc.constantFrom(...words).map((name) => ({ remove: name })),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.constantFrom(...words), (steps, query) => {
        const lived = createToolIndex();
        const left = new Map<string, SearchableTool>();
        for (const one of steps) {
          if ("add" in one) {
            lived.add(one.add);
            left.set(one.add.name, one.add);
          } else {
            expect(lived.remove(one.remove)).toBe(left.delete(one.remove));
          }
        }
        const fresh = indexOf(...[...left.values()].reverse());
        expect(lived.search(query, 20)).toEqual(fresh.search(query, 20));
        expect(lived.size()).toBe(fresh.size());
      }),
    );
  });
});
