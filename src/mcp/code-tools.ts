import { SYMBOL_KINDS } from '../core/model/symbol-kinds.ts';
import { defineTool } from './arguments.ts';
import { renderCodeHits, renderOutline, renderUnfolded } from './render/code.ts';

const PROJECT = 'Path, name or id; default this one';

/** Symbols of the project. */
export const smartSearch = defineTool({
  name: 'smart_search',
  description:
    'Use instead of grep to find where something is defined, when you know its name, a part of it, or only what it does. Searches functions, classes, types and methods of the sources as they are now by name, signature, comment and meaning. Gives file and lines: read one with smart_unfold.',
  call: 'smartSearch',
  takes: {
    query: { required: true, help: 'A name, a part of one, or what it does in plain words' },
    kinds: { isOpen: true, help: `Of ${SYMBOL_KINDS.slice(0, 5).join(', ')} ...` },
    path: 'Folder or pattern: src/http, **/*.test.ts',
    limit: { most: 50, help: '1-50, default 20' },
    project: PROJECT,
  },
  render: renderCodeHits,
});

/** A file without its bodies. */
export const smartOutline = defineTool({
  name: 'smart_outline',
  description:
    'Use before you read a long source file: gives its skeleton at most at 15 % of the tokens: classes, functions, types with signatures and line ranges. Then read only what you need with smart_unfold.',
  call: 'smartOutline',
  takes: {
    path: { required: true, help: 'From the root of the project or your folder' },
    budget: 'Tokens at most',
    project: PROJECT,
  },
  render: renderOutline,
});

/** One symbol whole. */
export const smartUnfold = defineTool({
  name: 'smart_unfold',
  description:
    'Use to read one function, class or type instead of the whole file: gives its text with its comment. Takes its name (Holder.name where several are called so), with its file or without, or a file and a line.',
  call: 'smartUnfold',
  takes: {
    symbol: 'Name, or Holder.name',
    path: 'Its file',
    line: 'A line of it',
    from: 'next of the part before',
    project: PROJECT,
  },
  render: renderUnfolded,
});
