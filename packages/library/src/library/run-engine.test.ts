/** Runs that an engine drives in this process, in a record of one machine. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scriptedModel } from "@toolplane/agent";
import { afterAll, expect, it, vi } from "vitest";
import { answerWaiting } from "../approvals/answer-waiting.ts";
import { openState } from "../state/open-state.ts";
import { createToolplane } from "./create-toolplane.ts";

const root = realpathSync(mkdtempSync(join(tmpdir(), "toolplane-engine-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const userData = join(root, "data");

const open = () =>
  createToolplane({ workspace: root, userData, sandbox: "none", onWarning: () => {} });

async function openEngine(tp: Awaited<ReturnType<typeof open>>, concurrency = 4) {
  const segments: string[] = [];
  const questions = [{ question: "Which one?" }];
  const model = scriptedModel(({ messages: [asked] }, turn) => {
    if (asked?.role === "user" && asked.text === "Ask." && turn === 0)
      return { calls: [{ name: "question", arguments: { questions } }] };
    return { text: "So be it." };
  });
  const onSegment = (_: string, { state }: { readonly state: string }) => void segments.push(state);
  return { engine: await tp.engine({ model, concurrency, onSegment }), segments };
}

it("drives what is submitted, lets what asks wait, and goes on with it when it is woken, after a restart too", async () => {
  const first = await open();
  const { engine, segments } = await openEngine(first);
  const asks = await engine.submit({ prompt: "Ask." });
  const once = await engine.submit({ prompt: "Do it." }, { key: "once" });
  expect(await engine.submit({ prompt: "Do it." }, { key: "once" })).toEqual({
    run: once.run,
    isNew: false,
  });
  await vi.waitFor(() => expect(segments.toSorted()).toEqual(["over", "suspended"]));
  await expect(engine.submit({ run: "nobody" })).rejects.toMatchObject({ code: "not_found" });
  await engine.drain({ withinMs: 1_000 });
  await first.close();

  const state = await openState({ userData, recordPlace: null });
  const [row] = await state.store.paused.open({ limit: 1 });
  const given = { choice: "answers", answers: [["The blue one"]] } as const;
  await answerWaiting(row?.id ?? "", given, { ...state, wallMs: Date.now, by: "a test" });
  await state.close();

  const second = await open();
  const again = await openEngine(second);
  await again.engine.submit({ run: asks.run });
  await vi.waitFor(() => expect(again.segments).toEqual(["over"]));
  const { run, said } = await second.runs.open(asks.run);
  expect(run.status).toBe("done");
  expect(JSON.stringify(said)).toContain("The blue one");
  expect(await again.engine.wake(asks.run)).toBe(true);
  await vi.waitFor(() => expect(again.segments).toEqual(["over", "over"]));
  await second.close();
});

it("ends a run that is cancelled while it waits for room", async () => {
  const tp = await open();
  const { engine, segments } = await openEngine(tp, 1);
  const later = await engine.submit({ prompt: "Later." }, { notBeforeMs: Date.now() + 3_600_000 });
  expect((await engine.show()).queues).toMatchObject([{ later: 1, isServed: true }]);
  await engine.cancel(later.run);
  await vi.waitFor(() => expect(segments).toEqual(["over"]));
  expect((await tp.runs.open(later.run)).run.status).toBe("stopped");
  await tp.close();
});
