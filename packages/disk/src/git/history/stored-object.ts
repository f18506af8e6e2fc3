/** The types of git's objects by the numbers that packs have for them. */
export const OBJECT_TYPES: Readonly<Record<number, ObjectType>> = {
  1: "commit",
  2: "tree",
  3: "blob",
  4: "tag",
};

export type ObjectType = "commit" | "tree" | "blob" | "tag";

export interface StoredObject {
  readonly type: ObjectType;
  readonly content: Buffer;
}
