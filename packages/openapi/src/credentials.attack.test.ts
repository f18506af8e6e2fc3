// Where credentials go, and where they never do.
import { describe, expect, it } from "vitest";
import { openDesk, type Reply } from "./call-tool.fixture.ts";
import { fromOpenApi } from "./from-open-api.ts";
import type { OpenApiOptions } from "./open-api-options.ts";

const TOKEN = 'tok"en/+ü-0123456789';
const schemes = {
  key: { type: "apiKey", in: "header", name: "X-Key" },
  query: { type: "apiKey", in: "query", name: "api_key" },
  cookie: { type: "apiKey", in: "cookie", name: "sid" },
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: { type: "oauth2", flows: { clientCredentials: { tokenUrl: "/token", scopes: {} } } },
  away: {
    type: "oauth2",
    flows: { clientCredentials: { tokenUrl: "https://evil.example/token", scopes: {} } },
  },
};

function specOf(security: object[] | undefined, more: object = {}): object {
  return {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://api.example" }],
    paths: { "/x": { get: { operationId: "run", ...(security ? { security } : {}), ...more } } },
    components: { securitySchemes: schemes },
  };
}

async function callWith(spec: object, options: OpenApiOptions, reply?: () => Reply) {
  const api = await fromOpenApi(spec, options);
  const desk = openDesk(reply);
  const result = await desk.call(api.tools[0]);
  return { api, desk, result, sent: desk.asked[0] };
}

