import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { ToolError } from "@toolplane/contract";
import { expect, it } from "vitest";
import { checkedBody } from "./checked-body.ts";

const SUM = `sha256:${createHash("sha256").update("content").digest("hex")}`;

function open(...pieces: string[]): Readable {
  const body = Readable.from(
    pieces.map((piece) => Buffer.from(piece)),
    { objectMode: false },
  );
  return checkedBody(body, ["sha256:other", SUM], () => new ToolError("failed", "another file"));
}

it("a file with one of the sums comes whole, however it is cut into pieces", async () => {
  for (const pieces of [["content"], ["con", "tent"], [..."content"]])
    expect(await text(open(...pieces))).toBe("content");
});

it("of another file the last piece never comes", async () => {
  let read = "";
  const body = open("sw", "app", "ed");
  body.on("data", (chunk: Buffer) => {
    read += chunk.toString();
  });
  const error = await new Promise((resolve) => body.once("error", resolve));
  expect(error).toMatchObject({ message: "another file" });
  expect("swapp".startsWith(read)).toBe(true);
});

it("an empty file is another file", async () => {
  await expect(text(open())).rejects.toThrow("another file");
});

it("a body that breaks off is no whole file", async () => {
  const broken = new Readable({
    read() {
      this.push("con");
      this.destroy(new ToolError("failed", "broke off"));
    },
  });
  await expect(
    text(checkedBody(broken, [SUM], () => new ToolError("failed", "x"))),
  ).rejects.toThrow();
});
