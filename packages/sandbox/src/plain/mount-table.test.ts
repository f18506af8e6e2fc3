import { describe, expect, it } from "vitest";
import { readMountTable } from "./mount-table.ts";

const TABLE = [
  "20 1 8:1 / / rw,relatime - ext4 /dev/a rw",
  "21 20 8:2 / /home rw,nosuid,nodev,noatime - ext4 /dev/b rw",
  "22 21 8:3 / /home/me/with\\040blank\\134 ro,noexec,relatime - ext4 /dev/c rw",
  "23 20 8:4 / /data rw - ext4 /dev/d rw",
  "24 23 8:5 / /data ro,nodev - ext4 /dev/e rw",
  "",
].join("\n");

describe("the table of mounts", () => {
  const table = readMountTable(TABLE);

  it("gives the restrictions of the mount around a path", () => {
    expect(table.restrictions("/usr/bin")).toEqual(["relatime"]);
    expect(table.restrictions("/home/me/x")).toEqual(["nosuid", "nodev", "noatime"]);
    expect(table.restrictions("/homework")).toEqual(["relatime"]);
    expect(table.restrictions("/home/me/with blank\\/x")).toEqual(["ro", "noexec", "relatime"]);
  });

  it("takes the last mount on a point", () => {
    expect(table.restrictions("/data/x")).toEqual(["ro", "nodev"]);
  });

  it("says what is mounted below a path, and whether anything is", () => {
    expect(table.below("/home")).toEqual(["/home/me/with blank\\"]);
    expect(table.touches("/home/me")).toBe(true);
    expect(table.touches("/data")).toBe(true);
    expect(table.touches("/dat")).toBe(false);
  });

  it("reads the table of this process", () => {
    expect(readMountTable().touches("/")).toBe(true);
  });
});
