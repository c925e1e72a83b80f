import type { Migration } from './migration.ts';

const WITHOUT_SECRETS = `
-- Names, addresses and command lines of models were kept as they were set, passwords in them too. Whoever finds this mark
-- has the file and its backups written again.
UPDATE guards SET value = '"(not kept)"' WHERE key IN (
  SELECT key FROM guards WHERE key IN ('embed.model', 'embed.url', 'llm.model', 'llm.url')
    AND value NOT IN ('""', '"none"', '"minilm"')
);
`;

/** Takes what can hold a secret out of the values that guards had. */
export const guardsWithoutSecrets: Migration = { version: 18, minReader: 17, minWriter: 18, sql: WITHOUT_SECRETS };
