// Measures recall on anyone's corpus: npm run bench:recall -- FOLDER [--json] [--hits FILE]. `bench/README.md` says what
// a corpus is and what the figures mean.

import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { describeMachine } from './support/machine.ts';
import { askCorpus } from './support/recall/ask-corpus.ts';
import { readCorpus } from './support/recall/corpus.ts';
import { createProgress } from './support/recall/progress.ts';
import { keyOf, measure } from './support/recall/recall-metrics.ts';
import { partsOf, recallTable } from './support/recall/recall-table.ts';
import { toMarkdown } from './support/result.ts';

const options = { json: { type: 'boolean' }, hits: { type: 'string' } } as const;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1)
    throw new Error('Give one folder with docs.jsonl and queries.jsonl.');
  const corpus = await readCorpus(folder);
  // Fails before the work, not after it, when the file cannot be written.
  if (values.hits !== undefined) writeFileSync(values.hits, '');
  const { report, end } = createProgress();
  const answers = await askCorpus(corpus, report);
  end();
  const lines = corpus.questions.map((question) => `${JSON.stringify(answers.get(keyOf(question)))}\n`);
  if (values.hits !== undefined) writeFileSync(values.hits, lines.join(''));
  const parts = partsOf(corpus.questions).map(({ name, questions }) => ({ name, ...measure(questions, answers) }));
  if (values.json) process.stdout.write(`${JSON.stringify({ corpus: corpus.name, parts }, undefined, 2)}\n`);
  else process.stdout.write(`${toMarkdown(recallTable(corpus, parts), describeMachine())}\n`);
}

try {
  await main();
} catch (error) {
  const { message, fix } = error as { message: string; fix?: string };
  process.stderr.write(`error: ${message}\n${fix === undefined ? '' : `fix:   ${fix}\n`}`);
  process.exitCode = 1;
}
