import type { Plugin } from 'rolldown';

const RUNTIME = /web-tree-sitter[\\/]tree-sitter\.js$/;
const SCRIPT = 'eval(func)';
const REFUSED = '(() => { throw new Error("a grammar runs no script"); })()';

/** A grammar may carry JavaScript, which the program that loads it would run. None of ours does, and none shall. */
export const WITHOUT_SCRIPTS_OF_GRAMMARS: Plugin = {
  name: 'without-scripts-of-grammars',
  transform(code, id) {
    if (!RUNTIME.test(id)) return null;
    const refusing = code.replaceAll(SCRIPT, REFUSED);
    if (refusing === code || /\beval\(/.test(refusing))
      throw new Error(`${id} runs scripts of grammars another way now`);
    return { code: refusing, map: null };
  },
};
