/** Asks the product itself whether it can confine processes on this machine. */
import { createHost } from "@toolplane/host";
import { compileConfinement } from "@toolplane/kernel";
import { createFixture } from "./fixture.ts";

/** True when it can. */
export async function hasSandbox(): Promise<boolean> {
  const fixture = createFixture({ viaLink: false });
  const host = await createHost({
    workspace: fixture.workspace,
    userData: fixture.userData,
    scratchParent: fixture.scratchParent,
    readConfinement: compileConfinement,
  });
  try {
    return host.sandbox.kind !== "none";
  } finally {
    await host.close();
    fixture.remove();
  }
}
