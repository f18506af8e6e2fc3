/** A call's changes in a question: the same through every broker, masked like everything else. */
import type { Question } from "@toolplane/contract";
import { createMemoryHost } from "@toolplane/testkit";
import { createToolplane, type ToolplaneOptions } from "toolplane";
import { expect, it, onTestFinished } from "vitest";

const SECRET = "hunter2-hunter2";
const FILES = { "notes.txt": `one\n${SECRET}\ntwo\n`, ".env": "TOKEN=1\n" };
const ASKS = { permission: "fs.write", pattern: "**", action: "ask" } as const;
const DENIES = { permission: "fs.read", pattern: "**/.env", action: "deny" } as const;

async function asked(path: string, more: Partial<ToolplaneOptions> = {}) {
  const questions: Question[] = [];
  const heard: Question[] = [];
  const tp = await createToolplane({
    host: createMemoryHost({ files: FILES }),
    policy: [{ scope: "session", rules: [ASKS, DENIES] }],
    secrets: { api: SECRET },
    onWarning: () => {},
    broker: {
      async ask(question) {
        questions.push(question);
        return { choice: "reject" };
      },
    },
    onEvent(event) {
      if (event.type === "approval-request") heard.push(event.question);
    },
    ...more,
  });
  onTestFinished(() => tp.close());
  const result = await tp.call({
    id: "c1",
    name: "write",
    arguments: { path, content: "one\ntwo\nthree\n" },
  });
  expect(result).toMatchObject({ type: "error", code: "approval_rejected" });
  expect(heard).toEqual(questions);
  return questions[0] as Question;
}

it("shows a library's broker and its listeners the diff, without the secret that stands in the file", async () => {
  const { changes } = await asked("notes.txt");
  expect(changes).toMatchObject([{ path: "notes.txt", kind: "changed", added: 1, removed: 1 }]);
  expect(changes?.[0]?.diff).toContain("-[redacted:api]\n");
  expect(changes?.[0]?.diff).toContain("+three\n");
});

it("shows nothing of a file that a rule denies to read", async () => {
  expect((await asked(".env")).changes).toBeUndefined();
});

it("asks without a diff where working it out fails", async () => {
  const foresee = async (): Promise<never> => {
    throw new TypeError("gone");
  };
  expect((await asked("notes.txt", { foresee })).changes).toBeUndefined();
});
