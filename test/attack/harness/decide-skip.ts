/**
 * Leaves out cases by name: what this machine cannot isolate or offer.
 * Everything left out is reported; nothing else is.
 */
import { networkInterfaces } from "node:os";
import type { AttackCase, CaseServer } from "./attack-case.ts";
import type { Way } from "./call-as-program.ts";

export interface Machine {
  readonly sandbox: boolean;
  readonly ipv6: boolean;
  /** The level at which commands are confined; the best one unless given. */
  readonly level?: "auto" | "plain";
  /** How the calls of the case itself are made; directly unless given. */
  readonly way?: Way;
}

/** Why a case is left out, or null when it runs. */
export function decideSkip({ given, needs }: AttackCase, machine: Machine): string | null {
  if (!machine.sandbox && Object.values(given.mcp ?? {}).some(isProgram))
    return "needs a sandbox for its servers, and there is none here";
  for (const need of needs ?? []) {
    if (need === "os-sandbox" && !machine.sandbox) return "needs a sandbox, and there is none here";
    if (need === "ipv6" && !machine.ipv6) return "needs IPv6 on loopback, and there is none here";
  }
  return null;
}

function isProgram({ transport }: CaseServer): boolean {
  return transport === "stdio";
}

/** Needs that the harness itself meets. */
const MET: ReadonlySet<string> = new Set(["resolver", "race", "os-sandbox", "ipv6", "mcp-http"]);

/** A need that nobody has heard of, or null. */
export function unknownNeed({ needs }: AttackCase): string | null {
  const unknown = (needs ?? []).find((need) => !MET.has(need));
  return unknown === undefined ? null : `need "${unknown}" is not known`;
}

/** True when `::1` is there. */
export function hasIpv6(): boolean {
  return Object.values(networkInterfaces()).some((addresses) =>
    addresses?.some(({ address }) => address === "::1"),
  );
}
