// Everyday words that are general in form, but tell of one spot, one time, a fault, or give leave: they are no person's rule, and
// take no rule's place.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { writeClaudeSession } from '../../bench/support/claude-transcript.ts';
import { statementsOfPrompt } from '../../src/derive/claim/statements-of-prompt.ts';
import { openFresh } from '../support/fresh-home.ts';

/** `passing`: prompts that state no rule for all work; `rules`: prompts that do. */
const FORMS = JSON.parse(readFileSync(new URL('passing-forms.json', import.meta.url), 'utf8')) as {
  passing: string[];
  rules: string[];
};
const PERSON = { surface: 'cli', person: true } as const;

const counted = (prompt: string) => statementsOfPrompt(prompt).filter(({ unclear }) => unclear !== true);

test(`of ${FORMS.passing.length} everyday prompts that state no rule, none counts as one at once`, () => {
  assert.deepEqual(
    FORMS.passing.filter((prompt) => counted(prompt).length > 0),
    [],
  );
});

test('a rule for all work still counts at once', () => {
  assert.deepEqual(
    FORMS.rules.filter((prompt) => counted(prompt).length === 0),
    [],
  );
});

const REPLACED: [rule: string, typed: string][] = [
  ['Always use https instead of http.', 'Use http instead of https for the local server.'],
  ['Run all migrations as app instead of root.', 'Use the root user instead of app for the migration.'],
  ['Store tokens in a cookie instead of localStorage.', 'Store the token in localStorage instead of a cookie.'],
  ['Never run migrations twice.', 'The migrations are always run twice.'],
  ['Never mock the database.', 'Mock the database here.'],
  ['Use tabs instead of spaces.', 'Use spaces instead of tabs in the yaml file.'],
  ['We use vitest instead of jest.', 'Use jest instead of vitest in the legacy folder.'],
  ['Use main instead of feature branches.', "Let's use the branch feature/login instead of main."],
  ['Use port 3000 instead of 3001.', 'Use port 3001 instead of 3000.'],
];

for (const [rule, typed] of REPLACED) {
  test(`an order of a task takes no rule's place: ${typed}`, async (context) => {
    const { memory, at } = openFresh(context, { caller: PERSON });
    await memory.withCaller({ ...PERSON, cwd: at.project }).remember({ text: rule, kind: 'constraint' });
    const place = { home: at.userHome, project: at.project, name: 'one', endsAt: Date.now() + 60_000 };
    writeClaudeSession([{ typed }, { said: 'Done.' }], place);
    for await (const _progress of memory.import({}));
    await memory.settled();
    assert.match((await memory.context({ cwd: at.project })).text, new RegExp(`by a person.*${rule}`));
  });
}

test('a rule for all work takes the place of one', async (context) => {
  const { memory, at } = openFresh(context, { caller: PERSON });
  const { id } = await memory
    .withCaller({ ...PERSON, cwd: at.project })
    .remember({ text: 'We use npm instead of pnpm.', kind: 'constraint' });
  const place = { home: at.userHome, project: at.project, name: 'one', endsAt: Date.now() + 60_000 };
  writeClaudeSession([{ typed: 'From now on we use pnpm instead of npm.' }, { said: 'Done.' }], place);
  for await (const _progress of memory.import({}));
  await memory.settled();
  assert.ok((await memory.get(id)).records[0]?.supersededBy);
});
