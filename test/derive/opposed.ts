/** Two rules, the second stated later, and whether they contradict each other. */
export interface Opposed {
  older: string;
  newer: string;
  gives: boolean;
}

const GIVES: readonly [string, string][] = [
  ['Never commit generated files.', 'Commit generated files.'],
  ['Use tabs.', 'Use spaces.'],
  ['Indent with tabs.', 'Indent with spaces.'],
  ['Do not use Redis.', 'Use Redis.'],
  ['Use single quotes.', 'Use double quotes.'],
  ['We commit lock files.', "We don't commit lock files."],
  ['Telemetry is enabled by default.', 'Telemetry is disabled by default.'],
  ['The API is public.', 'The API is not public.'],
  ['Force pushes are allowed.', 'Force pushes are forbidden.'],
  ['Tests must not touch the network.', 'Tests may touch the network.'],
  ['Avoid default exports.', 'Prefer default exports.'],
  ['Never mock the database.', 'Mock the database, it is too slow.'],
  ['Always squash commits.', 'Never squash commits.'],
  ['Comments are required.', 'Comments are optional.'],
  ['Use camelCase for columns.', 'Use snake_case for columns.'],
  ['Install with npm.', 'Install with pnpm.'],
  ['Agents may push to main.', 'Agents must not push to main.'],
  ['The cache is not shared between workers.', 'The cache is shared between workers.'],
];

const STAYS: readonly [string, string][] = [
  ['Never commit secrets.', "Don't forget to commit your changes."],
  ['Never use lodash in tests.', 'Use lodash.'],
  ['Use Redis.', 'Do not use Redis in tests.'],
  ['Do not push to main.', 'Push to the feature branch.'],
  ['Never edit migrations.', 'Edit the docs.'],
  ['Never merge without review.', 'Merge after review.'],
  ['Use single quotes.', 'Use double quotes in JSON.'],
  ['Do not commit unless I ask.', 'Commit the fix.'],
  ["We don't need a cache.", 'The cache is warm.'],
  ['Use tabs in Makefiles.', 'Use spaces in Python.'],
  ['Never delete a user row.', 'Delete user data after 30 days.'],
  ['Use pnpm.', 'Use npm for the docs site.'],
  ['Tests run in parallel.', 'Tests must not share state.'],
  ['Errors are public.', 'Ids are private.'],
  ['Always use merge commits.', 'Rebase the branch.'],
  ['Never push to main.', 'Never push to main.'],
];

/** Pairs of rules as people state them: some take opposite sides, others only have a similar subject. */
export const OPPOSED: readonly Opposed[] = [
  ...GIVES.map(([older, newer]) => ({ older, newer, gives: true })),
  ...STAYS.map(([older, newer]) => ({ older, newer, gives: false })),
];
