import { expect, it } from "vitest";
import { readWords } from "./person-words.ts";
import { readDestination } from "./read-destination.ts";

const names = (text: string, kind: "url" | "name", value: string): boolean =>
  readWords(text, []).names(readDestination(kind, value, "to"), () => []);

it("reads an address before a sentence that goes on without a blank", () => {
  const text = "Post it to our site www.beans.example.They wrote to karl.";
  expect(names(text, "url", "www.beans.example")).toBe(true);
  expect(names(text, "url", "beans.example")).toBe(false);
  expect(names("See www.beans.example.evil for more.", "url", "www.beans.example")).toBe(false);
});

it("takes a person's word for how a name begins, and only where they say that it begins so", () => {
  expect(names("Add Rosa to the channel starting with Garden", "name", "Garden_7")).toBe(true);
  expect(names("Add Rosa to the channel that begins with 'Garden'", "name", "garden_7")).toBe(true);
  expect(names("Add Rosa to the channel Garden", "name", "Garden_7")).toBe(false);
  expect(names("Add Rosa to the channel starting with Garden", "name", "My_Garden")).toBe(false);
});
