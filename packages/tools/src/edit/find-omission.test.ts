import { describe, expect, it } from "vitest";
import { findOmission } from "./find-omission.ts";

describe("findOmission", () => {
  it.each([
    "// ... rest of the code",
    "// ... existing code ...",
    "  # ... rest of code ...",
    "/* ... remaining methods unchanged ... */",
    "<!-- ... rest of file ... -->",
    "{/* ... existing props ... */}",
    "-- ... existing logic here",
    "... existing code ...",
    "// … rest of implementation …",
    "// (... rest of function ...)",
  ])("sees the placeholder %s", (line) => {
    expect(findOmission(`a();\n${line}\nb();`, "a();\nb();")).toBe(line.trim());
  });

  it.each([
    "...",
    "// ...",
    "f(...args)",
    "const { a, ...rest } = props;",
    "return [...existing, item];",
    'log("loading ...");',
    "// wait for the rest of the server to start ... then go on with it",
    "and so on ... as the previous chapter says of trees",
    "func f(other ...string) error {",
  ])("takes %s as text", (line) => {
    expect(findOmission(line, "")).toBeNull();
  });

  it("lets a placeholder stay where it was", () => {
    expect(findOmission("// ... rest of code\nb();", "a();\n// ... rest of code\n")).toBeNull();
  });
});
