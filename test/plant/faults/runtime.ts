/** Mistakes at the doors: what a tool and its processes get at while a call runs. */
import type { Area } from "../fault.ts";

const DOORS = ["test/road/doors.test.ts"];

export const RUNTIME_FAULTS: Area = {
  name: "runtime",
  in: "packages/kernel/src/runtime",
  tests: [["test/road"], ["test/host/product", "test/host/processes/background.test.ts"]],
  faults: [
    {
      name: "a-wider-run-counts-as-a-yes-to-protected-files",
      anchor: "const confineWider = (kind: ProcessKind) => confine({ ...kind, open });",
      replacement:
        "call.approved = [...call.approved, ...open]; const confineWider = (kind: ProcessKind) => confine({ ...kind, open });",
      tests: ["test/host/product/not-landed.test.ts"],
    },
    {
      name: "what-the-view-cannot-do-is-not-told",
      anchor: "if (said.moves && view.onView)",
      replacement: "if (said.moves && !view.onView)",
      tests: ["packages/kernel/src/runtime/walls/create-wall-reader.test.ts"],
    },
    {
      name: "a-hidden-file-is-told-only-where-it-exists",
      anchor: "if (!read.ok) return null;",
      replacement: 'if (!read.ok || read.value.kind === "missing") return null;',
      tests: ["packages/kernel/src/runtime/walls/create-wall-reader.test.ts"],
    },
    {
      name: "where-a-name-outside-leads-is-told",
      anchor: "real: isKnown ? real : lexical };",
      replacement: "real: isKnown ? real : real };",
      tests: ["packages/kernel/src/runtime/walls/create-wall-reader.test.ts"],
    },
    {
      name: "a-missing-file-of-the-project-is-our-wall",
      anchor: "!isShown(view, names)) return",
      replacement: "isShown(view, names)) return",
      tests: ["packages/kernel/src/runtime/walls/create-wall-reader.test.ts"],
    },
    {
      name: "a-process-stays-whose-start-was-cancelled",
      anchor: "if (context.signal.aborted) { await processes.stop(handle.id);",
      replacement: 'if (handle.id === "") { await processes.stop(handle.id);',
      tests: ["test/road/cancelled-start.test.ts"],
    },
    {
      name: "a-name-leads-to-a-denied-address",
      anchor: 'return action === "deny" && namesAddress(hosts);',
      replacement: 'return action === "ask" && namesAddress(hosts);',
      tests: ["test/host/product/denied-address.attack.test.ts"],
    },
    {
      name: "the-gate-opens-for-a-call-that-is-over",
      anchor: 'if (stopped) return { allowed: false, code: "cancelled",',
      replacement: 'if (!reach) return { allowed: false, code: "cancelled",',
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "a-link-to-a-protected-path-passes-the-gate",
      anchor: "protectedPathReason(path, places) ?? protectedPathReason(real, places)",
      replacement: "protectedPathReason(path, places)",
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "after-a-yes-the-gate-does-not-look-again",
      anchor:
        "if (await isAllowedByPerson(gate, asked, { first, lookUp })) return noteAccess(gate, asked, decideAccess(gate, asked));",
      replacement:
        "if (await isAllowedByPerson(gate, asked, { first, lookUp })) return noteAccess(gate, asked, { allowed: true, predicted: false });",
      tests: ["test/road/gate.test.ts"],
    },
    {
      name: "a-contained-command-asks-about-any-host",
      anchor: 'if (gate.contained !== true || access.capability !== "net.fetch") return true;',
      replacement: "if (access.capability !== null) return true;",
      tests: ["test/road/requests.test.ts"],
    },
    {
      name: "a-yes-to-a-request-opens-its-host",
      anchor: "if (narrow) gate.requests.push(access);",
      replacement: "if (narrow === null) gate.requests.push(access);",
      tests: ["test/road/requests.test.ts"],
    },
    {
      name: "another-command-than-the-judged-one-runs",
      anchor: "if (!predicted.has(resourceText(resource))) throw",
      replacement: "if (!resource) throw",
      tests: ["test/road/doors.test.ts"],
    },
    {
      name: "a-contained-command-runs-uncontained",
      anchor: "const run = { tool, spec, options, readsOnly, left, confine, contained };",
      replacement:
        "const run = { tool, spec, options, readsOnly, left, confine, contained: false };",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-program-in-the-background-runs-uncontained",
      anchor: "contained: isContained(call), confine:",
      replacement: "contained: false, confine:",
      tests: ["test/road/processes.test.ts"],
    },
    {
      name: "a-process-that-runs-on-has-no-lease",
      anchor: "leases.take({ outdated, over, async end(why)",
      replacement: "void ({ outdated, over, async end(why: string)",
      tests: ["test/road/leases.test.ts"],
    },
    {
      name: "hosts-that-were-spoken-with-are-not-asked-about-again",
      anchor: "if (!decision.allowed) return decision.reason;",
      replacement: "void decision;",
      tests: ["test/road/leases.test.ts"],
    },
    {
      name: "the-door-to-variables-skips-its-gate",
      anchor:
        "if (!decision.allowed) throw new ToolError(decision.code, decision.reason); return call.session.host.environment(name);",
      replacement: "void decision; return call.session.host.environment(name);",
      tests: DOORS,
    },
    {
      name: "a-partial-result-is-emitted-unmasked",
      anchor: "const redacted = session.redactor.value(partial);",
      replacement: "const redacted = partial;",
      tests: ["test/road/events.test.ts"],
    },
    {
      name: "a-veto-that-breaks-is-no-veto",
      anchor: "catch { return true; }",
      replacement: "catch { return false; }",
      tests: ["test/road/rare-parts.test.ts"],
    },
    {
      name: "a-yes-to-a-wider-run-leaves-its-hosts-closed",
      anchor: "call.approved = [...call.approved, ...opened, ...wider.hosts()];",
      replacement: "call.approved = [...call.approved, ...opened];",
      tests: ["test/road/landing.test.ts"],
    },
  ],
};
