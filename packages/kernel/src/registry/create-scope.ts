/** Groups registrations, so that a plugin, a server or a subagent takes all of its tools with it when it goes. */
import { ConfigurationError } from "@toolplane/contract";
import type { Registration, RegistryScope } from "./registration.ts";

/** Makes a scope over a way to register. */
export function createScope(register: RegistryScope["register"]): RegistryScope {
  const held: (Pick<Registration, "close"> | RegistryScope)[] = [];
  let ending: Promise<void> | null = null;
  const checkOpen = (): void => {
    if (ending) throw new ConfigurationError("registry scope", "is closed");
  };
  return {
    register(tool, origin) {
      checkOpen();
      const registration = register(tool, origin);
      held.push(registration);
      return registration;
    },
    scope() {
      checkOpen();
      const inner = createScope(register);
      held.push(inner);
      return inner;
    },
    close() {
      ending ??= Promise.all(
        held
          .splice(0)
          .reverse()
          .map((one) => one.close()),
      ).then(() => undefined);
      return ending;
    },
  };
}
