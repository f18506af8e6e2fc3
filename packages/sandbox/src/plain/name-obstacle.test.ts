import { describe, expect, it } from "vitest";
import { nameObstacle } from "./name-obstacle.ts";

const APPARMOR = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";

function machine(settings: Readonly<Record<string, string>>, files: readonly string[] = []) {
  return {
    setting: (file: string) => settings[file] ?? null,
    exists: (path: string) => files.includes(path),
  };
}

describe("the obstacle to namespaces", () => {
  it("is named with its remedy", () => {
    expect(nameObstacle("no", machine({ [APPARMOR]: "1" }))).toEqual({
      reason:
        "This machine does not let programs make user namespaces: AppArmor restricts them. It said: no",
      remedy: "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
    });
    const clone = machine({ "/proc/sys/kernel/unprivileged_userns_clone": "0" });
    expect(nameObstacle("", clone).remedy).toBe("sysctl -w kernel.unprivileged_userns_clone=1");
    const count = machine({ "/proc/sys/user/max_user_namespaces": "0" });
    expect(nameObstacle("", count).remedy).toBe("sysctl -w user.max_user_namespaces=1000");
    expect(nameObstacle("mount: /proc", machine({}, ["/.dockerenv"])).reason).toContain("/proc");
    expect(nameObstacle("unshare: unrecognized option: keep-caps", machine({})).remedy).toContain(
      "util-linux",
    );
  });

  it("is told in the program's words where none is known", () => {
    expect(nameObstacle("mount: bad day", machine({}))).toEqual({
      reason: "Namespaces made with util-linux do not work here. It said: mount: bad day",
    });
  });
});
