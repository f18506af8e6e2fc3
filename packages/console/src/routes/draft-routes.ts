/** Checks a draft of a rule file: whether it can hold, what it would change in the file, and which recorded verdicts it would change. */
import { isConfigurationError, type ShownChange } from "@toolplane/contract";
import type { CheckedDraft, DraftFault, WhatIf } from "@toolplane/contract/console";
import { describeChange } from "@toolplane/library/rooms/changes";
import { readKnownHere, TRIED_DAYS, tryDraft } from "@toolplane/library/rooms/product";
import { findIdleRules, readDraft, readDraftRows } from "@toolplane/library/rooms/rules";
import {
  COUNT,
  describes,
  FLAG,
  fields,
  list,
  NUMBER,
  nullable,
  OBJECT,
  TEXT,
} from "../api/api-schema.ts";
import type { ApiRoute } from "../api/route.ts";
import { CHANGE } from "../api/shapes.ts";
import { groupMoved } from "./group-moved.ts";
import { DRAFT, fileFacts, placeOf, RULE_TEXT, SCOPE } from "./policy-files.ts";

const MAX_DAYS = 3_650;
/** Groups of changed verdicts that are listed; the others are counted. */
const MAX_MOVED = 200;
const LONGEST_MS = 30_000;
const DIFF_MS = 500;

const check: ApiRoute<CheckedDraft> = {
  method: "POST",
  path: "/policy/check",
  summary: "Whether a draft can be put in force, and what is wrong with it.",
  takes: DRAFT,
  gives: describes<CheckedDraft>({
    ok: FLAG,
    rules: COUNT,
    problem: nullable(TEXT),
    faults: list(describes<DraftFault>({ line: COUNT, message: TEXT })),
    idle: list(OBJECT),
    change: nullable(CHANGE),
  }),
  async handle(ground, { body }) {
    const settings = await ground.settings();
    const place = placeOf(settings, body.scope);
    const change = await changeOf(place.file, String(body.text));
    try {
      const layer = readDraft(String(body.text), place);
      const idle = findIdleRules([layer], await readKnownHere(settings));
      const rules = layer.rules.length;
      return { body: { ok: true, rules, problem: null, faults: [], idle, change } };
    } catch (error) {
      if (!isConfigurationError(error)) throw error;
      const { faults, sound } = readDraftRows(String(body.text), place);
      const idle = findIdleRules([sound], await readKnownHere(settings));
      return { body: { ok: false, rules: 0, problem: error.message, faults, idle, change } };
    }
  },
};

async function changeOf(file: string, text: string): Promise<ShownChange | null> {
  const before = fileFacts(file).text;
  if (before === text) return null;
  return describeChange({
    path: file,
    before: before === null ? null : Buffer.from(before, "utf8"),
    after: Buffer.from(text, "utf8"),
    timeoutMs: DIFF_MS,
  });
}

const whatIf: ApiRoute<WhatIf> = {
  method: "POST",
  path: "/policy/what-if",
  summary: "Which recorded verdicts a draft would change. Nothing runs.",
  takes: fields(
    { scope: SCOPE, text: RULE_TEXT },
    {
      days: { ...COUNT, maximum: MAX_DAYS },
      budgetMs: {
        ...COUNT,
        maximum: LONGEST_MS,
        description: "How long it may take; the newest sessions are judged then.",
      },
    },
  ),
  gives: describes<WhatIf>({
    days: COUNT,
    isWhole: FLAG,
    tookMs: NUMBER,
    sessions: COUNT,
    judged: COUNT,
    same: COUNT,
    notJudged: COUNT,
    asksBefore: COUNT,
    asksAfter: COUNT,
    total: COUNT,
    counts: describes<WhatIf["counts"]>({
      asks: COUNT,
      denied: COUNT,
      unasked: COUNT,
      loosened: COUNT,
    }),
    moved: list(OBJECT),
  }),
  async handle(ground, { body, signal }) {
    const startedMs = ground.wallMs();
    const settings = await ground.settings();
    const days = typeof body.days === "number" ? body.days : TRIED_DAYS;
    const budgetMs = typeof body.budgetMs === "number" ? body.budgetMs : LONGEST_MS;
    // Counted from the first session on: what comes before it is not judging, and takes longer on a busy machine.
    let untilMs: number | null = null;
    let isWhole = true;
    const layer = readDraft(String(body.text), placeOf(settings, body.scope));
    const { moved, ...counts } = await tryDraft(layer, {
      settings,
      state: ground.state,
      days,
      isNewestFirst: true,
      onCalls: (judged) => {
        const nowMs = ground.wallMs();
        untilMs ??= nowMs + budgetMs;
        const isOver = nowMs >= untilMs && (judged > 0 || nowMs >= startedMs + LONGEST_MS);
        isWhole = !signal.aborted && !isOver;
        return !isWhole;
      },
    });
    const count = (move: string): number => moved.filter((one) => one.move === move).length;
    return {
      body: {
        ...counts,
        days,
        isWhole,
        tookMs: ground.wallMs() - startedMs,
        total: moved.length,
        counts: {
          asks: count("asks"),
          denied: count("denied"),
          unasked: count("unasked"),
          loosened: count("loosened"),
        },
        moved: groupMoved(moved).slice(0, MAX_MOVED),
      },
    };
  },
};

export const DRAFT_ROUTES: readonly ApiRoute[] = [check, whatIf];
