import type { Node } from "jsonc-parser";
import { loneChanges } from "./lone-changes.ts";
import type { Member, MemberSides } from "./member.ts";
import { mergeMembers } from "./merge-members.ts";
import { type JsonText, readJson } from "./read-json.ts";
import type { MergeStructure } from "./structure.ts";

interface JsonMember extends Member {
  readonly value: JsonValue;
}

/** A value and the text it stands in. */
interface JsonValue {
  readonly node: Node;
  readonly source: JsonText;
}

interface JsonSides {
  readonly base: JsonValue;
  readonly ours: JsonValue;
  readonly theirs: JsonValue;
}

/**
 * Merges the members of objects; everything else, arrays too, is one value. What stays is written as it stood in ours. Comments
 * belong to no member, so texts whose comments differ are a conflict.
 */
export const mergeJson: MergeStructure = async (texts) => {
  const [base, ours, theirs] = await Promise.all(
    [texts.base, texts.ours, texts.theirs].map(readJson),
  );
  if (!base || !ours || !theirs) return null;
  if (ours.comments !== base.comments || theirs.comments !== base.comments) return null;
  // Blank lines around the value, which have no meaning to merge: one side left them, or both say the same.
  if (ours.outside !== base.outside && theirs.outside !== base.outside) return null;
  const merged = mergeValue({
    base: { node: base.root, source: base },
    ours: { node: ours.root, source: ours },
    theirs: { node: theirs.root, source: theirs },
  });
  if (merged === null) return null;
  const { text: around, root } = ours.outside === base.outside ? theirs : ours;
  const text = around.slice(0, root.offset) + merged + around.slice(root.offset + root.length);
  const read = await readJson(text);
  return read?.comments === ours.comments ? text : null;
};

/** The text of the merged value. */
function mergeValue({ base, ours, theirs }: JsonSides): string | null {
  if ([base, ours, theirs].some(({ node }) => node.type !== "object")) return null;
  const sides = { base: membersOf(base), ours: membersOf(ours), theirs: membersOf(theirs) };
  if (mixesChanges(sides)) return null;
  const members = mergeMembers(sides, mergeMember);
  return members === null ? null : writeObject(members, [ours, theirs, base]);
}

/**
 * A member that one side put among others while the other side edited these may not be wanted there any more, or not like this, and
 * nothing else in the file says so. (Real merges of bots that raise all versions: the person's result lacks the new one, or raises it.)
 */
function mixesChanges(sides: MemberSides<JsonMember>): boolean {
  const { ours, theirs } = loneChanges(sides);
  return ours.size > 0 && theirs.size > 0 && new Set([...ours, ...theirs]).size > 1;
}

function mergeMember(sides: {
  readonly base: JsonMember;
  readonly ours: JsonMember;
  readonly theirs: JsonMember;
}): JsonMember | null {
  const value = mergeValue({
    base: sides.base.value,
    ours: sides.ours.value,
    theirs: sides.theirs.value,
  });
  if (value === null) return null;
  const { node, source } = sides.ours.value;
  const name = sides.ours.text.slice(0, sides.ours.text.length - textOf(source, node).length);
  return { ...sides.ours, text: name + value };
}

function membersOf({ node, source }: JsonValue): readonly JsonMember[] {
  let end = node.offset + 1;
  return (node.children ?? []).flatMap((property) => {
    const [key, value] = property.children ?? [];
    if (key === undefined || value === undefined) return [];
    const lead = source.text.slice(end, property.offset).replace(/^\s*,/, "");
    end = property.offset + property.length;
    const text = source.text.slice(property.offset, end);
    const meaning = source.meaningOf(value);
    return [{ key: String(key.value), lead, text, meaning, value: { node: value, source } }];
  });
}

/** Its end is that of the first version that has members: an empty object does not show how its members would be written. */
function writeObject(members: readonly JsonMember[], versions: readonly JsonValue[]): string {
  const model = versions.find(({ node }) => (node.children ?? []).length > 0);
  if (members.length === 0 || model === undefined) return "{}";
  const last = model.node.children?.at(-1) as Node;
  const tail = model.source.text.slice(
    last.offset + last.length,
    model.node.offset + model.node.length,
  );
  return `{${members.map(({ lead, text }) => lead + text).join(",")}${tail}`;
}

function textOf({ text }: JsonText, { offset, length }: Node): string {
  return text.slice(offset, offset + length);
}
