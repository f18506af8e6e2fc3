import { describe, expect, it } from "vitest";
import { type FailureWorld, viewFailure } from "./view-failure.ts";

const plain: FailureWorld = {
  root: false,
  kernel: "6.8.0-45-generic",
  read: () => null,
  exists: () => false,
  upperType: 0xef53,
};
const setting = (name: string, value: string) => (path: string) => (path === name ? value : null);

describe("viewFailure", () => {
  it("names AppArmor's restriction, which binds everybody but root", () => {
    const read = setting("/proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1");
    const fault = viewFailure("mount: Permission denied", { ...plain, read });
    expect(fault.reason).toContain("AppArmor");
    expect(fault.reason).toContain("mount: Permission denied");
    expect(fault.remedy).toContain("apparmor_restrict_unprivileged_userns=0");
    expect(viewFailure("", { ...plain, read, root: true }).reason).not.toContain("AppArmor");
  });

  it.each([
    ["4.18.0-553.el8", true],
    ["5.10.0", true],
    ["5.11.0", false],
    ["6.1.0", false],
    ["odd", false],
  ])("knows whether kernel %s lets everybody mount", (kernel, old) => {
    expect(viewFailure("", { ...plain, kernel }).reason.includes("5.11 and later")).toBe(old);
    expect(viewFailure("", { ...plain, kernel, root: true }).remedy ?? "").not.toContain("5.11");
  });

  it("names a container's layer under our data", () => {
    expect(viewFailure("", { ...plain, upperType: 0x794c7630 }).reason).toContain("own layer");
  });

  it("tells a container's masked /proc from its other refusals", () => {
    const exists = (path: string) => path === "/.dockerenv";
    const masked = viewFailure("bwrap: Can't mount proc on /newroot/proc", { ...plain, exists });
    expect(masked.reason).toContain("parts of /proc are masked");
    expect(viewFailure("mount: denied", { ...plain, exists }).reason).toContain("may not mount");
  });

  it("names SELinux where it enforces", () => {
    const read = setting("/sys/fs/selinux/enforce", "1");
    expect(viewFailure("", { ...plain, read }).reason).toContain("SELinux");
  });

  it("says what was said where nothing is known", () => {
    expect(viewFailure("odd", plain)).toEqual({
      reason: "Commands cannot get a view of the workspace. It said: odd",
    });
  });
});
