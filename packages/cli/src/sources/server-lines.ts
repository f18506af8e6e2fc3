/** A server as a person reads it before agreeing: the very words that are run, where, with what. */

import type { SandboxStatus } from "@toolplane/contract/ports";
import type { SourceServer } from "@toolplane/gateway/sources/list";
import type { ProgramPlan } from "@toolplane/gateway/sources/start";
import { describeValues } from "@toolplane/gateway/sources/start";
import { quoteVisibly } from "@toolplane/readings";
import { escapeText } from "../terminal/text/escape-text.ts";
import { sandboxWords } from "../terminal/words/sandbox-words.ts";

export interface ServerFacts {
  /** Null for an address. */
  readonly plan: ProgramPlan | null;
  readonly sandbox: SandboxStatus;
}

/** Pairs of a word and what it says, escaped. */
export function serverRows(
  server: SourceServer,
  { plan, sandbox }: ServerFacts,
): readonly (readonly [string, string])[] {
  const rows =
    server.kind === "openapi"
      ? apiRows(server)
      : server.kind === "address"
        ? addressRows(server)
        : programRows(server, plan, sandbox);
  return rows.map(([word, text]) => [word, escapeText(text)]);
}

function apiRows(
  server: SourceServer & { readonly kind: "openapi" },
): readonly (readonly [string, string])[] {
  const { description, only, except } = server;
  const headers = describeValues(server.headers);
  return [
    ["Described", description],
    ...(only.length > 0 ? [["Only", only.join(", ")] as const] : []),
    ...(except.length > 0 ? [["Not", except.join(", ")] as const] : []),
    ...(headers.length > 0 ? [["Headers", headers.join(", ")] as const] : []),
  ];
}

function addressRows(
  server: SourceServer & { readonly kind: "address" },
): readonly (readonly [string, string])[] {
  const headers = describeValues(server.headers);
  return [
    ["Address", server.url],
    ...(headers.length > 0 ? [["Headers", headers.join(", ")] as const] : []),
    [
      "Sandbox",
      "none: it runs elsewhere, and what it does there nobody here can hold (unconfined)",
    ],
  ];
}

function programRows(
  server: SourceServer & { readonly kind: "program" },
  plan: ProgramPlan | null,
  sandbox: SandboxStatus,
): readonly (readonly [string, string])[] {
  const written = [server.command, ...server.args].map(quoteVisibly).join(" ");
  const env = describeValues(server.env);
  const spec = plan?.ok ? plan.spec : null;
  const runs = spec ? spec.argv.map(quoteVisibly).join(" ") : "";
  return [
    ["Command", written],
    ...(runs !== "" && runs !== written ? [["Runs", runs] as const] : []),
    ...(plan?.ok && plan.package !== null ? [["Package", plan.package] as const] : []),
    ...(plan && !plan.ok ? [["Missing", plan.message] as const] : []),
    ["Variables", env.length === 0 ? "none of yours" : env.join(", ")],
    ...(plan?.ok && plan.unset.length > 0
      ? [["Not set", `${plan.unset.join(", ")}: it starts without`] as const]
      : []),
    ...(spec?.shows?.length
      ? [["Sees", `its workspace by your rules; ${spec.shows.join(", ")} (read-only)`] as const]
      : []),
    [
      "Writes",
      server.writes
        ? `${server.writes.join(", ")}, by your rules, and nothing else`
        : "nothing of the workspace",
    ],
    [
      "Sandbox",
      server.unconfined
        ? "none, as you chose: no rule about files holds it (unconfined)"
        : sandboxWords(sandbox),
    ],
  ];
}
