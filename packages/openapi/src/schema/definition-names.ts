/** One name in `$defs` for each place that is referred to: short, plain, and the same in every tool of a document. */

export interface DefinitionNames {
  of(pointer: string): string;
  pointerOf(name: string): string;
}

const MAX_LENGTH = 40;

export function createDefinitionNames(): DefinitionNames {
  const names = new Map<string, string>();
  const pointers = new Map<string, string>();
  return {
    of(pointer) {
      const known = names.get(pointer);
      if (known !== undefined) return known;
      const last = pointer.slice(pointer.lastIndexOf("/") + 1);
      const plain = last.replace(/[^A-Za-z0-9_]+/g, "_").slice(0, MAX_LENGTH);
      const stem = plain === "" || plain === "__proto__" ? "schema" : plain;
      let name = stem;
      for (let count = 2; pointers.has(name); count += 1) name = `${stem}_${count}`;
      names.set(pointer, name);
      pointers.set(name, pointer);
      return name;
    },
    pointerOf: (name) => pointers.get(name) ?? "#",
  };
}
