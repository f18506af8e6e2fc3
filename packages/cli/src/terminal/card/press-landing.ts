/**
 * Keys on a card about a landing: a letter selects and Enter confirms, as on every card; up and down go from path to path, and Enter
 * without a letter looks at the path under the cursor. Whatever moves takes the selection back, so that no Enter means two things.
 */
import type { CardState } from "./card-state.ts";
import type { Key } from "./key-reader.ts";
import { lookableRows } from "./landing-rows.ts";
import { layoutCard } from "./layout-card.ts";

/** The next state, or null where the key means what it means on every card. */
export function pressLanding(state: CardState, key: Key): CardState | null {
  if (state.question.kind !== "landing") return null;
  if (state.view === "diff") return key.name === "escape" ? back(state) : null;
  if (state.view !== "card") return null;
  if (key.name === "up" || key.name === "down") return move(state, key.name === "up" ? -1 : 1);
  if (key.name === "enter" && state.selected === null && state.cursor !== null)
    return lookAt(state, state.cursor);
  return null;
}

/** The answer that leaves out what asks. */
export function withoutAsking({ listed }: CardState): readonly string[] {
  return listed.asking.map(({ path }) => path);
}

function back(state: CardState): CardState {
  return { ...state, view: "card", diff: null, scroll: 0 };
}

function move(state: CardState, by: number): CardState {
  const rows = lookableRows(state.listed, state.isUnfolded).length;
  if (rows === 0) return state;
  const from = state.cursor ?? (by > 0 ? -1 : rows);
  const cursor = Math.max(0, Math.min(rows - 1, from + by));
  return follow({ ...state, cursor, selected: null });
}

/** Keeps the line under the cursor in the window, with the lines above the first row where there is room for them. */
function follow(state: CardState): CardState {
  const { body, height } = layoutCard(state);
  const at = body.findIndex(({ row }) => row === state.cursor);
  const first = state.cursor === 0 ? 0 : at;
  if (first < state.scroll) return { ...state, scroll: first };
  return at >= state.scroll + height ? { ...state, scroll: at - height + 1 } : state;
}

function lookAt(state: CardState, cursor: number): CardState {
  const path = lookableRows(state.listed, state.isUnfolded)[cursor];
  if (path === undefined) return state;
  if (path === null) return { ...state, isUnfolded: true };
  return { ...state, outcome: { kind: "show-diff", path } };
}
