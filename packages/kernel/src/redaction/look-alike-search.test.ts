import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRedactor } from "./create-redactor.ts";

const redactor = createRedactor({ secrets: {} });

/** Made up here, and put together from pieces so that no scanner of repositories takes them for real ones. */
const alnum = "aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zA1bC2dE3fG4hI5jK6lM7nO8pQ9rS0tU1vW2xY3z";
const hex = "0123456789abcdef".repeat(8);
const join = (...pieces: readonly string[]): string => pieces.join("");
const jwt = join("eyJ", "hbGciOiJIUzI1NiJ9", ".", "eyJzdWIiOiIxMjM0In0", ".", alnum.slice(0, 43));

const SECRETS: readonly (readonly [label: string, text: string])[] = [
  ["api-key", join("sk", "-", alnum.slice(0, 48))],
  ["api-key", join("sk", "-proj-", alnum.slice(0, 30), "_", alnum.slice(5, 40))],
  ["api-key", join("sk", "-ant-api03-", alnum.slice(0, 40), "-", alnum.slice(0, 40), "AA")],
  ["api-key", join("sk", "-or-v1-", hex.slice(0, 64))],
  ["stripe-key", join("sk", "_live_", alnum.slice(0, 24))],
  ["stripe-key", join("rk", "_test_", alnum.slice(0, 24))],
  ["github-token", join("gh", "p_", alnum.slice(0, 36))],
  ["github-token", join("gh", "s_", alnum.slice(0, 36))],
  ["github-token", join("github", "_pat_", alnum.slice(0, 22), "_", alnum.slice(0, 59))],
  ["gitlab-token", join("gl", "pat-", alnum.slice(0, 20))],
  ["google-key", join("AI", "za", alnum.slice(0, 35))],
  ["google-secret", join("GOC", "SPX-", alnum.slice(0, 28))],
  ["aws-key-id", join("AK", "IA", "IOSFODNN7EXAMPLE")],
  ["aws-key-id", join("AS", "IA", "IOSFODNN7EXAMPLE")],
  ["slack-token", join("xo", "xb-", "123456789012-1234567890123-", alnum.slice(0, 24))],
  ["jwt", jwt],
  ["npm-token", join("np", "m_", alnum.slice(0, 36))],
  ["pypi-token", join("py", "pi-AgE", alnum.slice(0, 60))],
  ["sendgrid-key", join("S", "G.", alnum.slice(0, 22), ".", alnum.slice(0, 43))],
  ["huggingface-token", join("h", "f_", alnum.slice(0, 34))],
  ["digitalocean-token", join("do", "p_v1_", hex.slice(0, 64))],
  ["databricks-token", join("da", "pi", hex.slice(0, 32))],
  ["age-key", join("AGE-SECRET", "-KEY-1", "Q".repeat(58))],
];

describe("look-alikes", () => {
  it.each(SECRETS)("masks a %s", (label, secret) => {
    const masked = `[redacted:${label}]`;
    expect(redactor.text(secret)).toBe(masked);
    expect(redactor.text(`KEY=${secret}\n`)).toBe(`KEY=${masked}\n`);
    expect(redactor.text(`{"key":"${secret}"}`)).toBe(`{"key":"${masked}"}`);
    expect(redactor.text(`one\\n${secret}\\ntwo`)).toBe(`one\\n${masked}\\ntwo`);
    expect(redactor.text(`?k%3D${secret}&x`)).toBe(`?k%3D${masked}&x`);
  });

  it("masks what follows an authorization header, and keeps its name", () => {
    const cases = [
      [`Authorization: Bearer ${alnum}`, "Authorization: Bearer [redacted:authorization]"],
      ["authorization: basic dXNlcjpwYXNz", "authorization: basic [redacted:authorization]"],
      [
        `{"Authorization":"Bearer ${alnum}"}`,
        '{"Authorization":"Bearer [redacted:authorization]"}',
      ],
      [
        `-H 'Authorization: token ${alnum}' x`,
        "-H 'Authorization: token [redacted:authorization]' x",
      ],
      [`Authorization: Bearer ${jwt}`, "Authorization: Bearer [redacted:authorization]"],
    ];
    for (const [text, masked] of cases) expect(redactor.text(text as string)).toBe(masked);
  });

  it("masks the password of a URL, and nothing else of it", () => {
    expect(redactor.text("psql postgres://me:s3cr3t!x@db:5432/app?x=1")).toBe(
      "psql postgres://me:[redacted:url-password]@db:5432/app?x=1",
    );
    expect(redactor.text("redis://:hunter2hunter@h/0")).toBe(
      "redis://:[redacted:url-password]@h/0",
    );
  });

  it("masks an AWS secret beside its name", () => {
    const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    expect(redactor.text(`aws_secret_access_key = ${secret}\n`)).toBe(
      "aws_secret_access_key = [redacted:aws-secret]\n",
    );
    expect(redactor.text(`"SecretAccessKey": "${secret}"`)).toBe(
      '"SecretAccessKey": "[redacted:aws-secret]"',
    );
  });

  const body =
    `${"MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7".repeat(2).slice(0, 64)}\n`.repeat(20);
  const key = (kind: string): string =>
    `-----BEGIN ${kind}PRIVATE KEY-----\n${body}-----END ${kind}PRIVATE KEY-----`;

  it("masks private keys, also as one escaped line, also without an end", () => {
    for (const kind of ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "]) {
      expect(redactor.text(`a\n${key(kind)}\nb`)).toBe("a\n[redacted:private-key]\nb");
    }
    expect(redactor.text(JSON.stringify({ key: key("") }))).toBe(
      '{"key":"[redacted:private-key]"}',
    );
    expect(redactor.text(`${key("").slice(0, 700)}`)).toBe("[redacted:private-key]");
    expect(redactor.text(`${key("")}\n${key("EC ")}`)).toBe(
      "[redacted:private-key]\n[redacted:private-key]",
    );
  });

  it("leaves public keys and source that only names the lines", () => {
    const texts = [
      key("").replaceAll("PRIVATE", "PUBLIC"),
      `-----BEGIN CERTIFICATE-----\n${body}-----END CERTIFICATE-----`,
      'const BEGIN = "-----BEGIN PRIVATE KEY-----";\nconst END = "-----END PRIVATE KEY-----";\n',
      "The file starts with -----BEGIN PRIVATE KEY----- and so on.",
    ];
    for (const text of texts) expect(redactor.text(text)).toBe(text);
  });
});

