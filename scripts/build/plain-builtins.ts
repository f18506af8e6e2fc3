/**
 * An `import` of a module of Node's own reads every one of its exports, the lazy ones too: `node:http` then loads a whole WebSocket
 * client (20 ms), `node:crypto` the web's cryptography. Taken as a plain object it costs what is used of it.
 */
import type { Plugin } from "rolldown";

const IMPORT = /^import (?:([\w$]+)(?:, )?)?(?:\{([^}]*)\} )?from "(node:[\w/]+)";$/gm;

/** Makes the plugin. Chunks have their imports at the top, so what takes their place stands before all that uses it. */
export function plainBuiltins(): Plugin {
  return {
    name: "plain-builtins",
    renderChunk(code) {
      return code.replace(IMPORT, (_, whole?: string, names?: string, module?: string) => {
        const from = `process.getBuiltinModule(${JSON.stringify(module)})`;
        return [
          ...(whole ? [`const ${whole} = ${from};`] : []),
          ...(names ? [`const {${names.replaceAll(" as ", ": ")}} = ${from};`] : []),
        ].join(" ");
      });
    },
  };
}
