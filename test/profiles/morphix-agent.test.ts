/** The agent of Morphix's document: kits and skills in its prompt, a clarification that pauses it, and its search. */
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { toLoopResult } from "@toolplane/compat";
import { answerWaiting } from "@toolplane/library/rooms/approvals";
import { openState } from "@toolplane/library/rooms/state";
import { createScriptedBroker } from "@toolplane/testkit";
import { createToolplane } from "toolplane";
import { scriptedModel } from "toolplane/agent";
import { describe, expect, it, onTestFinished } from "vitest";
import { openMorphix } from "./morphix-world.fixture.ts";

const heads = (text: string) => [...text.matchAll(/^## (.*)$/gm)].map(([, head]) => head);

describe("kits and skills", () => {
  /** What the model of an agent with these tools is told; `tp.systemPrompt` says the same. */
  async function promptOf(has?: readonly string[]) {
    const { tp } = await openMorphix();
    const session = tp.session(has ? { tools: has } : {});
    const told: string[] = [];
    const model = scriptedModel(({ system }) => {
      told.push(system);
      return { text: "Done." };
    });
    const agent = await tp.agent({ model, session });
    await agent.run("Go.");
    expect(told).toEqual([await tp.systemPrompt({ session })]);
    return told[0] ?? "";
  }

  it("kits are in the system prompt, step by step [R270]", async () => {
    const text = await promptOf();
    expect(heads(text).slice(0, 4)).toEqual([
      "tdd_workflow",
      "debug_cycle",
      "project_setup",
      "code_quality",
    ]);
    expect(text).toContain("Goal: Test-driven development cycle\n1. Write test (file_manager)");
    expect(text.length).toBeLessThan(32_000);
  });

  it("only kits whose tools are all in the allowlist are in it [R271]", async () => {
    const text = await promptOf(["file_manager", "git_manager", "bash_manager"]);
    expect(heads(text)).toEqual(["project_setup", "file_manager", "bash_manager", "git_manager"]);
    expect(heads(await promptOf(["code_search"]))).toEqual(["code_search"]);
  });

  it("skills of the tools it has are in it, with when to use, when not, examples and tips [R273]", async () => {
    const text = await promptOf(["bash_manager", "web_fetch"]);
    expect(text).toMatch(
      /# Notes on tools\n\n## bash_manager\nWhen to use:\n- .+\n[\s\S]*When not to use:\n- [\s\S]*Examples:\n- \{[\s\S]*Tips:\n- /,
    );
    expect(heads(await promptOf())).toHaveLength(4 + 8);
  });

  it("are not in a prompt without the profile", async () => {
    const { tp } = await openMorphix({}, { preset: "managers" }, ["profile"]);
    expect(heads(await tp.systemPrompt())).toEqual([]);
  });
});

describe("ask_clarification", () => {
  const ASKED = { question: "Which one?", options: ["red", "blue"] };
  const model = () =>
    scriptedModel([
      { calls: [{ name: "ask_clarification", arguments: ASKED }] },
      { calls: [{ name: "bash_manager", arguments: { command: "echo ran" } }] },
      { text: "So be it." },
    ]);

  it("pauses the run by itself, keeps it, and goes on in another process with the answer", async () => {
    const broker = createScriptedBroker(() => "once");
    const { tp, root } = await openMorphix({}, { broker }, ["record"]);
    const agent = await tp.agent({ model: model() });
    const outcome = await agent.run("Do it.");
    const { loopId } = agent.state();
    const conversation = agent.session.id;
    await tp.close();
    const state = await openState({ userData: join(root, "data"), recordPlace: null });
    onTestFinished(() => state.close());
    const paused = await state.store.paused.newest(conversation);
    expect(toLoopResult(outcome, paused)).toMatchObject({
      status: "clarification_needed",
      paused_session_id: paused?.id,
      options: ["red", "blue"],
    });
    expect(broker.questions()).toEqual([]);
    const answer = { choice: "answers", answers: [["blue"]] } as const;
    const given = { ...state, wallMs: Date.now, by: "a test" };
    expect(await answerWaiting(paused?.id ?? "", answer, given)).toMatchObject({
      outcome: "given",
      runId: loopId,
    });
    const second = await createToolplane({
      profile: "morphix",
      workspace: join(root, "project"),
      userData: join(root, "data"),
      broker,
      onWarning: () => {},
    });
    onTestFinished(() => second.close());
    const again = await second.agent({ model: model(), run: loopId });
    expect(await again.goOn()).toEqual({ status: "done", text: "So be it." });
    expect(JSON.stringify(again.state().messages)).toContain("blue");
    // What needs permission is asked of the person who is there, as before.
    expect(broker.questions().map(({ tool }) => tool)).toEqual(["bash_manager"]);
  });

  it("asks the broker that is there without the profile", async () => {
    const broker = createScriptedBroker(() => ({ choice: "answers", answers: [["red"]] }));
    const { tp } = await openMorphix({}, { preset: "managers", broker }, ["profile"]);
    const agent = await tp.agent({
      model: scriptedModel([
        { calls: [{ name: "ask_clarification", arguments: ASKED }] },
        { text: "Done." },
      ]),
    });
    expect(await agent.run("Do it.")).toMatchObject({ status: "done" });
    expect(broker.questions()).toHaveLength(1);
  });
});

describe("web_search", () => {
  it("asks Google by its kind, its engine and the key in the environment", async () => {
    const seen: Pick<IncomingMessage, "url" | "headers">[] = [];
    const items = [{ title: "T", link: "https://t.example/", snippet: "S" }];
    const server = createServer(({ url, headers }, response) => {
      seen.push({ url, headers });
      response.setHeader("content-type", "application/json").end(JSON.stringify({ items }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    const google = {
      kind: "google",
      engine: "a b&c",
      url: "http://google.example/customsearch/v1",
    };
    const { call } = await openMorphix(
      {},
      {
        toolConfig: { web_search: { providers: [google] } },
        environment: { ...process.env, GOOGLE_SEARCH_API_KEY: "google-key-1" },
        resolver: { resolve: async () => ["93.184.215.14"] },
        connector: { connect: async () => connect(port, "127.0.0.1") },
        policy: [
          { permission: "net.fetch", pattern: "google.example:80", action: "allow" },
          { permission: "env", pattern: "GOOGLE_SEARCH_API_KEY", action: "allow" },
        ],
      },
    );
    expect(await call("web_search", { query: "cats & dogs", num: 5 })).toMatchObject({
      data: { results: [{ title: "T", url: "https://t.example/", snippet: "S" }] },
    });
    expect(seen).toMatchObject([
      {
        url: "/customsearch/v1?cx=a%20b%26c&q=cats%20%26%20dogs&num=5",
        headers: { "x-goog-api-key": "google-key-1" },
      },
    ]);
  });
});
