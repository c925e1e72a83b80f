import type { Plugin } from 'rolldown';

const IMPORT = /^import (?:(?:\* as )?([\w$]+))?(?:, )?(?:\{ ([^}]*) \})? from "(node:[^"]+)";$/gm;

/**
 * Takes of Node's own modules what a chunk names and no more. An `import` of one reads all of its exports, and some load what
 * nothing here calls: those of `node:http` load undici, 50 ms of every start, those of `node:fs` its streams.
 */
export function readNamedBuiltins(): Plugin {
  return {
    name: 'read-named-builtins',
    renderChunk(code) {
      const read = code.replace(IMPORT, readNames);
      const left = /^(?:import|export) .* from "node:.*$/m.exec(read)?.[0];
      if (left !== undefined) throw new Error(`This import of one of Node's modules is of no known form: ${left}`);
      return read;
    },
  };
}

function readNames(...[, all, names, id]: (string | undefined)[]): string {
  const from = `process.getBuiltinModule("${id}")`;
  const whole = all === undefined ? [] : [`const ${all} = ${from};`];
  const named = names === undefined ? [] : [`const { ${names.replaceAll(' as ', ': ')} } = ${all ?? from};`];
  return [...whole, ...named].join(' ');
}
