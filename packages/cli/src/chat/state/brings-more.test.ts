import { describe, expect, it } from "vitest";
import {
  bringsMore,
  heldPictures,
  isCommandLine,
  isPromptLine,
  picturePaths,
} from "./brings-more.ts";

const commands = [
  { word: "review", meaning: "", isPrompt: true },
  { word: "help", meaning: "" },
];

describe("words that bring more than themselves", () => {
  it.each([
    ["look at @shots/red.png, please", ["shots/red.png"]],
    ["'/home/x/my red.PNG' and /home/x/a\\ b.jpeg?", ["/home/x/my red.PNG", "/home/x/a b.jpeg"]],
    ["file:///home/x/my%20red.webp ./a.gif ~/b.jpg", ["/home/x/my red.webp", "./a.gif", "~/b.jpg"]],
    ["@red.png @red.png", ["red.png"]],
    ["rename red.png to @a.txt, mail x@y.png", []],
    ["file://%zz.png https://x/y.png", []],
  ])("names pictures: %j", (text, paths) => {
    expect(picturePaths(text)).toEqual(paths);
    expect(bringsMore(text, { commands })).toBe(paths.length > 0);
  });

  it("has a picture of the clipboard, or a command of the person's own", () => {
    expect(heldPictures("[picture 2] and [picture 2] [picture x]")).toEqual(["[picture 2]"]);
    expect(isPromptLine("/review src", commands)).toBe(true);
    expect(isPromptLine("/help", commands)).toBe(false);
    expect(isPromptLine("say /review", commands)).toBe(false);
  });

  it("is told from a command by its first word: a path that was dropped is none", () => {
    expect(["/help", "/mode ask", "/"].map(isCommandLine)).toEqual([true, true, true]);
    expect(isCommandLine("/home/x/red.png what is this")).toBe(false);
  });

  it("reads a long line in no more time than a person notices", () => {
    const long = `${"\\".repeat(50_000)}'${"@".repeat(50_000)}.png`;
    expect(picturePaths(long).length).toBeLessThanOrEqual(1);
  });
});
