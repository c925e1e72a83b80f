import type { Plugin } from 'rolldown';

const IMPORT = /^import (?:(?:\* as )?([\w$]+))?(?:, )?(?:\{ ([^}]*) \})? from "(node:[^"]+)";$/gm;

const NOT_ASCII = /[^\x00-\x7f]/g;
const RAW = /String\.raw`[^`]*[^\x00-\x7f`]/;

/** Modules of which programs call functions alone, and most starts call none: each is loaded at its first call. */
const AT_FIRST_CALL = new Set(['node:child_process']);

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

/**
 * Writes what is not ASCII as escapes, which every literal may have: so Node reads a file in half the time, and keeps it in
 * half the memory.
 */
export function writeAscii(): Plugin {
  return {
    name: 'write-ascii',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        if (RAW.test(file.code)) throw new Error(`${file.fileName} has String.raw with what is not ASCII`);
        file.code = file.code.replace(NOT_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
      }
    },
  };
}

function readNames(...[, all, names, id = '']: (string | undefined)[]): string {
  const from = `process.getBuiltinModule("${id}")`;
  const late = AT_FIRST_CALL.has(id);
  const whole = late ? `new Proxy({}, { get: (_, name) => ${from}[name] })` : from;
  const wholes = all === undefined ? [] : [`const ${all} = ${whole};`];
  if (names === undefined) return wholes.join(' ');
  if (!late) return [...wholes, `const { ${names.replaceAll(' as ', ': ')} } = ${all ?? from};`].join(' ');
  const called = names.split(',').map((pair) => {
    const [name = '', own = name] = pair.trim().split(' as ');
    return `const ${own} = (...args) => ${from}.${name}(...args);`;
  });
  return [...wholes, ...called].join(' ');
}
