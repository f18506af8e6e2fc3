/** Views that runs work in, and those that runs left: what they would change, and landing or discarding them. */
import { countChanges, type Landing, type RefusedChange, ToolError } from "@toolplane/contract";
import type {
  ListedRoom,
  ListedView,
  ListedViewNote,
  OneView,
  RebasedViewFacts,
  SettledView,
  ViewConflictFacts,
  ViewList,
} from "@toolplane/contract/console";
import type { ConflictHunk, HeldView } from "@toolplane/contract/ports";
import { createSystemClock } from "@toolplane/host";
import { shownChange } from "@toolplane/library/rooms/changes";
import type { ToolplaneViews } from "@toolplane/library/rooms/library";
import { openMask } from "@toolplane/library/rooms/product";
import { createRuns } from "@toolplane/library/rooms/runs";
import {
  COUNT,
  describes,
  FLAG,
  fields,
  list,
  MOMENT,
  nullable,
  oneOf,
  type Schema,
  TEXT,
} from "../api/api-schema.ts";
import type { ApiGround } from "../api/ground.ts";
import type { ApiRoute } from "../api/route.ts";
import { CHANGE } from "../api/shapes.ts";

/** Files whose lines are shown; the others are counted. */
const MOST_SHOWN = 50;
/** Characters of one side of a conflict: a page shows no more. */
const MOST_TEXT = 20_000;
const MOST_REFUSED = 100;
/** A file that conflicts in more places is answered as a whole. */
const MOST_HUNKS = 50;

type Side = "ours" | "theirs";
const SIDE: Schema = oneOf("ours", "theirs");

const COUNTS: Schema = fields({ added: COUNT, changed: COUNT, removed: COUNT }, { folders: COUNT });

const VIEW: Schema = describes<ListedView>({
  id: TEXT,
  sessionId: TEXT,
  prompt: TEXT,
  openedAtMs: MOMENT,
  isLive: FLAG,
  wasCut: FLAG,
  counts: nullable(COUNTS),
  overlaps: list(TEXT),
  fault: nullable(TEXT),
  note: nullable(
    describes<ListedViewNote>({ atMs: MOMENT, text: TEXT, isRed: FLAG, lines: list(TEXT) }),
  ),
});

const SETTLED = describes<SettledView>({
  state: oneOf("landed", "kept", "dropped"),
  why: TEXT,
  counts: COUNTS,
  refused: list(describes<RefusedChange>({ path: TEXT, reason: TEXT })),
});

const views: ApiRoute<ViewList> = {
  method: "GET",
  path: "/views",
  summary: "Who works in which view, what each would change, and what the project changed too.",
  gives: describes<ViewList>({
    views: list(VIEW),
    room: nullable(
      describes<ListedRoom>({ held: COUNT, most: COUNT, mostBytes: COUNT, mostFiles: COUNT }),
    ),
  }),
  async handle(ground) {
    const held = await ground.views();
    const found: ListedView[] = [];
    for (const view of await held.list()) found.push(await listed(ground, held, view));
    return { body: { views: found, room: await held.room() } };
  },
};

const one: ApiRoute<OneView> = {
  method: "GET",
  path: "/views/{view}",
  summary: "What a view would change in the project as it is now, with the lines of its files.",
  gives: describes<OneView>({
    view: VIEW,
    shown: fields({ changes: list(CHANGE), files: COUNT }),
  }),
  async handle(ground, { path }) {
    const held = await ground.views();
    const view = await viewOf(held, path.view);
    const { changes } = await held.show(view.id);
    const mask = await openMask(await ground.settings());
    const shown = [];
    for (const change of changes.slice(0, MOST_SHOWN)) {
      const diff = change.type === "directory" ? null : await held.diff(view.id, change.path);
      shown.push(shownChange(change, mask(diff ?? "")));
    }
    return {
      body: {
        view: await listed(ground, held, view),
        shown: { changes: shown, files: changes.length },
      },
    };
  },
};

