/**
 * Reads whom a JSON-RPC message is for when it is too long to be kept: from its first and its last bytes, all between them left
 * out. Writers put the large member first or last, so the small ones stand at one edge or at both.
 */
export interface MessageEdges {
  readonly head: string;
  readonly tail: string;
}

export interface EdgeFacts {
  /** Null where no edge names it. */
  readonly id: string | number | null;
  readonly method: string | null;
}

const HEAD_MEMBER = /\s*"([A-Za-z]+)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)\s*,/y;
/** The last member of the outermost object: what closes it is the end of the text. */
const TAIL_MEMBER = /,\s*"([A-Za-z]+)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+|true|false|null)\s*$/;

export function readMessageEdges({ head, tail }: MessageEdges): EdgeFacts {
  const { id, method } = Object.fromEntries([...headMembers(head), ...tailMembers(tail)]);
  return {
    id: typeof id === "string" || Number.isInteger(id) ? (id as string | number) : null,
    method: typeof method === "string" ? method : null,
  };
}

function* headMembers(head: string): Generator<readonly [string, unknown]> {
  const opening = head.indexOf("{");
  if (opening < 0 || head.slice(0, opening).trim() !== "") return;
  HEAD_MEMBER.lastIndex = opening + 1;
  for (let found = HEAD_MEMBER.exec(head); found; found = HEAD_MEMBER.exec(head))
    yield memberOf(found);
}

function* tailMembers(tail: string): Generator<readonly [string, unknown]> {
  const end = tail.trimEnd();
  if (!end.endsWith("}")) return;
  let left = end.slice(0, -1);
  for (let found = TAIL_MEMBER.exec(left); found; found = TAIL_MEMBER.exec(left)) {
    yield memberOf(found);
    left = left.slice(0, found.index);
  }
}

function memberOf([, name = "", value = "null"]: readonly string[]): readonly [string, unknown] {
  try {
    return [name, JSON.parse(value)];
  } catch {
    return [name, null];
  }
}
