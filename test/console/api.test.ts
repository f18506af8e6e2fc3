import {
  type ConsoleWorld,
  FILES,
  keepTalk,
  openConsoleWorld,
  type SendOptions,
  type Sent,
} from "@toolplane/cli/fixtures";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

interface Operation {
  readonly responses: {
    readonly "200": {
      readonly content: Readonly<Record<string, { readonly schema?: object }>>;
    };
  };
}
type Document = {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};

const RULES =
  '{ "rules": [{ "permission": "fs.read", "pattern": "**/.env", "action": "deny" }] }\n';

let ground: ConsoleWorld;
let document: Document;
let sessionId = "";
const ajv = new Ajv2020({ strict: false, allErrors: true });
const met = new Set<string>();

beforeAll(async () => {
  ground = await openConsoleWorld({ ...FILES, ".toolplane/policy.jsonc": RULES });
  document = (await ground.send("/api/v1/openapi.json")).json as Document;
  const recorded = await ground.world.record(
    [
      ["read", { path: "README.md" }],
      ["read", { path: ".env" }],
      ["write", { path: "src/new.ts", content: "export const fresh = 1;\n" }],
      ["edit", { path: "src/total.ts", old_string: "= 1", new_string: "= 2" }],
      ["grep", { pattern: "total", path: "src" }],
    ],
    { answers: ["once", "reject"] },
  );
  sessionId = recorded.sessionId;
});

afterAll(async () => {
  await ground.close();
});

/** Sends, and holds a good answer to what the document says of it. */
async function ask(path: string, options: SendOptions = {}): Promise<Sent> {
  const sent = await ground.send(`/api/v1${path}`, options);
  const method = (options.method ?? "GET").toLowerCase();
  const [found] = Object.entries(document.paths).filter(
    ([pattern, operations]) =>
      operations[method] !== undefined && fits(pattern, path.split("?")[0] ?? ""),
  );
  if (sent.status === 200 && found) {
    const [pattern, operations] = found;
    met.add(`${method} ${pattern}`);
    const schema = operations[method]?.responses["200"].content["application/json"]?.schema;
    const validate = schema && ajv.compile(schema);
    if (validate) expect([path, validate(sent.json), validate.errors]).toEqual([path, true, null]);
  }
  return sent;
}

function fits(pattern: string, path: string): boolean {
  const wanted = pattern.split("/");
  const given = path.split("/");
  return (
    wanted.length === given.length &&
    wanted.every((word, at) => word.startsWith("{") || word === given[at])
  );
}

const post = (path: string, body: object): Promise<Sent> => ask(path, { method: "POST", body });

