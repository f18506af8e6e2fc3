/**
 * The longest files first: one that began last would run alone while every other core waits for it. Then what starts programs, while
 * the workers are small (small-workers.ts says why), and last the small tests beside the sources.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Those that take four seconds of processor time and more (tell-cost.ts says) or wait as long, the longest first; a fresh clone
 * knows no durations.
 */
export const SLOW_FILES: readonly string[] = [
  "test/docs/commands.test.ts",
  "test/console/browser.test.ts",
  "test/attack/attack-corpus.test.ts",
  "test/cli/sources/sources.test.ts",
  "test/mcp/gateway.test.ts",
  "test/agent/waiting-landing.test.ts",
  "test/plant/plant-faults.test.ts",
  "test/mcp/upstream/hostile.attack.test.ts",
  "test/host/conformance/real-host.test.ts",
  "test/mcp/inspector.test.ts",
  "test/host/tool-folders/tool-folders.attack.test.ts",
  "test/examples.test.ts",
  "test/chaos/resume.test.ts",
  "test/host/sandbox/bound.attack.test.ts",
  "test/build/bundle.test.ts",
  "test/attack/everyday/everyday.test.ts",
  "test/attack/corpus-through-programs.attack.test.ts",
  "test/tools/code-mode-real.attack.test.ts",
  "test/shell-fuzz/shell-fuzz.test.ts",
  "test/mcp/limits.attack.test.ts",
  "test/mcp/mcp-command.test.ts",
  "test/cli/chat/chat.test.ts",
  "test/host/landing/crash.test.ts",
  "test/host/view/view.attack.test.ts",
  "test/scenarios/demo.test.ts",
  "scripts/release/release.test.ts",
  "test/library/sessions.test.ts",
  "test/attack/effects/effects.test.ts",
  "test/acp/editor.test.ts",
  "test/host/sandbox/masks.attack.test.ts",
  "test/road/never-allow-on-exception.test.ts",
  "test/host/shell/every-way.attack.test.ts",
  "test/attack/sandbox-alone.test.ts",
  "test/host/files/race.test.ts",
  "test/mcp/upstream/real-servers.test.ts",
  "packages/library/src/rules/import/import-rules.property.test.ts",
  "test/acp/acpx.test.ts",
  "test/flow/matrix.attack.test.ts",
  "test/host/files/search.attack.test.ts",
  "test/mcp/http.test.ts",
  "test/attack/classes/classes.test.ts",
  "test/agent/suspended-children.test.ts",
  "test/host/landing/conflicts.test.ts",
  "test/host/files/gitignore.test.ts",
  "test/cli/approvals/waiting.test.ts",
  "test/host/processes/run-command.test.ts",
  "test/host/store/product.test.ts",
  "test/host/product/outside.test.ts",
  "packages/cli/src/scenarios/run-keep.test.ts",
  "test/host/landing/flips.test.ts",
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
