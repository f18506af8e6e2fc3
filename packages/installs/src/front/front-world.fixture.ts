/** A front before registries that exist only here, a gate that is written down, and what went on to a registry. */
import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { NetTarget } from "@toolplane/contract";
import type { Access, GateDecision, LookUp } from "@toolplane/contract/ports";
import type { RelayedRequest, RelayedResponse } from "@toolplane/disk/net";
import { createFakeClock, type FakeClock } from "@toolplane/testkit";
import { createLockBook } from "../locks/lock-book.ts";
import type { LockedFile } from "../locks/locked-file.ts";
import type { Registry } from "../registries/registry.ts";
import { goModSum } from "../sums/go-sum-of.ts";
import { createFront } from "./create-front.ts";

const REGISTRIES: readonly Registry[] = [
  { manager: "npm", url: new URL("https://npm.test/"), authorization: "Bearer secret" },
  { manager: "npm", url: new URL("https://corp.test/npm/"), scopes: ["@corp"] },
  { manager: "pypi", url: new URL("https://py.test/simple/") },
  { manager: "cargo", url: new URL("https://cargo.test/") },
  { manager: "go", url: new URL("https://go.test/") },
  { manager: "go.sum", url: new URL("https://sum.test/") },
];

function sha512(content: string): string {
  return `sha512:${createHash("sha512").update(content).digest("hex")}`;
}

function sha256(content: string): string {
  return `sha256:${createHash("sha256").update(content).digest("hex")}`;
}

const LOCKED: readonly LockedFile[] = [
  { manager: "npm", name: "lodash", version: "1.0.0", sums: [sha512("lodash")] },
  { manager: "npm", name: "@corp/a", version: "1.0.0", sums: [sha512("a")] },
  { manager: "npm", name: "held", version: "1.0.0", sums: [] },
  { manager: "pypi", name: "flask", version: "1.0", sums: [sha256("wheel")] },
  { manager: "cargo", name: "serde", version: "1.0.0", sums: [sha256("crate")] },
  {
    manager: "go",
    name: "m.test/Mod",
    version: "v1.0.0",
    sums: [goModSum(Buffer.from("module x"))],
  },
];

export type Answers = Readonly<
  Record<string, string | { readonly status: number; readonly body: string }>
>;

export interface FrontWorld {
  /** One request of a command. */
  request(
    address: string,
    options?: { readonly method?: string; readonly headers?: [string, string][] },
  ): Promise<{
    readonly status: number;
    readonly headers: RelayedResponse["headers"];
    readonly text: string;
  }>;
  /** Begins another command of the same session. */
  nextCommand(): void;
  readonly asked: readonly Access[];
  readonly sent: readonly RelayedRequest[];
  readonly clock: FakeClock;
  serves(host: string): boolean;
  paths(): readonly string[];
}

/** An answer that never comes. */
export const STALLED = "stalled";

export function openFront(
  answers: Answers,
  options: {
    readonly yes?: boolean;
    readonly rule?: "deny";
    readonly closed?: string;
    /** Runs while a person is asked. */
    readonly answering?: (lookUp: LookUp | undefined) => Promise<void>;
  } = {},
): FrontWorld {
  const clock = createFakeClock({ wallMs: Date.parse("2026-01-10T00:00:00Z") });
  const asked: Access[] = [];
  const sent: RelayedRequest[] = [];
  const book = createLockBook(LOCKED);
  const front = createFront({ locks: () => book, registries: REGISTRIES, clock });
  const silent: GateDecision = {
    allowed: false,
    code: "permission_denied",
    reason: "nobody spoke",
    askable: true,
  };
  const denied: GateDecision = { ...silent, reason: "a rule denies it", askable: false };
  const newGate = () => ({
    check: () => (options.rule === "deny" ? denied : silent),
    vouch: ({ host }: NetTarget): GateDecision =>
      options.rule === "deny" || host === options.closed
        ? denied
        : { allowed: true, predicted: false },
    ask: async (access: Access, lookUp?: LookUp): Promise<GateDecision> => {
      asked.push(access);
      await options.answering?.(lookUp);
      return options.yes ? { allowed: true, predicted: false } : silent;
    },
  });
  let gate = newGate();
  const onward = async (request: RelayedRequest): Promise<RelayedResponse> => {
    sent.push(request);
    if (answers[request.url.href] === STALLED) return new Promise(() => {});
    const found = answers[request.url.href] ?? { status: 404, body: "" };
    const { status, body } = typeof found === "string" ? { status: 200, body: found } : found;
    return {
      status,
      headers: [
        ["content-length", String(body.length)],
        ["set-cookie", "x=1"],
      ],
      body: Readable.from([Buffer.from(body.slice(0, 2)), Buffer.from(body.slice(2))], {
        objectMode: false,
      }),
    };
  };
  async function request(
    address: string,
    { method = "GET", headers = [] as [string, string][] } = {},
  ) {
    const url = new URL(address);
    const scheme = "https";
    const target: NetTarget = {
      capability: "net.fetch",
      scheme,
      host: url.hostname,
      port: 443,
      method,
      urlPath: url.pathname,
    };
    const signal = new AbortController().signal;
    const body = method === "GET" ? null : Readable.from(["body"]);
    const answer = await front.handle({ target, url, headers, body, gate, signal }, onward);
    return { status: answer.status, headers: answer.headers, text: await text(answer.body) };
  }
  const serves = (host: string) => front.serves({ scheme: "https", host, port: 443 });
  const nextCommand = () => {
    gate = newGate();
  };
  return {
    request,
    nextCommand,
    asked,
    sent,
    serves,
    clock,
    paths: () => sent.map(({ url }) => url.href),
  };
}
