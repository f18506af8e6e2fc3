import { expect, it } from "vitest";
import { expandBraces } from "./expand-braces.ts";
import { createPrivateNames, mayNamePrivate, PRIVATE_FILES } from "./private-files.ts";

const isPrivate = createPrivateNames();
const paths = PRIVATE_FILES.flatMap((pattern) => {
  const texts = expandBraces(pattern);
  return texts.ok ? texts.value : [];
}).map((text) => text.replace("**/", "a/").replaceAll("**", "b/c").replaceAll("*", "d"));

it.each(paths)("%s is known by its name, in any case and inside of any text", (path) => {
  for (const text of [path, path.toUpperCase(), path.slice("a/".length)]) {
    expect(isPrivate(text)).toBe(true);
    expect(mayNamePrivate(`open("${text}").read()`)).toBe(true);
  }
});

it("knows a name in letters that only look like others in another case", () => {
  expect(isPrivate("a/\u212Aeys/x.\u212AEY")).toBe(true);
});

it.each(["src/total.ts", "README.md", "environment", "a/b.envelope", "keys.txt"])(
  "%s is none of them",
  (path) => expect(isPrivate(path)).toBe(false),
);

it("looks no further at a text without any such name", () => {
  expect(mayNamePrivate("for file in src/*.ts; do wc -l $file; done")).toBe(false);
});