const rebase: ApiRoute<RebasedViewFacts> = {
  method: "POST",
  path: "/views/{view}/rebase",
  summary: "Merges what the project changed into the view. The project is not changed.",
  takes: fields(
    {},
    {
      answers: {
        type: "object",
        additionalProperties: { anyOf: [SIDE, list(SIDE)] },
        maxProperties: 1_000,
      },
    },
  ),
  gives: describes<RebasedViewFacts>({
    merged: list(TEXT),
    conflicts: list(
      describes<ViewConflictFacts>({
        path: TEXT,
        reason: TEXT,
        base: nullable(TEXT),
        theirs: nullable(TEXT),
        ours: nullable(TEXT),
        hunks: list(
          describes<ConflictHunk>({
            number: COUNT,
            line: COUNT,
            base: TEXT,
            ours: TEXT,
            theirs: TEXT,
          }),
        ),
      }),
    ),
  }),
  async handle(ground, { path, body }) {
    const held = await ground.views();
    const { id } = await viewOf(held, path.view);
    const given = (body.answers ?? {}) as Readonly<Record<string, Side | readonly Side[]>>;
    const answers = Object.fromEntries(
      Object.entries(given).map(([at, answer]) => [
        at,
        typeof answer === "string" ? answer : { hunks: answer },
      ]),
    );
    const { merged, conflicts } = await held.rebase(id, { answers });
    const mask = await openMask(await ground.settings());
    const short = (text: string) => mask(text).slice(0, MOST_TEXT);
    const cut = (text: string | null) => (text === null ? null : short(text));
    return {
      body: {
        merged,
        conflicts: conflicts.map(({ path, reason, base, theirs, ours, hunks = [] }) => ({
          path,
          reason,
          base: cut(base),
          theirs: cut(theirs),
          ours: cut(ours),
          hunks: (hunks.length > MOST_HUNKS ? [] : hunks).map((hunk) => ({
            ...hunk,
            base: short(hunk.base),
            theirs: short(hunk.theirs),
            ours: short(hunk.ours),
          })),
        })),
      },
    };
  },
};

const land: ApiRoute<SettledView> = {
  method: "POST",
  path: "/views/{view}/land",
  summary:
    "Lands what a view holds in the person's name: all of it or nothing. A deny still holds.",
  takes: fields({}),
  gives: SETTLED,
  handle: (ground, { path }) =>
    settle(ground, path.view, (held, id) => held.land(id, { by: ground.by })),
};

const discard: ApiRoute<SettledView> = {
  method: "POST",
  path: "/views/{view}/discard",
  summary: "Throws away what a view holds. The project stays as it is.",
  takes: fields({}),
  gives: SETTLED,
  handle: (ground, { path }) =>
    settle(ground, path.view, (held, id) => held.discard(id, { by: ground.by })),
};

async function settle(
  ground: ApiGround,
  id: string | undefined,
  act: (held: ToolplaneViews, id: string) => Promise<Landing>,
): Promise<{ readonly body: SettledView }> {
  const held = await ground.views();
  const view = await viewOf(held, id);
  const { state, why = "", counts, refused = [] } = await act(held, view.id);
  ground.changed();
  return { body: { state, why, counts, refused: refused.slice(0, MOST_REFUSED) } };
}

async function viewOf(held: ToolplaneViews, id: string | undefined): Promise<HeldView> {
  const view = (await held.list()).find((one) => one.id === id);
  if (view === undefined)
    throw new ToolError("not_found", "There is no such view: it landed or was discarded.");
  return view;
}

const NOTES: Readonly<Record<NonNullable<HeldView["note"]>["state"], string>> = {
  red: "Did not land: a required check does not pass.",
  conflict: "Did not land: the project was changed in the same places.",
  kept: "Did not land: it is for you to decide.",
  checking: "Did not land: its check has not ended.",
  held: "Passed so far. It lands when the run is over.",
};

async function listed(
  { state, settings }: ApiGround,
  held: ToolplaneViews,
  { id, sessionId, openedMs, isLive, wasCut, note }: HeldView,
): Promise<ListedView> {
  const runs = createRuns({ ...state, clock: createSystemClock() });
  const [run] = await runs.list({ sessionId, limit: 1 });
  const mask = await openMask(await settings());
  const prompt = mask(run?.prompt.trim().split("\n", 1)[0] ?? "");
  const shown = note && {
    atMs: note.atMs,
    text: NOTES[note.state],
    isRed: note.state !== "held",
    lines: note.lines.map(mask),
  };
  const facts = { id, sessionId, prompt, openedAtMs: openedMs, isLive, wasCut, note: shown };
  try {
    const counts = countChanges(await held.show(id));
    return { ...facts, counts, overlaps: await held.overlaps(id), fault: null };
  } catch (error) {
    const fault = error instanceof Error ? error.message : String(error);
    return { ...facts, counts: null, overlaps: [], fault };
  }
}

export const VIEW_ROUTES: readonly ApiRoute[] = [views, one, rebase, land, discard];