const sha = createHash("sha256").update("x").digest("hex");

const BENIGN: readonly string[] = [
  `commit ${sha.slice(0, 40)}`,
  `sha256:${sha}`,
  `"integrity": "sha512-${Buffer.from(sha).toString("base64")}"`,
  "id 123e4567-e89b-12d3-a456-426614174000",
  "import sklearn; # sk-learn is scikit-learn",
  "class='sk-estimator-doc-link-collapsed sk-toggleable__label-arrow'",
  ".sk-fading-circle .sk-circle-fade-dot::before {}",
  "task-0123456789abcdef0123456789abcdef",
  "risk-assessment2024documentversion17final",
  "npm_config_registry npm_lifecycle_event npm_package_dependencies_typescript",
  "const veryLongIdentifierThatDescribesExactlyWhatItDoes1234567890 = createSomethingElse();",
  `data:image/png;base64,${Buffer.from(sha.repeat(8), "hex").toString("base64")}`,
  "https://example.com:8080/a@b?x=1 http://user@host/ ssh://git@github.com/a/b.git",
  "`postgres://${user}:${password}@${host}/db` postgres://user:password@localhost:5432/app",
  "postgres://postgres:postgres@localhost/test mysql://root:root@db redis://:xxxxx@h amqp://guest:guest@h",
  "http://[::1]:8080/x http://127.0.0.1:3000",
  "Authorization: Bearer $TOKEN, Authorization: Bearer <token>, Authorization: `Bearer ${token}`",
  "The Authorization header carries a Bearer token.",
  "AKIA is a prefix; ASIA2024 was held in ASIA",
  "AIza is how Google keys start",
  "eyJ is base64 of an opening brace; eyJhbGciOiJIUzI1NiJ9 is only a header",
  "xoxo-xoxo love",
  "ghp_short gho_ ghs_x github_pat_",
  "SG.1 SG.abc.def",
  "glpat-",
  "hf_transformers_model hf_hub_download",
  "dapid2024",
  "[redacted:jwt] [redacted:private-key] [redacted:anything]",
  "process.env.SK_LIVE_KEY; const sk_test_ = 1;",
  "secretAccessKey: process.env.AWS_SECRET_ACCESS_KEY,",
];

describe("ordinary text", () => {
  it.each(BENIGN)("leaves ordinary text as it is: %s", (text) => {
    expect(redactor.text(text)).toBe(text);
  });

  it("leaves base64, hex and identifiers of any length as they are", () => {
    const bytes = fc
      .uint8Array({ minLength: 1, maxLength: 400 })
      .map((array) => Buffer.from(array));
    fc.assert(
      fc.property(bytes, (buffer) => {
        for (const encoding of ["base64", "base64url", "hex"] as const) {
          const text = buffer.toString(encoding);
          expect(redactor.text(text)).toBe(text);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("look-alikes in pieces", () => {
  const part = fc.oneof(
    fc.constantFrom(...SECRETS.map(([, secret]) => secret)),
    fc.constantFrom(...BENIGN),
    fc.constantFrom(
      "\n",
      " ",
      "-",
      ".",
      "Authorization: Bearer ",
      `postgres://me:${alnum.slice(0, 12)}@h/`,
      "-----BEGIN PRIVATE KEY-----\n",
      `${alnum}\n`,
      "-----END PRIVATE KEY-----",
      "-----BEGIN RSA ",
      "aws_secret_access_key=",
      "[redacted:jwt",
    ),
    fc.string({ maxLength: 6 }),
  );

  it("masks look-alikes in pieces as in the whole text, wherever it is cut", () => {
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 10 }),
        fc.array(fc.nat(600), { maxLength: 20 }),
        (parts, cuts) => {
          const whole = parts.join("");
          const stream = redactor.stream();
          const places = [...new Set([...cuts, whole.length])].sort((a, b) => a - b);
          let out = "";
          let from = 0;
          for (const to of places) {
            out += stream.push(whole.slice(from, to));
            from = Math.max(from, to);
          }
          expect(out + stream.end()).toBe(redactor.text(whole));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it("masks look-alikes one character at a time as in the whole text", () => {
    for (const [, secret] of SECRETS) {
      const whole = `x ${secret} y\nAuthorization: Bearer ${secret}\nhttp://u:${secret}@h`;
      const stream = redactor.stream();
      const out = Array.from(whole, (character) => stream.push(character)).join("");
      expect(out + stream.end()).toBe(redactor.text(whole));
    }
  });
});
