/**
 * The longest files first: one that began last would run alone while every other core waits for it. Then what starts programs, while
 * the workers are small (small-workers.ts says why), and last the small tests beside the sources.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Those that take five seconds of processor time and more (tell-cost.ts says) or wait as long, the longest first; a fresh clone
 * knows no durations.
 */
export const SLOW_FILES: readonly string[] = [
  "test/docs/commands.test.ts",
  "test/attack/attack-corpus.test.ts",
  "test/cli/sources/sources.test.ts",
  "test/attack/corpus-through-programs.attack.test.ts",
  "test/mcp/gateway.test.ts",
  "test/host/conformance/real-host.test.ts",
  "test/mcp/inspector.test.ts",
  "test/attack/sandbox-alone.test.ts",
  "test/plant/plant-faults.test.ts",
  "test/host/bounds/memory.test.ts",
  "test/mcp/limits.attack.test.ts",
  "test/host/sandbox/bound.attack.test.ts",
  "test/chaos/resume.test.ts",
  "packages/kernel/src/projection/schema/project-schema.property.test.ts",
  "test/attack/effects/effects.test.ts",
  "test/host/view/view.attack.test.ts",
  "test/shell-fuzz/shell-fuzz.test.ts",
  "test/host/sandbox/change-watch.test.ts",
  "test/mcp/upstream/stock-filesystem.test.ts",
  "test/sessions/working-session.test.ts",
  "test/tools/lsp-real.test.ts",
  "test/tools/code-mode-real.attack.test.ts",
  "test/host/product/deep-scratch.attack.test.ts",
  "test/flow/ordinary.test.ts",
  "test/host/landing/conflicts.test.ts",
  "test/mcp/mcp-command.test.ts",
  "test/host/product/outside.test.ts",
  "test/host/landing/crash.test.ts",
  "test/attack/everyday/everyday.test.ts",
  "test/cli/approvals/waiting.test.ts",
  "test/host/landing/flips.test.ts",
  "test/mcp/upstream/hostile.attack.test.ts",
  "test/examples.test.ts",
  "test/host/sandbox/masks.attack.test.ts",
  "test/road/never-allow-on-exception.test.ts",
  "test/build/bundle.test.ts",
  "test/cli/approvals/card.test.ts",
  "test/mcp/http.test.ts",
  "test/library/sessions.test.ts",
  "packages/toolplane/src/rules/import/import-rules.property.test.ts",
];

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = SLOW_FILES.findIndex((name) => moduleId.endsWith(`/${name}`));
      if (found !== -1) return found;
      return SLOW_FILES.length + (relative(process.cwd(), moduleId).startsWith("test/") ? 0 : 1);
    };
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}
