import { defineTool } from './arguments.ts';
import { renderWhy } from './render/why.ts';

/** Where lines come from. */
export const why = defineTool({
  name: 'why',
  description:
    'Use before you change or remove a line whose reason you do not see: tells which session wrote it, the prompt that led to it, what was decided, what was refused or tried and rejected, and the tests that failed on the way. Takes a file and a line, or a range. Says "not known" where nothing shows it.',
  call: 'why',
  takes: {
    path: { required: true, help: 'From the root of the project or your folder' },
    line: 'From 1',
    end_line: { field: 'endLine', help: 'Last line of a range' },
    project: 'Path, name or id; default this one',
  },
  render: renderWhy,
});
