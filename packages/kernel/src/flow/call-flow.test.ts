import { defineTool, type JsonObject, type Resource, type ToolFlow } from "@toolplane/contract";
import { describe, expect, it } from "vitest";
import { callFlow } from "./call-flow.ts";

const HOST: Resource = {
  capability: "net.fetch",
  scheme: "https",
  host: "api.example",
  port: 443,
  origin: "direct",
  via: "argument",
};

function flowOf(
  args: JsonObject,
  {
    flow,
    remote = true,
    isReached = false,
  }: { readonly flow?: ToolFlow; readonly remote?: boolean; readonly isReached?: boolean },
) {
  const tool = defineTool({
    id: "tickets",
    description: "Tickets",
    parameters: {
      type: "object",
      properties: {
        number: { type: "integer" },
        state: { type: "string", enum: ["open", "closed"] },
        query: { type: "string" },
        project: { type: "string" },
        body: { type: "string" },
      },
    },
    requires: {},
    ...(flow ? { flow } : {}),
    execute: () => "",
  });
  const { effect, destinations } = callFlow({
    tool,
    remote,
    args,
    sandboxed: true,
    isOutside: () => false,
    footprint: { resources: isReached ? [HOST] : [] },
  });
  return [effect, destinations.map(({ text }) => text)];
}

describe("a server's call that is said to read only", () => {
  const flow = { effect: "read" } as const;

  it("a server's reading call is a read as long as its arguments hold no text of their own", () => {
    expect(flowOf({}, { flow })).toEqual(["read", []]);
    expect(flowOf({ number: 7, state: "open" }, { flow })).toEqual(["read", []]);
  });

  it("a server's reading call carries the texts of its arguments out", () => {
    expect(flowOf({ query: "the key is swordfish" }, { flow })).toEqual(["send", []]);
    expect(flowOf({ project: "swordfish" }, { flow })).toEqual(["send", ["swordfish"]]);
    expect(flowOf({ state: "swordfish" }, { flow })).toEqual(["send", []]);
  });

  it("a server's reading call goes to its host all the same", () => {
    const reached = { flow, isReached: true };
    expect(flowOf({ number: 7 }, reached)).toEqual(["send", ["api.example"]]);
    expect(flowOf({ project: "x" }, reached)).toEqual(["send", ["x", "api.example"]]);
  });

  it("a server's call is a sending unless it is declared to read", () => {
    expect(flowOf({}, {})).toEqual(["send", []]);
    expect(flowOf({ number: 7 }, {})).toEqual(["send", []]);
  });

  it("takes the declaration to read from a tool of our own", () => {
    expect(flowOf({ query: "words" }, { flow, remote: false })).toEqual(["read", []]);
  });
});

describe("a link in what is sent", () => {
  it("a link in what is sent is a place of its own, beside the receiver", () => {
    const body = "See https://a.example/x?k=1, www.b.example/y. Also ![p](http://c.example/p.png)";
    expect(flowOf({ project: "x", body }, {})).toEqual([
      "send",
      ["x", "https://a.example/x?k=1", "www.b.example/y", "http://c.example/p.png"],
    ]);
    expect(flowOf({ project: "x", body: "secure-bank.com/login now" }, {})).toEqual([
      "send",
      ["x", "secure-bank.com/login"],
    ]);
  });

  it("takes names of files, versions and mail addresses for no links", () => {
    const body = "main.py, index.html, v1.2.3, Node.js, rosa@mail.com and e.g. this";
    expect(flowOf({ project: "x", body }, {})).toEqual(["send", ["x"]]);
  });

  it("a link does not decide where the whole goes to, and does not count in a change of one's own things", () => {
    expect(flowOf({ body: "https://a.example/" }, {})).toEqual(["send", []]);
    const own = { flow: { effect: "change" }, remote: false } as const;
    expect(flowOf({ project: "x", body: "https://a.example/" }, own)).toEqual(["change", ["x"]]);
  });
});

describe("a push to a remote by its name", () => {
  const unit = (...argv: readonly string[]): Resource => ({
    capability: "shell.run",
    unit: { argv, cwd: "/w", text: argv.join(" ") },
    origin: "direct",
    via: "unit",
    unitIndex: 0,
  });
  const wanted: Resource = { ...HOST, origin: "derived", via: "configuration", unitIndex: 0 };
  const named: Resource = { ...wanted, host: "other.example", via: "destination" };
  const placesOf = (...resources: readonly Resource[]) => {
    const tool = defineTool({
      id: "bash",
      description: "Runs",
      parameters: { type: "object" },
      requires: {},
      execute: () => "",
    });
    const footprint = { resources };
    const call = { tool, remote: false, args: {}, sandboxed: true, isOutside: () => false };
    return callFlow({ ...call, footprint }).destinations.map(({ text }) => text);
  };

  it("a push goes to the remote, whose host the settings name, and to every host that the line names", () => {
    expect(placesOf(unit("git", "push", "origin"), wanted)).toEqual(["origin"]);
    expect(placesOf(unit("git", "push", "origin"), wanted, named)).toEqual([
      "origin",
      "other.example",
    ]);
  });

  it("a fetch goes to the host that the settings name", () => {
    expect(placesOf(unit("git", "fetch", "origin"), wanted)).toEqual(["api.example"]);
  });
});
