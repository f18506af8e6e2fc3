/** Mistakes in who may have a name, who answers to it, and how tools come and go. */
import type { Area } from "../fault.ts";

const REGISTRY = ["packages/kernel/src/registry"];

export const REGISTRY_FAULTS: Area = {
  name: "registry",
  in: "packages/kernel/src/registry",
  tests: [
    ["packages/kernel/src/registry"],
    ["test/registry", "test/road/registry.test.ts", "test/road/posture.test.ts"],
  ],
  faults: [
    {
      name: "the-tool-of-a-server-takes-a-name-that-is-taken",
      anchor: "if (place.sourced && bound)",
      replacement: "if (place.sourced && !tool)",
    },
    {
      name: "an-answer-about-a-tool-outlives-what-its-server-made-of-it",
      anchor: "return pin ? digestOf([made.fingerprint, pin.now(id)]) : made.fingerprint;",
      replacement: "return made.fingerprint;",
      tests: ["test/road/pin.attack.test.ts"],
    },
    {
      name: "two-tools-of-one-layer-share-a-name",
      anchor: "if (held.place.rank === place.rank)",
      replacement: "if (held.place.rank === place.rank && !tool)",
    },
    {
      name: "a-server-takes-a-locked-id",
      anchor: "if (place.sourced) return `${tool.id} is a locked id;",
      replacement: "if (!tool) return `${tool} is a locked id;",
    },
    {
      name: "an-untrusted-project-takes-a-locked-id",
      anchor: "if (!place.postureTrusted) return",
      replacement: "if (!place) return",
    },
    {
      name: "a-locked-id-may-have-another-shape",
      anchor: "return fault && `${tool.id} is a locked id and keeps its shape: ${fault}`;",
      replacement: "return fault && null;",
    },
    {
      name: "the-host-may-give-a-locked-id-another-shape",
      anchor: "isLocked && !place.preset ?",
      replacement: "isLocked && !place.preset && !entry.bundled ?",
    },
    {
      name: "every-project-is-trusted",
      anchor: '(layer === "project" && trusted === true)',
      replacement: 'layer === "project"',
    },
    {
      name: "a-server-is-trusted",
      anchor: 'layer === "bundled" || layer === "global" ||',
      replacement: 'layer !== "project" ||',
    },
    {
      name: "trust-in-one-origin-is-taken-for-trust-in-another",
      anchor: "left.trusted === right.trusted &&",
      replacement: "",
    },
    {
      name: "a-bundled-tool-shadows-the-tools-of-a-project",
      anchor: "rank: preset ? PRESET_RANK : RANKS[layer],",
      replacement: "rank: preset ? PRESET_RANK : -RANKS[layer],",
    },
    {
      name: "a-tool-that-came-back-changed-gets-its-old-identity",
      anchor: "if (before.fingerprint !== fingerprintOf(entry)) return;",
      replacement: "",
    },
    {
      name: "a-tool-of-another-origin-gets-the-identity-of-one-that-went",
      anchor: "before.origin !== entry.origin ||",
      replacement: "",
    },
    {
      name: "a-tool-that-is-no-longer-gated-gets-its-old-identity",
      anchor: "|| before.gated !== entry.tool.gated",
      replacement: "",
    },
    {
      name: "identities-are-remembered-without-end",
      anchor: "if (retired.size <= MAX_RETIRED) return;",
      replacement: "if (retired.size >= 0) return;",
    },
    {
      name: "what-a-tool-does-is-not-in-its-fingerprint",
      anchor: "String(execute),",
      replacement: "",
    },
    {
      name: "what-a-tool-requires-is-not-in-its-fingerprint",
      anchor: "parameters, requires, resources, String(execute)",
      replacement: "parameters, resources, String(execute)",
    },
    {
      name: "a-server-answers-as-if-it-were-here",
      anchor: 'return this.place.sourced || this.tool.executor === "remote";',
      replacement: "return false;",
    },
    {
      name: "a-tool-that-nobody-trusts-declares-itself-ungated",
      anchor: "return this.tool.gated || this.remote || !this.postureTrusted;",
      replacement: "return this.tool.gated || this.remote;",
    },
    {
      name: "a-tool-of-a-server-declares-itself-ungated",
      anchor: "return this.tool.gated || this.remote || !this.postureTrusted;",
      replacement: "return this.tool.gated || !this.postureTrusted;",
    },
    {
      name: "a-tool-that-nobody-trusts-names-its-own-key",
      anchor: "return this.postureTrusted ? this.tool.approvalKey : null;",
      replacement: "return this.tool.approvalKey;",
    },
    {
      name: "an-untrusted-project-is-allowed-by-name",
      anchor: 'if (!sourced) return "nothing";',
      replacement: 'if (!sourced) return "name";',
    },
    {
      name: "a-server-is-allowed-by-the-name-of-another",
      anchor: 'this.tool.id.startsWith(`${layer}__${source}__`) ? "name" : "key"',
      replacement: '"name"',
    },
    {
      name: "a-configured-timeout-is-not-heard",
      anchor: 'typeof timeoutMs === "number" ? timeoutMs : this.tool.limits.timeoutMs',
      replacement: "this.tool.limits.timeoutMs",
    },
    {
      name: "a-tool-that-needs-another-version-is-admitted",
      anchor: "return satisfies(CORE_VERSION, range)",
      replacement: "return satisfies(CORE_VERSION, range) || range",
    },
    {
      name: "a-wrong-configuration-is-admitted",
      anchor: "if (faults) throw new ConfigurationError(where, `config:",
      replacement: "if (!where) throw new ConfigurationError(where, `config:",
    },
    {
      name: "a-schema-without-configuration-is-not-looked-at",
      anchor: "if (!HARMLESS.has(keyword)) return false;",
      replacement: "if (!keyword) return false;",
    },
    {
      name: "a-half-made-tool-is-admitted",
      anchor: "describeDefinitionFault(tool) ?? describeContractFault(tool)",
      replacement: "describeDefinitionFault(tool)",
    },
    {
      name: "a-schema-that-describes-no-object-is-admitted",
      anchor: 'if (type !== undefined && ![type].flat().includes("object"))',
      replacement: "if (!where)",
    },
    {
      name: "a-requirement-may-name-a-variable-that-does-not-exist",
      anchor: "if (variables) compileReach([tool.requires], variables());",
      replacement: "",
    },
    {
      name: "a-tool-that-is-being-stopped-takes-calls",
      anchor: 'if (entry.status !== "active") return false;',
      replacement: 'if (entry.status === "closed") return false;',
    },
    {
      name: "a-tool-that-is-not-active-is-found",
      anchor: 'while (entry && entry.status !== "active") entry = entry.below;',
      replacement: "",
    },
    {
      name: "a-tool-that-is-switched-off-is-listed",
      anchor: "if (entry?.enabled) entries.push(entry);",
      replacement: "if (entry) entries.push(entry);",
    },
    {
      name: "the-lowest-layer-of-a-name-is-called",
      anchor: "at && at.place.rank > rank; at = at.below",
      replacement: "at && at.place.rank < rank; at = at.below",
      tests: REGISTRY,
    },
    {
      name: "what-was-shadowed-does-not-come-back",
      anchor: "else if (entry.below) tops.set(entry.tool.id, entry.below);",
      replacement: "",
    },
    {
      name: "changes-are-made-in-the-middle-of-a-turn",
      anchor: "const isIdle = (): boolean => turns === 0 && !applying;",
      replacement: "const isIdle = (): boolean => !applying;",
    },
    {
      name: "a-turn-ended-twice-ends-the-turn-of-another",
      anchor: "if (over) return; over = true; turns -= 1;",
      replacement: "over = true; turns -= 1;",
    },
    {
      name: "a-change-that-fails-stops-the-ones-behind-it",
      anchor: "catch (error) { next.failed(error); }",
      replacement: "catch (error) { next.failed(error); break; }",
    },
    {
      name: "a-tool-that-does-not-start-stays",
      anchor:
        'core.names.remove(entry); refuseEntry(core, entry, { kind: "lifecycle", message: failed });',
      replacement: 'refuseEntry(core, entry, { kind: "lifecycle", message: failed });',
    },
    {
      name: "a-reload-that-fails-leaves-no-tool",
      anchor: "if (!(await runStart(core, next))) await rollBack(core, replacement);",
      replacement: "await runStart(core, next);",
    },
    {
      name: "a-reload-takes-a-shape-that-its-name-may-not-have",
      anchor: "const reason = judgeBinding(next, null);",
      replacement: "const reason = null;",
    },
    {
      name: "a-tool-may-be-reloaded-as-another",
      anchor: "if (next && next.id !== tool.id)",
      replacement: "if (next && !next.id)",
    },
    {
      name: "a-tool-is-started-without-a-limit",
      anchor: "awaitWithin(work, { clock, ms: startMs, paused })",
      replacement: "awaitWithin(work, { clock, ms: startMs * 1e6, paused })",
    },
    {
      name: "the-time-of-a-start-runs-while-a-person-is-asked",
      anchor: "const paused = (): boolean => asking.count > 0;",
      replacement: "const paused = (): boolean => asking.count < 0;",
    },
    {
      name: "a-tool-is-disposed-while-its-calls-run",
      anchor: "if (entry.running > 0) await drain(entry);",
      replacement: "",
    },
    {
      name: "a-tool-is-disposed-twice",
      anchor: "if (ended.has(entry) || (entry.running === 0 && !alive)) return undefined;",
      replacement: "if (entry.running === 0 && !alive) return undefined;",
    },
    {
      name: "a-tool-whose-start-failed-is-not-disposed",
      anchor: 'ended.add(entry); await attempt(entry, "dispose"); return failed;',
      replacement: "ended.add(entry); return failed;",
    },
    {
      name: "a-draining-tool-is-waited-for-without-end",
      anchor: "awaitWithin(idle, { clock, ms: drainMs })",
      replacement: "awaitWithin(idle, { clock, ms: drainMs * 1e6 })",
    },
    {
      name: "a-call-meant-for-one-tool-reaches-another",
      anchor: "told !== undefined && told.registrationId !== entry.registrationId",
      replacement: "told === undefined && told !== undefined",
    },
    {
      name: "a-tool-that-waits-to-be-found-is-listed",
      anchor: 'if (entry.exposure === "listed" || revealed.has(name)) next.set(name, entry);',
      replacement: "next.set(name, entry);",
    },
    {
      name: "a-listing-moves-what-was-told-before",
      anchor: "for (const name of entries.keys()) {",
      replacement: "for (const name of [...entries.keys()].slice(1)) {",
    },
    {
      name: "a-session-lists-tools-that-it-does-not-have",
      anchor: "if (admits(entry)) present.set(entry.tool.id, entry);",
      replacement: "present.set(entry.tool.id, entry);",
    },
    {
      name: "names-that-nobody-registered-are-counted",
      anchor: "if (!isKnown(name)) return;",
      replacement: "",
    },
    {
      name: "the-longest-call-is-forgotten",
      anchor: "if (ms > count.latency_ms_max) count.latency_ms_max = ms;",
      replacement: "count.latency_ms_max = ms;",
    },
  ],
};
