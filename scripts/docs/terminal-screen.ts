/**
 * Draws the output of a program as a person sees it: enough of a terminal for our own screens and for a shell. Lines that
 * scrolled away are kept, because a picture and a test want the whole transcript.
 */

export interface CellStyle {
  readonly bold: boolean;
  readonly dim: boolean;
  readonly inverse: boolean;
  /** One of the eight colours, as the digit that selects it, or null for the usual one. */
  readonly colour: number | null;
}

export interface Cell {
  readonly text: string;
  readonly style: CellStyle;
}

export interface TerminalScreen {
  write(data: string): void;
  /** Every line so far, without blanks at the end. */
  lines(): readonly (readonly Cell[])[];
  text(): string;
}

interface State {
  readonly columns: number;
  readonly rows: number;
  readonly lines: Cell[][];
  row: number;
  column: number;
  style: CellStyle;
}

const PLAIN: CellStyle = { bold: false, dim: false, inverse: false, colour: null };
const BLANK: Cell = { text: " ", style: PLAIN };
const ESC = "\u001b";
/** A control sequence, a command to the operating system, another escape, a control character, or one character. */
const TOKEN = new RegExp(
  `${ESC}\\[([0-9;?>=]*)([@-~])|${ESC}\\][^\\u0007${ESC}]*(?:\\u0007|${ESC}\\\\)|${ESC}[^\\[\\]]|[\\s\\S]`,
  "gu",
);
const UNFINISHED = new RegExp(`${ESC}(?:\\[[0-9;?>=]*|\\][^\\u0007${ESC}]*)?$`);

export function createTerminalScreen(size: {
  readonly columns: number;
  readonly rows: number;
}): TerminalScreen {
  const state: State = { ...size, lines: [[]], row: 0, column: 0, style: PLAIN };
  let rest = "";
  const lines = (): readonly (readonly Cell[])[] => state.lines.map(withoutBlanks);
  return {
    write(data) {
      const all = rest + data;
      rest = UNFINISHED.exec(all)?.[0] ?? "";
      const whole = all.slice(0, all.length - rest.length);
      for (const match of whole.matchAll(TOKEN)) {
        if (match[2] !== undefined) obey(state, match[2], match[1] ?? "");
        else if (!match[0].startsWith(ESC)) put(state, match[0]);
      }
    },
    lines,
    text: () =>
      lines()
        .map((line) => line.map((cell) => cell.text).join(""))
        .join("\n"),
  };
}

function put(state: State, character: string): void {
  if (character === "\n") goTo(state, state.row + 1, state.column);
  else if (character === "\r") state.column = 0;
  else if (character === "\b") state.column = Math.max(0, state.column - 1);
  else if (character === "\t") state.column = Math.min(state.columns - 1, (state.column | 7) + 1);
  else if (character >= " " && character !== "\u007f") draw(state, character);
}

function draw(state: State, character: string): void {
  if (state.column >= state.columns) goTo(state, state.row + 1, 0);
  const line = lineAt(state, state.row);
  while (line.length < state.column) line.push(BLANK);
  line[state.column] = { text: character, style: state.style };
  state.column += 1;
}

function obey(state: State, command: string, words: string): void {
  const numbers = words.split(";").map(Number);
  const count = Math.max(1, numbers[0] || 1);
  const top = Math.max(0, state.lines.length - state.rows);
  if (command === "m") for (const code of numbers) state.style = restyled(state.style, code);
  else if (command === "A") state.row = Math.max(top, state.row - count);
  else if (command === "B") goTo(state, state.row + count, state.column);
  else if (command === "C") state.column = Math.min(state.columns - 1, state.column + count);
  else if (command === "D") state.column = Math.max(0, state.column - count);
  else if (command === "G") state.column = count - 1;
  else if (command === "H") goTo(state, top + count - 1, (numbers[1] || 1) - 1);
  else if (command === "K") eraseLine(state, numbers[0] || 0);
  else if (command === "J") eraseBelow(state, numbers[0] || 0);
}

function goTo(state: State, row: number, column: number): void {
  lineAt(state, row);
  state.row = row;
  state.column = column;
}

function lineAt(state: State, row: number): Cell[] {
  while (state.lines.length <= row) state.lines.push([]);
  return state.lines[row] as Cell[];
}

function eraseLine(state: State, how: number): void {
  const line = lineAt(state, state.row);
  if (how === 0) line.length = Math.min(line.length, state.column);
  else line.fill(BLANK, 0, how === 1 ? state.column + 1 : undefined);
}

/** 0 erases what follows, anything else the whole screen; what scrolled away stays. */
function eraseBelow(state: State, how: number): void {
  const from = how === 0 ? state.row + 1 : Math.max(0, state.lines.length - state.rows);
  if (how === 0) eraseLine(state, 0);
  for (const line of state.lines.slice(from)) line.length = 0;
  if (how === 0) state.lines.length = Math.max(state.row + 1, Math.min(from, state.lines.length));
}

function restyled(style: CellStyle, code: number): CellStyle {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 7 || code === 27) return { ...style, inverse: code === 7 };
  if (code === 39) return { ...style, colour: null };
  if (code >= 30 && code <= 37) return { ...style, colour: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, colour: code - 90 };
  return style;
}

function withoutBlanks(line: readonly Cell[]): readonly Cell[] {
  const end = line.findLastIndex((cell) => cell.text !== " " || cell.style.inverse);
  return line.slice(0, end + 1);
}
