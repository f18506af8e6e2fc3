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

  it("prefers words that are side by side", () => {
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

  it("gives every job of a request a place before the second tool of another", () => {
    const loans = ["loan_a", "loan_b", "loan_c"].map((name) =>
      tool(name, "Computes the yearly interest of a loan over its whole term, and its repayment."),
    );
    const others = words.map((word) => tool(`${word}_${word}`, `Does ${word}.`));
    const index = indexOf(...loans, ...others, tool("docket", "Lawsuits filed in a court."));
    const request =
      "Compute the yearly interest of my loan over its whole term. Then tell me the yearly repayment of that loan. Which lawsuits were filed in the court of Boston?";
    const found = index.search(request, 3);
    expect(found.map(({ name }) => name).sort()).toEqual(["docket", "loan_a", "loan_b"]);
    const scores = found.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((left, right) => right - left));
  });

  it("finds the kind of which a request names a member, and not the other way round", () => {
    const index = indexOf(
      tool("exchange_currency", "Exchanges a currency."),
      tool("us_dollar_history", "Past of the dollar."),
    );
    expect(namesOf(index, "swap 20 francs")).toEqual(["exchange_currency"]);
    const francs = indexOf(tool("franc_history", "Past of the franc."));
    expect(namesOf(francs, "unit")).toEqual([]);
  });

  it("reads where a tool comes from, by name and by what the source says of itself", () => {
    const of = (source: string, sourceText: string): SearchableTool => ({
      ...tool(`mcp__${source}__query`, "Runs a query."),
      source,
      sourceText,
    });
    const index = indexOf(
      of("alpine", "Ski slopes, lifts and snow reports."),
      of("archive", "Newspapers since 1850."),
    );
    expect(namesOf(index, "how deep is the snow")).toEqual(["mcp__alpine__query"]);
    expect(namesOf(index, "query the archive")[0]).toBe("mcp__archive__query");
    expect(namesOf(index, "query an old newspaper")[0]).toBe("mcp__archive__query");
  });

  it("counts the name of a source once, and what a tool is called for more", () => {
    const index = indexOf(
      { ...tool("mcp__search__delete_page", "Removes it."), source: "search" },
      { ...tool("mcp__wiki__search_page", "Looks it up."), source: "wiki" },
    );
    expect(namesOf(index, "search page")).toEqual([
      "mcp__wiki__search_page",
      "mcp__search__delete_page",
    ]);
    expect(namesOf(index, "search_page")[0]).toBe("mcp__wiki__search_page");
  });

  it("reads the sections of a function's comment as what they are", () => {
    const index = indexOf(
      tool(
        "a",
        "Sends a parcel.\n\nArgs:\n    text: letter to put in before it is closed and sent",
      ),
      tool(
        "b",
        "Sends a letter.\n\nArgs:\n    text: parcel to put it in before it is closed and sent",
      ),
    );
    expect(namesOf(index, "letter")).toEqual(["b", "a"]);
    expect(namesOf(index, "parcel")).toEqual(["a", "b"]);
  });

  it("weighs all tools again when new ones are wordier than those before", () => {
    const index = indexOf(...catalog);
    expect(namesOf(index, "weather")[0]).toBe("getWeather");
    const wordy = Array.from({ length: 40 }, (_, at) =>
      tool(
        `wordy_${at}`,
        `Tells number ${at}. ${"Much is said about very little here. ".repeat(12)}`,
      ),
    );
    for (const one of wordy) index.add(one);
    expect(index.search("weather forecast", 5)).toEqual(
      indexOf(...wordy, ...catalog).search("weather forecast", 5),
    );
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

  it("takes no account of how long a tool was that is removed", () => {
    const short = tool("a", "Short words.");
    const longer = tool("c", `Short words, ${words.join(" ")}.`);
    const lived = indexOf(short, longer, tool("b", "many more of these ".repeat(200)));
    lived.remove("b");
    expect(lived.search("short", 5)).toEqual(indexOf(short, longer).search("short", 5));
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
  source: fc.constantFrom(null, "weather", "pay_desk"),
  sourceText: fc.constantFrom(null, "Image search of stocks", "file ".repeat(60)),
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

  it("remembers nothing of the searches before", () => {
    const queries = ["weather forecast for a place", "price", "send an email, convert currency"];
    const index = indexOf(...catalog);
    for (const query of [...queries, ...queries])
      expect(index.search(query, 9)).toEqual(indexOf(...catalog).search(query, 9));
  });

  it("tells scores that do not rise where places were spread over jobs in several scripts", () => {
    const index = indexOf(
      ...catalog,
      tool("天気", "天気予報 weather"),
      tool("stocks", "stocks 天気"),
    );
    const clause = "weather forecast 天気予報 stocks price";
    for (const query of [
      "weather and 天気予報 ?!  天気予報 stocks",
      `${clause} and ${clause} ?! ${clause}. ${clause}`,
    ]) {
      const scores = index.search(query, 8).map(({ score }) => score);
      expect(scores.length).toBeGreaterThan(1);
      expect(scores).toEqual(scores.toSorted((left, right) => right - left));
    }
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