describe("the API", () => {
  it("says where it is and what goes on", async () => {
    const { workspace } = ground.world;
    expect((await ask("/folders")).json.folders).toEqual([{ workspace, sessions: 1 }]);
    expect((await ask("/session-counts")).json).toEqual({
      live: 0,
      waiting: 0,
      denied: 1,
      unknown: 0,
      looked: 1,
      isWhole: true,
    });
    expect((await ask("/here")).json).toMatchObject({
      workspace: ground.world.workspace,
      mode: "ask",
    });
    expect((await ask("/now")).json).toMatchObject({ live: [], running: [], waiting: [] });
  });

  it("is of another folder only where sessions of it are recorded", async () => {
    const of = async (folder: string) =>
      (await ground.send("/api/v1/here", { headers: { "x-toolplane-folder": folder } })).status;
    expect(await of(encodeURIComponent(ground.world.workspace))).toBe(200);
    for (const folder of ["/", "/etc", ground.world.data, `${ground.world.workspace}/src`, ".."])
      expect([folder, await of(encodeURIComponent(folder))]).toEqual([folder, 404]);
    expect(await of("%E0%A4%A")).toBe(400);
    expect((await ground.send("/api/v1/policy?folder=%2Fetc")).status).toBe(404);
  });

  it("lists sessions with search, filters and pages", async () => {
    const more = await ground.world.record([["read", { path: "src/pdf.ts" }]]);
    const ids = async (query: string) =>
      ((await ask(`/sessions?${query}`)).json.sessions as { sessionId: string }[]).map(
        (one) => one.sessionId,
      );
    expect(await ids("")).toEqual([more.sessionId, sessionId]);
    expect(await ids("filter=denied")).toEqual([sessionId]);
    expect(await ids("q=PDF")).toEqual([more.sessionId]);
    const first = (await ask("/sessions?limit=1")).json;
    expect(first).toMatchObject({ total: 2, next: more.sessionId });
    expect(await ids(`limit=1&after=${first.next}`)).toEqual([sessionId]);
    expect((await ask("/sessions?filter=odd")).status).toBe(400);
    expect((await ask("/sessions?limit=-1")).status).toBe(400);
  });

  it("finds calls over all sessions, and says what cannot be meant", async () => {
    const found = async (query: string) =>
      (
        (await ask(`/calls?${query}`)).json.groups as { call: { tool: string; callId: string } }[]
      ).map(({ call }) => `${call.tool} ${call.callId}`);
    const own = `session=${sessionId}&each=true`;
    expect(await found(`${own}&q=total`)).toEqual(["grep call_5", "edit call_4"]);
    expect(await found(`${own}&path=.env`)).toEqual(["read call_2"]);
    expect(await found(`${own}&path=src/**&tool=write`)).toEqual(["write call_3"]);
    expect(await found(`${own}&verdict=rejected&last=1h`)).toEqual(["edit call_4"]);
    expect(await found(`${own}&until=2020-01-01`)).toEqual([]);
    expect((await ask("/calls?each=true&limit=1")).json).toMatchObject({
      calls: 1,
      next: expect.any(String),
      index: { left: 0 },
    });
    expect((await ask("/calls?verdict=odd")).status).toBe(400);
    expect((await ask("/calls?last=soon")).status).toBe(400);
    expect((await ask(`/calls?q=${"x".repeat(10_000)}`)).status).toBeGreaterThanOrEqual(400);
    expect(await found(`${own}&q=${encodeURIComponent('%\' OR "1" \u202e')}`)).toEqual([]);
  });

  it("tells a session call by call", async () => {
    const { session, files } = (await ask(`/sessions/${sessionId}`)).json;
    expect(session).toMatchObject({ calls: 5, refused: 2, asked: 2, state: "closed" });
    expect(files).toMatchObject([{ changes: 1, undone: 0 }]);
    const { calls, total } = (await ask(`/sessions/${sessionId}/calls`)).json as {
      calls: { callId: string; mark: string; tool: string }[];
      total: number;
    };
    expect([total, calls.map(({ tool, mark }) => `${tool} ${mark}`)]).toEqual([
      5,
      ["read allow", "read deny", "write allow", "edit deny", "grep allow"],
    ]);
    const second = (await ask(`/sessions/${sessionId}/calls?from=1&limit=2`)).json;
    expect(second).toMatchObject({ from: 1, calls: [{ callId: "call_2" }, { callId: "call_3" }] });
    expect((await ask(`/sessions/${sessionId}/labels`)).json).toEqual({ labels: [] });
    expect((await ask(`/sessions/${sessionId}/verify`)).json).toMatchObject({ ok: true });
    expect((await post(`/sessions/${sessionId}/replay`, {})).json).toMatchObject({ calls: 5 });
    const lines = (await ask(`/sessions/${sessionId}/export?rows=true`)).text.trim().split("\n");
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ type: "session", sessionId });
    const whole = (await ask(`/sessions/${sessionId}/export?content=true`)).text;
    // What was read and written goes along only where somebody asks for it.
    expect([lines.join(), whole].map((text) => text.includes("const fresh"))).toEqual([
      false,
      true,
    ]);
  });

  it("tells one call in full", async () => {
    const denied = (await ask(`/sessions/${sessionId}/calls/call_2`)).json;
    expect(denied).toMatchObject({
      words: "denied",
      road: { stage: "judge", outcome: "refused" },
      verdict: { action: "deny" },
      result: { type: "error", code: "permission_denied" },
    });
    const written = (await ask(`/sessions/${sessionId}/calls/call_3`)).json;
    expect(written).toMatchObject({
      answers: [{ choice: "once" }],
      changes: [{ kind: "created", added: 1 }],
      touched: [{ capability: "fs.write", before: "predicted", real: { word: "written" } }],
    });
    expect((await ask(`/sessions/${sessionId}/calls/none`)).status).toBe(404);
    expect((await ask(`/sessions/${sessionId}/calls/call_1/output`)).status).toBe(404);
    expect((await ask("/sessions/none")).status).toBe(404);
  });

  it("takes back what a session changed, and makes it again", async () => {
    const plan = (await ask(`/sessions/${sessionId}/moves?action=undo`)).json;
    expect(plan).toMatchObject({ files: [{ what: "removed", obstacle: null, changes: 1 }] });
    const path = `/sessions/${sessionId}/moves`;
    const later = (await ask(`${path}?action=undo&from=call_4`)).json;
    expect([later.files, (await ask(`${path}?action=undo&from=none`)).status]).toEqual([[], 404]);
    expect((await ask(`${path}?action=undo&from=call_3`)).json.files).toHaveLength(1);
    expect((await post(path, { action: "undo" })).json).toMatchObject({ files: 1, failure: null });
    expect((await post(path, { action: "undo" })).status).toBe(404);
    expect((await post(path, { action: "redo" })).json).toMatchObject({ files: 1, failure: null });
    ground.world.write({ "src/new.ts": "somebody else's\n" });
    expect((await post(path, { action: "undo" })).status).toBe(409);
    expect((await post(path, { action: "away" })).status).toBe(400);
  });

  it("tells the rules, explains a call and tries a draft over what was recorded", async () => {
    const policy = (await ask("/policy")).json;
    expect(policy).toMatchObject({ project: "untrusted", files: { project: { text: RULES } } });
    const { calls, isWhole, hits } = (await ask("/policy/hits")).json as {
      readonly calls: number;
      readonly isWhole: boolean;
      readonly hits: readonly { readonly source: object; readonly calls: number }[];
    };
    // An undo and a redo are calls, too.
    expect([calls, isWhole]).toEqual([8, true]);
    const shipped = hits.filter(({ source }) => "scope" in source && source.scope === "default");
    expect(shipped.some((one) => one.calls > 1)).toBe(true);
    const call = { tool: "bash", arguments: { command: "cat .env" } };
    expect((await post("/policy/explain", call)).json).toMatchObject({
      verdict: { action: "deny" },
    });
    const open = { scope: "project", text: '{ "rules": [] }' };
    expect((await post("/policy/explain", { ...call, draft: open })).json.verdict).toMatchObject({
      action: expect.stringMatching(/ask|allow/),
    });
    expect((await post("/policy/explain", { tool: "none", arguments: {} })).json).toMatchObject({
      settled: { code: "unknown_tool" },
    });
    const draft = {
      scope: "project",
      text: '{ "rules": [{ "permission": "fs.read", "pattern": "**/README.md", "action": "deny" }] }',
    };
    const tried = (await post("/policy/what-if", draft)).json;
    expect(tried).toMatchObject({
      counts: { denied: 1 },
      isWhole: true,
      moved: expect.arrayContaining([
        expect.objectContaining({ tool: "read", what: "README.md", from: "allow", to: "deny" }),
      ]),
    });
    // However little time there is, something is judged.
    const hasty = (await post("/policy/what-if", { ...draft, budgetMs: 0 })).json;
    expect(hasty).toMatchObject({ isWhole: false, judged: expect.any(Number) });
    expect(hasty.judged).toBeGreaterThan(0);
    expect((await post("/policy/check", { scope: "own", text: "{ broken" })).json).toMatchObject({
      ok: false,
      problem: expect.stringContaining("policy.jsonc"),
    });
    // Each broken row with its line; one that matches nothing with the near name.
    const rows = `{ "rules": [
      { "permission": "fs.reed", "pattern": "**", "action": "deny" },
      { "permission": "bsah", "pattern": "git *", "action": "deny" },
      { "permission": "fs.read", "pattern": "**", "action": "dney" }
    ] }`;
    expect((await post("/policy/check", { scope: "own", text: rows })).json).toMatchObject({
      faults: [
        { line: 2, message: expect.stringMatching(/^unknown capability "fs.reed"/) },
        { line: 4, message: expect.stringMatching(/^unknown action "dney"/) },
      ],
      idle: [{ source: { line: 3 }, near: "bash" }],
    });
    const torn = await post("/policy/check", { scope: "own", text: '{ "rules": [\n  { "a: 1 }' });
    expect(torn.json).toMatchObject({ faults: [{ line: 2 }], idle: [] });
    expect((await ask("/policy/words")).json).toMatchObject({
      permissions: expect.arrayContaining([
        { name: "fs.read", detail: "capability" },
        { name: "bash", detail: "tool" },
      ]),
      actions: [{ name: "allow" }, { name: "ask" }, { name: "deny" }],
    });
    expect((await post("/policy/what-if", { scope: "own", text: "{ broken" })).status).toBe(400);
    expect((await ask("/policy/suggestions")).json).toMatchObject({
      suggestions: [{ rule: { permission: "fs.write", action: "allow" }, blast: { rejected: 0 } }],
    });
  });

  it("writes a rule file only over the one that was read, and never one that cannot hold", async () => {
    const path = "/policy/files/own";
    const put = (body: object) => ask(path, { method: "PUT", body });
    expect((await put({ text: "{ broken", before: null })).status).toBe(400);
    const first = await put({ text: RULES, before: null });
    expect(first.json).toMatchObject({ file: { text: RULES } });
    expect((await put({ text: '{ "rules": [] }', before: null })).status).toBe(409);
    const rule = { permission: "bash", pattern: "npm publish *", action: "ask" };
    const added = (await post(`${path}/rules`, { rule, comment: "Publishing" })).json;
    expect(JSON.stringify(added)).toContain("npm publish *");
    expect((await ask("/policy")).json.rules).toHaveLength(3);
    expect((await post(`${path}/rules`, { rule: { permission: 1 } })).status).toBe(400);
    expect((await post("/policy/files/other/rules", { rule })).status).toBe(400);
  });

  it("finds tools, shows one, and calls one", async () => {
    const names = ((await ask("/tools")).json.tools as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["read", "bash", "grep"]));
    const [best] = (await ask("/tools?q=search%20file%20contents")).json.tools as {
      name: string;
    }[];
    expect(best).toMatchObject({
      name: "grep",
      summary: expect.stringMatching(/^Searches files for .*\.$/),
    });
    expect((await ask("/tools/grep")).json).toMatchObject({ name: "grep", parameters: {} });
    expect((await ask("/tools/none")).status).toBe(404);
    const called = await post("/tools/read/call", { arguments: { path: "README.md" } });
    expect(called.json).toMatchObject({ result: { type: "output" } });
    const refused = await post("/tools/read/call", { arguments: { path: ".env" } });
    expect(refused.json).toMatchObject({ result: { type: "error", code: "permission_denied" } });
    expect((await post("/tools/read/call", { arguments: 3 })).status).toBe(400);
    const { hits } = (await ask("/policy/hits")).json;
    expect(hits).toContainEqual({
      rule: { permission: "fs.read", pattern: "**/.env", action: "deny" },
      source: { scope: "manifest", file: expect.any(String), line: 1 },
      calls: 1,
      lastAtMs: expect.any(Number),
    });
  });

  it("tells sources, skills, notes and figures", async () => {
    expect((await ask("/sources")).json).toEqual({ sources: [] });
    expect((await post("/sources/look", {})).json).toEqual({ sources: [] });
    expect((await ask("/skills")).json).toMatchObject({ skipped: [] });
    expect((await ask("/memory")).json).toEqual({ notes: [] });
    const figures = (await ask("/figures?days=2")).json as { days: object[]; tools: object[] };
    expect(figures.days).toHaveLength(2);
    expect(figures.tools).not.toHaveLength(0);
    expect(figures).toMatchObject({
      questions: expect.arrayContaining([{ asked: "3 to 5 times", sessions: 1 }]),
      refusals: expect.arrayContaining([
        { stage: "judge", code: "permission_denied", calls: expect.any(Number) },
      ]),
    });
  });

  it("tells runs of agents turn by turn", async () => {
    ground.world.write({ "turns.jsonl": '{ "text": "Mended." }\n' });
    const ran = await ground.world.run(["run", "Mend it.", "--script", "turns.jsonl"]);
    expect(ran.code).toBe(0);
    const { runs } = (await ask("/runs")).json as { runs: { id: string }[] };
    expect(runs).toMatchObject([{ prompt: "Mend it.", status: "done", turns: 1 }]);
    const one = (await ask(`/runs/${runs[0]?.id}`)).json;
    expect(one).toMatchObject({ turns: [{ turn: 0 }, { turn: 1, words: "Mended." }] });
    expect((await ask("/runs/none")).status).toBe(404);
    expect((await ask("/runs?session=none")).json).toEqual({ runs: [] });
    const { models } = (await ask("/figures")).json;
    expect(models).toMatchObject([{ runs: 1 }]);
  });

  it("shows a question that another process waits on, and answers it", async () => {
    const child = ground.world.spawn(
      ["call", "write", "--path", ".envrc", "--content", "export A=1", "--wait", "--json"],
      {},
    );
    // What it said may be read only after it has ended.
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    let output = "";
    child.stdout?.on("data", (text: Buffer) => {
      output += text;
    });
    type Waiting = { readonly waiting: readonly { readonly id: string }[] };
    await expect
      .poll(async () => ((await ask("/approvals")).json as Waiting).waiting)
      .toHaveLength(1);
    const [{ id } = { id: "" }] = ((await ask("/now")).json as Waiting).waiting;
    const card = (await ask(`/approvals/${id}`)).json;
    expect(card).toMatchObject({
      question: { tool: "write", changes: [{ kind: "created" }] },
      choices: ["once", "session", "reject", "edit"],
    });
    // A protected file: no rule is offered for it, so none is counted and none is taken.
    expect((await ask(`/approvals/${id}/reach`)).json).toMatchObject({ offer: null });
    const answer = (body: object) => post(`/approvals/${id}/answer`, body);
    expect((await answer({ choice: "rule" })).status).toBe(400);
    expect((await answer({ choice: "project" })).status).toBe(400);
    expect((await answer({ choice: "once", extra: 1 })).status).toBe(400);
    expect((await answer({ choice: "once" })).json).toEqual({ answered: id });
    expect(await answer({ choice: "reject" })).toMatchObject({
      status: 409,
      json: { error: { message: expect.stringContaining("mira, console") } },
    });
    expect(await ended).toBe(0);
    expect(JSON.parse(output)).toMatchObject({ type: "output" });
    expect((await ask("/approvals/none")).status).toBe(404);
    expect((await ask("/approvals/none", { method: "DELETE" })).json).toEqual({ revoked: false });
  });

  it("gives what was said with its calls, masked, and says where nothing was given", async () => {
    const path = `/sessions/${sessionId}`;
    const none = await ask(`${path}/talk`);
    expect(none.json).toMatchObject({ state: "none", total: 0, pieces: [], calls: [] });
    const secret = `ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}`;
    const long = `${"x".repeat(1_048_576)} ${secret}`;
    await keepTalk(ground.state.store, sessionId, [
      { role: "user", from: "person", text: `Look with ${secret}.` },
      {
        role: "assistant",
        text: long,
        calls: [
          { id: "call_1", name: "read", arguments: '{"path":"README.md"}' },
          { id: "elsewhere", name: "read", arguments: "{" },
        ],
      },
    ]);
    const { status, text, json } = await ask(`${path}/talk`);
    expect([status, text.includes(secret), text.length < 20_000]).toEqual([200, false, true]);
    expect(json).toMatchObject({
      state: "kept",
      total: 4,
      pieces: [
        { kind: "said", text: expect.stringMatching(/^Look with \[redacted:\S+\]\.$/) },
        { kind: "answer", isCut: true, calls: [{ callId: "call_1" }, { callId: "elsewhere" }] },
      ],
      calls: [{ callId: "call_1", tool: "read", mark: "allow" }],
    });
    const part = (await ask(`${path}/talk/2?from=1000000`)).json;
    expect(part.text).toMatch(/^x{48576} \[redacted:\S+\]$/);
    expect(part.next).toBeNull();
    expect((await ask(`${path}/talk/1`)).status).toBe(404);
    expect((await ask(`${path}/talk/x`)).status).toBe(400);
    const listed = (await ask(path)).json.session;
    expect(listed).toMatchObject({
      title: expect.stringMatching(/^Look with \[redacted:/),
      model: "local/devstral",
      person: expect.stringMatching(/./),
    });
    const lines = (await ask(`${path}/export?content=true`)).text;
    expect([lines.includes("Look with [redacted:"), lines.includes(secret)]).toEqual([true, false]);
  });

  it("lists a standing approval without what proves it, and takes it back", async () => {
    const shared = {
      id: "apr_1",
      tool: "bash",
      origin: "bundled",
      key: "$ npm test",
      fingerprint: "f".repeat(64),
      scope: "project" as const,
      sessionId,
    };
    const approval = { ...shared, cover: [], grantedAtMs: 1_000 };
    const receipt = {
      ...shared,
      kind: "always" as const,
      coverDigest: "d".repeat(64),
      issuedAtMs: 1_000,
      expiresAtMs: null,
      mac: "c".repeat(64),
    };
    await ground.state.store.approvals.put({ ...approval, receipt });
    const { standing } = (await ask("/approvals")).json;
    expect(standing).toEqual([approval]);
    expect((await ask("/approvals/apr_1", { method: "DELETE" })).json).toEqual({ revoked: true });
    expect((await ask("/approvals")).json.standing).toEqual([]);
  });

  it("was asked for everything that its document names, and failed at nothing", () => {
    const named = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method} ${path}`),
    );
    // The chats, the views, the fleet, the sources that changed and the record as a whole have tests of their own.
    const apart = [
      ...named.filter((one) =>
        / \/(chats|views|fleet|record|answered)|\/sources\/\{source\}\//.test(one),
      ),
      "get /events",
      "get /sessions/{session}/calls/{call}/output",
      "get /openapi.json",
    ];
    expect(named.filter((one) => !met.has(one) && !apart.includes(one))).toEqual([]);
    expect(ground.faults).toEqual([]);
  });
});
