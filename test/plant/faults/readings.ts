/** Mistakes in how any text is read: globs, braces, paths, letter case. */
import type { Area } from "../fault.ts";

export const READINGS_FAULTS: Area = {
  name: "readings",
  in: "packages/readings/src",
  tests: [["packages/readings/src"], ["packages/kernel/src/policy"]],
  faults: [
    {
      name: "braces-multiply-without-end",
      anchor: "if (outer.current.length * inner.length > MAX_ALTERNATIVES) return TOO_MANY;",
      replacement: "",
    },
    {
      name: "a-list-of-alternatives-has-no-end",
      anchor: "if (group.done.length > MAX_ALTERNATIVES) return TOO_MANY;",
      replacement: "",
    },
    {
      name: "braces-nest-without-end",
      anchor: "if (open.length > MAX_DEPTH)",
      replacement: "if (open.length < 0)",
    },
    {
      name: "a-brace-that-is-not-closed-is-read",
      anchor: "return open.length > 0 ? UNBALANCED :",
      replacement: "return open.length < 0 ? UNBALANCED :",
    },
    {
      name: "a-variable-that-nobody-replaced-is-an-alternative",
      anchor: "if (group.parts < 2 && options.takesLone !== true) return LONE;",
      replacement: "",
    },
    {
      name: "a-pattern-matches-the-beginning-of-a-text",
      anchor: "return at === pattern.length; }",
      replacement: "return at <= pattern.length; }",
    },
    {
      name: "a-star-is-never-reconsidered",
      anchor: "resume += 1; taken = resume; at = star + 1;",
      replacement: "return false;",
    },
    {
      name: "a-star-stands-for-a-hidden-folder",
      anchor: 'starTakes: (name) => !name.startsWith("."),',
      replacement: "starTakes: () => true,",
    },
    {
      name: "a-question-mark-contains-a-star",
      anchor: "(symbol === ONE && subject !== STAR)",
      replacement: "symbol === ONE",
    },
    {
      name: "the-two-ends-of-a-glob-may-overlap",
      anchor: "subject.length >= least && subject.startsWith(head)",
      replacement: "subject.startsWith(head)",
    },
    {
      name: "a-relative-pattern-is-taken-for-an-absolute-one",
      anchor: 'if (!text.startsWith("/")) return { ok: false, message: "is not absolute" };',
      replacement: "",
    },
    {
      name: "a-pattern-may-climb-out-of-its-folder",
      anchor: 'if (parts.includes("..")) return { ok: false, message: "holds a .. segment" };',
      replacement: "",
    },
    {
      name: "the-root-of-a-tree-is-read-as-a-glob",
      anchor: "return { segments: [...root.map(literalGlob), null] };",
      replacement: "return { segments: [...root.map(readPathSegment), null] };",
    },
    {
      name: "a-pattern-deeper-than-a-root-does-not-reach-below-it",
      anchor: "!segment.test(root[at] as string)) return false; } return true;",
      replacement:
        "!segment.test(root[at] as string)) return false; } return segments.length <= root.length;",
    },
    {
      name: "a-neighbour-of-like-name-lies-inside-a-folder",
      anchor: "path.charCodeAt(head.length) === SLASH && path.startsWith(inside)",
      replacement: "path.startsWith(head)",
    },
    {
      name: "a-star-crosses-a-slash",
      anchor: 'path.lastIndexOf("/") === head.length &&',
      replacement: "",
    },
    {
      name: "a-root-with-a-star-in-it-is-not-escaped",
      anchor: 'text.replace(/[*?{},\\\\]/g, "\\\\$&")',
      replacement: 'text.replace(/[?{},\\\\]/g, "\\\\$&")',
    },
    {
      name: "a-set-that-is-negated-is-read-as-it-stands",
      anchor: "ranges.some(([from, to]) => point >= from && point <= to) !== isNegated",
      replacement: "ranges.some(([from, to]) => point >= from && point <= to)",
    },
    {
      name: "a-wildcard-stands-for-a-leading-dot",
      anchor: 'const isHidden = (name: string) => !isDotted && name.startsWith(".");',
      replacement: "const isHidden = (name: string) => name === null;",
    },
    {
      name: "a-class-of-the-locale-is-guessed",
      anchor:
        'if (text.charAt(at) === "[" && ":.=".includes(text.charAt(at + 1) || " ")) return null;',
      replacement: "",
    },
    {
      name: "a-search-may-lead-up",
      anchor:
        'if (named.includes("..")) return { ok: false, message: "leads up: give a directory as path" };',
      replacement: "",
    },
    {
      name: "a-search-may-be-absolute",
      anchor:
        'if (text.startsWith("/")) return { ok: false, message: "is absolute: give its directory as path" };',
      replacement: "",
    },
    {
      name: "letters-that-fold-to-several-are-told-apart",
      anchor: ".toUpperCase() .toLowerCase()",
      replacement: ".toLowerCase()",
    },
    {
      name: "a-name-stored-decomposed-is-another-name",
      anchor:
        '.normalize("NFC") .toUpperCase() .toLowerCase() .replaceAll("ς", "σ") .replaceAll("i\\u0307", "i") .normalize("NFC");',
      replacement: '.toUpperCase().toLowerCase().replaceAll("ς", "σ");',
    },
    {
      name: "a-path-normalizes-to-above-the-root",
      anchor: 'if (part === "..") parts.pop();',
      replacement: 'if (part === "..") parts.push(part);',
    },
    {
      name: "a-folder-contains-its-neighbour-of-like-name",
      anchor: 'return path[directory.length] === "/" && path.startsWith(directory);',
      replacement: "return path.startsWith(directory);",
    },
  ],
};
