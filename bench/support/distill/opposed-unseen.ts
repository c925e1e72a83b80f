import type { Said } from './restated-unseen.ts';

/** Rules of which the first cannot hold beside the second; never used to make the rules that find them. */
export const OPPOSED_UNSEEN: readonly Said[] = [
  ['Always write tests first.', "Don't write tests first."],
  ['Never force push.', 'You may force push.'],
  ['Add comments to public functions.', 'Do not add comments to public functions.'],
  ['We support Windows.', 'We do not support Windows.'],
  ['Emojis are fine in commit messages.', 'Never use emojis in commit messages.'],
  ['Wrap lines at 80 characters.', 'Wrap lines at 120 characters.'],
  ['The dashboard is private.', 'The dashboard is public.'],
  ['Sort the list ascending.', 'Sort the list descending.'],
  ['Do not bump versions by hand.', 'Bump versions by hand.'],
  ['Snapshots may be committed.', 'Snapshots must never be committed.'],
  ['Use snake_case in the API.', 'Use camelCase in the API.'],
  ['Rebase feature branches.', 'Merge feature branches.'],
  ['Do not edit files in vendor.', 'You can edit files in vendor.'],
  ['Log request bodies.', 'Never log request bodies.'],
  ['The migration is required.', 'The migration is not required.'],
];

/** Rules that are near each other and hold together. */
export const BESIDE_UNSEEN: readonly Said[] = [
  ['Never log passwords.', 'Log request bodies.'],
  ['Do not edit generated code.', 'Edit the generator.'],
  ['Use double quotes.', 'Use double quotes in HTML.'],
  ['Never deploy on Fridays.', 'Deploy with the script.'],
  ['We do not support Internet Explorer.', 'We support Firefox.'],
  ['Do not add dependencies.', 'Add types to the exports.'],
  ['Avoid global state.', 'Global styles are in one file.'],
  ['Never skip tests.', 'Skip the build in watch mode.'],
  ['Tests must not sleep.', 'Tests must be fast.'],
  ['Do not commit to main.', 'Commit small steps.'],
  ['The staging API is public.', 'The production API is private.'],
  ['Use tabs.', 'Use spaces around operators.'],
  ["Don't run the full suite locally.", 'Run the full suite in CI.'],
  ['Never use any.', 'Use unknown at borders.'],
  ['Do not rename columns.', 'Rename the column in a migration of its own.'],
];
