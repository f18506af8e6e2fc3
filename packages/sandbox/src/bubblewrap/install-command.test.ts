import { describe, expect, it } from "vitest";
import { installCommand } from "./install-command.ts";

describe("installCommand", () => {
  it("knows a distribution by its name or by what it is like", () => {
    expect(installCommand('NAME="Fedora Linux"\nID=fedora\n')).toBe("dnf install bubblewrap");
    expect(installCommand('ID="linuxmint"\nID_LIKE="ubuntu debian"\n')).toBe(
      "apt install bubblewrap",
    );
  });

  it("names the package where the distribution is not known", () => {
    for (const text of ["", "ID=constructor\n", "ID=plan9\n"])
      expect(installCommand(text)).toBe("install the package bubblewrap");
  });
});
