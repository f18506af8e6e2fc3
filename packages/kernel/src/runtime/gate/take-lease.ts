/**
 * A process runs on a lease: what it was started with, on the terms of the rules of then. When those are others, the call
 * is judged again, what it may reach is made again and compared with what it holds, and the hosts that it spoke with are
 * asked about again. Where less is permitted the process is ended, and told by which rule.
 */
import type { Confinement, NetTarget } from "@toolplane/contract";
import { ToolError } from "@toolplane/contract";
import type { Analyzer, Gate } from "@toolplane/contract/ports";
import { permitsLess } from "../../confinement/permits-less.ts";
import { stopCall } from "../../session/running-calls.ts";
import { isContained } from "./confinement-of.ts";
import { decideByRules } from "./create-gate.ts";
import type { GateBinding } from "./decide-access.ts";
import { describeLost } from "./describe-lost.ts";

/** The terms of a process's start. */
export interface LeasedRun {
  readonly confinement: Confinement;
  /** The same by the rules of now. */
  readonly confineAgain: (kind: { readonly contained: boolean }) => Confinement;
  /** Names of the variables that it was given, and those that it would be given now. */
  readonly env: readonly string[];
  readonly envAgain: () => readonly string[];
}

export interface ProcessLease {
  /** Aborts with a ToolError that says by which rule. */
  readonly signal: AbortSignal;
  /** The gate, keeping what it let the process speak with. */
  readonly gate: Gate;
  /** Holds the lease while the work lasts; its call is stopped with it. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Holds it for a process that runs on. */
  follow(process: { readonly over: () => boolean; readonly gone: () => Promise<unknown> }): void;
}

/** Past so many hosts nobody knows which it spoke with. */
const MAX_HOSTS = 1_000;

export function takeLease(binding: GateBinding, gate: Gate, run: LeasedRun): ProcessLease {
  const { call } = binding;
  const { leases } = call.session;
  const stop = new AbortController();
  const spoken = new Map<string, NetTarget>();
  const outdated = (): string | null => whyOutdated(binding, run, [...spoken.values()]);
  let ruledBy = call.session.policies;
  /** Rules may have changed since it was worked out what it may reach, or since it was started. */
  const lateReason = (): string | null => {
    if (ruledBy === call.session.policies) return null;
    ruledBy = call.session.policies;
    return outdated();
  };
  const abort = (why: string): ToolError => {
    const error = new ToolError("permission_denied", `The rules have changed. ${why}`);
    stop.abort(error);
    return error;
  };
  return {
    signal: stop.signal,
    gate: keepingHosts(gate, spoken),
    async during(work) {
      const late = lateReason();
      if (late !== null) throw abort(late);
      const done = Promise.withResolvers<void>();
      const release = leases.take({
        outdated,
        over: () => false,
        end(why) {
          const { message } = abort(why);
          stopCall(call, { kind: "rules", text: message });
          return done.promise;
        },
      });
      try {
        return await work();
      } finally {
        release();
        done.resolve();
      }
    },
    follow({ over, gone }) {
      const late = lateReason();
      if (late !== null) return void abort(late);
      leases.take({
        outdated,
        over,
        async end(why) {
          abort(why);
          await gone().catch(() => {});
        },
      });
    },
  };
}

function keepingHosts(gate: Gate, spoken: Map<string, NetTarget>): Gate {
  const keep: Gate["check"] = (access) => {
    const decision = gate.check(access);
    if (decision.allowed && access.capability === "net.fetch") note(access);
    return decision;
  };
  const note = (access: NetTarget): void => {
    if (spoken.size < MAX_HOSTS) spoken.set(JSON.stringify(access), access);
  };
  return {
    ...gate,
    check: keep,
    async ask(access, lookUp) {
      const decision = await gate.ask(access, lookUp);
      if (decision.allowed && access.capability === "net.fetch") note(access);
      return decision;
    },
  };
}

function whyOutdated(
  binding: GateBinding,
  run: LeasedRun,
  spoken: readonly NetTarget[],
): string | null {
  const { call } = binding;
  const { session } = call;
  const again = session.road.judgeAgain(call as never);
  if (!again.holds) return again.why;
  // A person may have let it run wider than the call was judged.
  const contained =
    again.contained === isContained(call) ? run.confinement.contained : again.contained;
  const held = { ...run.confinement, env: run.env };
  const now = { ...run.confineAgain({ contained }), env: run.envAgain() };
  const lost = permitsLess(held, now, {
    unconfined: !session.sandboxed,
    shown: session.host.systemBase?.() ?? [],
    realOf: realPaths(session.analyzer),
    asksAboutHosts: session.host.sandbox.facts.asksAboutHosts,
  });
  if (lost !== null) return describeLost(lost, session.policies);
  if (spoken.length >= MAX_HOSTS) return "It spoke with more hosts than are kept in mind.";
  for (const target of spoken) {
    const decision = decideByRules(binding, target);
    if (!decision.allowed) return decision.reason;
  }
  return null;
}

/** Null for what cannot be read as a path. */
export function realPaths(analyzer: Pick<Analyzer, "path">): (path: string) => string | null {
  return (path) => {
    const read = analyzer.path(path, "read");
    return read.ok ? read.value.real : null;
  };
}