describe("credentials", () => {
  it.each([
    ["bearer", { type: "bearer", token: TOKEN }, { headers: { authorization: `Bearer ${TOKEN}` } }],
    ["key", { type: "apiKey", value: TOKEN }, { headers: { "x-key": TOKEN } }],
    [
      "query",
      { type: "apiKey", value: (): string => TOKEN },
      { url: `https://api.example/x?api_key=${encodeURIComponent(TOKEN)}` },
    ],
    [
      "cookie",
      { type: "apiKey", value: async (): Promise<string> => TOKEN },
      { headers: { cookie: `sid=${encodeURIComponent(TOKEN)}` } },
    ],
    [
      "basic",
      { type: "basic", username: "me", password: TOKEN },
      { headers: { authorization: `Basic ${Buffer.from(`me:${TOKEN}`).toString("base64")}` } },
    ],
  ] as const)("%s goes where the description says", async (scheme, auth, wanted) => {
    expect((await callWith(specOf([{ [scheme]: [] }]), { auth })).sent).toMatchObject(wanted);
  });

  it("nothing that comes back or is kept of a tool holds a secret, however an API echoes it", async () => {
    const echo =
      (body: string, more: Partial<Reply> = {}) =>
      (): Reply => ({
        headers: {
          "content-type": "application/json",
          location: `https://api.example/?k=${encodeURIComponent(TOKEN)}`,
          link: `</x?api_key=${encodeURIComponent(TOKEN)}>; rel="next"`,
        },
        body,
        ...more,
      });
    const forms = [
      TOKEN,
      encodeURIComponent(TOKEN),
      Buffer.from(TOKEN).toString("base64"),
      Buffer.from(`me:${TOKEN}`).toString("base64"),
    ];
    const escaped = [...TOKEN]
      .map((sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`)
      .join("");
    const bodies = [
      JSON.stringify({ [TOKEN]: [forms] }),
      `{"a":"${escaped}"}`,
      `plain ${forms.join(" ")}`,
      `${"x".repeat(20)}${TOKEN.slice(0, 9)}`,
    ];
    for (const auth of [
      { type: "apiKey", value: TOKEN } as const,
      { type: "basic", username: "me", password: TOKEN } as const,
    ])
      for (const body of bodies)
        for (const more of [
          {},
          { status: 500, statusText: TOKEN },
          { headers: { "content-type": "text/plain" }, truncated: true },
          { headers: { "content-type": "application/octet-stream" } },
        ]) {
          const { api, result } = await callWith(
            specOf([{ query: [] }, { basic: [] }]),
            { auth },
            echo(body, more),
          );
          const error = result as { message?: string; detail?: unknown };
          const shown = JSON.stringify([api, result, error.message, error.detail]);
          const whole = body.includes("x".repeat(20))
            ? [JSON.stringify(TOKEN.slice(0, 9)).slice(1, -1)]
            : [];
          const cut = "truncated" in more ? whole : [];
          for (const form of [...forms, JSON.stringify(TOKEN).slice(1, -1), ...cut])
            expect(shown).not.toContain(form);
        }
  });

  it("an operation that names another server gets none", async () => {
    const spec = specOf([{ bearer: [] }], { servers: [{ url: "https://evil.example" }] });
    const auth = { type: "bearer", token: TOKEN } as const;
    const { sent, api } = await callWith(spec, { auth });
    expect(sent?.url).toBe("https://evil.example/x");
    expect(JSON.stringify(sent)).not.toContain("Bearer");
    expect(api.notes).toEqual([
      expect.stringContaining("No credential goes to https://evil.example"),
    ]);
    const meant = await callWith(spec, { auth, authOrigins: ["https://evil.example"] });
    expect(meant.sent?.headers).toMatchObject({ authorization: `Bearer ${TOKEN}` });
    const plain = await callWith(
      specOf([{ bearer: [] }], { servers: [{ url: "http://api.example" }] }),
      { auth },
    );
    expect(JSON.stringify(plain.sent)).not.toContain("Bearer");
  });

  it("a model neither sees nor sets what a credential fills in", async () => {
    const parameters = [
      { name: "api_key", in: "query", required: true, schema: { type: "string" } },
      { name: "Authorization", in: "header", schema: { type: "string" } },
      { name: "x-KEY", in: "header", schema: { type: "string" } },
      { name: "api_key", in: "header", schema: { type: "string" } },
    ];
    const { tools } = await fromOpenApi(specOf([{ query: [], key: [] }], { parameters }));
    expect(tools[0]?.parameters).toEqual({
      type: "object",
      properties: { api_key: { type: "string" } },
      additionalProperties: false,
    });
  });

  it("an operation that wants none gets none, and one that says nothing gets the one that was given", async () => {
    const auth = { type: "bearer", token: TOKEN } as const;
    expect((await callWith(specOf([]), { auth })).sent?.headers).not.toHaveProperty(
      "authorization",
    );
    expect((await callWith(specOf([{}]), { auth })).sent?.headers).not.toHaveProperty(
      "authorization",
    );
    expect((await callWith(specOf(undefined), { auth })).sent?.headers).toHaveProperty(
      "authorization",
    );
    const credentials = { key: { type: "apiKey", value: "one" }, bearer: auth } as const;
    expect(
      (await callWith(specOf([{ basic: [] }, { key: [], bearer: [] }]), { credentials })).sent
        ?.headers,
    ).toMatchObject({ "x-key": "one", authorization: `Bearer ${TOKEN}` });
  });

  it("a secret that could split a header, or is missing, is refused without being said", async () => {
    for (const token of ["a\r\nx-evil: 1", "", undefined as never]) {
      const { result, desk } = await callWith(specOf([{ bearer: [] }]), {
        auth: { type: "bearer", token: () => token },
      });
      expect(result).toMatchObject({ code: "unavailable" });
      expect((result as Error).message).not.toContain("evil");
      expect(desk.asked).toEqual([]);
    }
  });

  it("fetches a token once, renews it when it ends or is refused, and declares where", async () => {
    let time = 0;
    const auth = {
      type: "oauth2",
      clientId: "me&",
      clientSecret: TOKEN,
      scopes: ["a", "b"],
    } as const;
    const api = await fromOpenApi(specOf([{ oauth: [] }]), { auth, now: () => time });
    const [tool] = api.tools;
    expect(tool).toMatchObject({
      requires: { net: { hosts: ["api.example"] } },
      resources: {
        "(sign-in)": [
          { access: "net.fetch", default: "https://api.example/token", method: "POST" },
        ],
      },
    });
    let refuse = false;
    let made = 0;
    const desk = openDesk(({ url }) => {
      if (url.endsWith("/token")) {
        made += 1;
        return { body: JSON.stringify({ access_token: `t${made}`, expires_in: 100 }) };
      }
      const status = refuse ? 401 : 200;
      refuse = false;
      return { status };
    });
    await desk.call(tool);
    await desk.call(tool);
    time = 95_000;
    await desk.call(tool);
    refuse = true;
    expect(await desk.call(tool)).toMatchObject({ data: { status: 200 } });
    expect(desk.asked.map(({ url, headers }) => [url.slice(20), headers?.authorization])).toEqual([
      ["token", `Basic ${Buffer.from(`me%26:${encodeURIComponent(TOKEN)}`).toString("base64")}`],
      ["x", "Bearer t1"],
      ["x", "Bearer t1"],
      ["token", expect.any(String)],
      ["x", "Bearer t2"],
      ["x", "Bearer t2"],
      ["token", expect.any(String)],
      ["x", "Bearer t3"],
    ]);
    expect(desk.asked[0]?.body).toBe("grant_type=client_credentials&scope=a+b");
  });

  it("does not believe a token address on another origin", async () => {
    const auth = { type: "oauth2", clientId: "me", clientSecret: TOKEN } as const;
    const { api, desk } = await callWith(specOf([{ away: [] }]), { auth });
    expect(JSON.stringify([api.tools, desk.asked])).not.toContain("evil.example");
    expect(desk.asked[0]?.headers).not.toHaveProperty("authorization");
    expect(api.notes).toContainEqual(expect.stringContaining("Give tokenUrl"));
    const said = await callWith(
      specOf([{ away: [] }]),
      { auth: { ...auth, tokenUrl: "https://login.example/t" } },
      () => ({ body: '{"access_token":"t"}' }),
    );
    expect(said.api.tools[0]?.requires).toEqual({
      net: { hosts: ["api.example", "login.example"] },
    });
    expect(said.desk.asked.map(({ url }) => url)).toEqual([
      "https://login.example/t",
      "https://api.example/x",
    ]);
  });
});
