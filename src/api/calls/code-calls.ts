import { SYMBOL_KINDS } from '../../core/model/symbol-kinds.ts';
import { type CallTable, write } from './call.ts';
import { integer, needed, OF_HERE, text, texts } from './fields.ts';

const PATH = text("A file of the project: a path from its root, or from the caller's folder.");

/** Calls about the source files of a project as they are now. They read, but outside of the memory: no reader thread does them. */
export const CODE_CALLS = {
  smartSearch: {
    ...write(
      'Finds functions, classes and other symbols of the project by name, kind, signature, comment and meaning.',
    ),
    main: 'query',
    looks: ['query', 'kinds', 'path', 'limit', 'project'],
    input: {
      query: needed(text('A name or a part of one, or in plain words what it does.')),
      kinds: texts('Only symbols of these kinds.', { choices: SYMBOL_KINDS }),
      path: text('Only files below this folder, or that this pattern names: src/http, **/*.test.ts.'),
      limit: integer('How many; default 20.', 1, 100),
      ...OF_HERE,
    },
  },
  smartOutline: {
    ...write(
      'Gives the skeleton of a source file: its symbols with signatures, comments and lines, without their bodies.',
    ),
    main: 'path',
    looks: ['path', 'budget', 'project'],
    input: {
      path: needed(PATH),
      budget: integer('Tokens at most; default 15 % of those of the file.', 20, 20_000),
      ...OF_HERE,
    },
  },
  smartUnfold: {
    ...write('Gives the text of one symbol of a source file.'),
    main: 'symbol',
    looks: ['symbol', 'path', 'line', 'from', 'project'],
    input: {
      /** A name, or `Class.method`. */
      symbol: text('Its name, or Holder.name where several are called so; without one, what stands at `line`.'),
      path: text('The file; without one, the symbol of that name which the project has.'),
      line: integer('A line of it, from 1.', 1, 10_000_000),
      from: integer('Goes on at this line, where the text before was cut: its `next`.', 1, 10_000_000),
      ...OF_HERE,
    },
  },
} as const satisfies CallTable;
