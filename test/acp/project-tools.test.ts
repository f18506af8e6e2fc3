/** The tools of the project that an editor has open: none is loaded before the person agreed. */
import { type Editor, type EditorOptions, openCliWorld, openEditor } from "@toolplane/cli/fixtures";
import { describe, expect, it, onTestFinished } from "vitest";
import { hasSandbox } from "../has-sandbox.ts";

const TOOL = `import { defineTool } from "@toolplane/contract";
export const tool = defineTool({ id: "greet", description: "Greets.", parameters: { type: "object" }, requires: {}, execute: () => "hello from the project" });`;

const GREET = { calls: [{ name: "greet", arguments: {} }] };

function worldOfTools() {
  const world = openCliWorld({ ".toolplane/tools/greet.ts": TOOL });
  onTestFinished(world.remove);
  return world;
}

async function openIn(
  world: ReturnType<typeof openCliWorld>,
  answer: NonNullable<EditorOptions["answer"]>,
): Promise<Editor> {
  const script = [GREET, { text: "Done." }, GREET, { text: "Done." }];
  const editor = await openEditor({ world, script, answer });
  onTestFinished(async () => {
    const faults = editor.faults();
    await editor.close();
    expect(faults).toEqual([]);
  });
  return editor;
}

const isTrust = (title: unknown): boolean => title === "Load the tools of this project?";
const trustsOf = ({ asked }: Editor) => asked.filter(({ toolCall }) => isTrust(toolCall.title));
const said = (editor: Editor): string => JSON.stringify(editor.of("tool_call_update"));

describe.skipIf(!hasSandbox)("a project's tools in an editor (needs bubblewrap)", () => {
  it("are asked about with the first message, and load after a yes for this session [R042]", async () => {
    const world = worldOfTools();
    const editor = await openIn(world, () => "allow_once");
    const sessionId = await editor.session();
    expect(editor.asked).toEqual([]);
    await editor.prompt(sessionId, "Greet.");
    expect(trustsOf(editor)).toHaveLength(1);
    expect(JSON.stringify(trustsOf(editor)[0])).toContain("greet: Greets.");
    expect(said(editor)).toContain("hello from the project");
    const next = await openIn(world, () => "reject_once");
    await next.prompt(await next.session(), "Greet.");
    expect(trustsOf(next)).toHaveLength(1);
    expect(said(next)).not.toContain("hello from the project");
  });

  it("stay out after a no, which is kept, and after no answer, which is asked again [R042]", async () => {
    const world = worldOfTools();
    const open = await openIn(world, ({ toolCall }) =>
      isTrust(toolCall.title) ? "cancelled" : "allow_once",
    );
    const sessionId = await open.session();
    await open.prompt(sessionId, "Greet.");
    await open.prompt(sessionId, "Greet.");
    expect(trustsOf(open)).toHaveLength(2);
    expect(said(open)).not.toContain("hello from the project");
    const refused = await openIn(world, ({ toolCall }) =>
      isTrust(toolCall.title) ? "reject_once" : "allow_once",
    );
    const other = await refused.session();
    await refused.prompt(other, "Greet.");
    await refused.prompt(other, "Greet.");
    expect(trustsOf(refused)).toHaveLength(1);
    expect(said(refused)).not.toContain("hello from the project");
    const kept = await openIn(world, () => "allow_once");
    await kept.prompt(await kept.session(), "Greet.");
    expect(trustsOf(kept)).toEqual([]);
  });
});
