import { REGISTERED_HOOKS } from '../../../src/agents/gemini-cli/capabilities.ts';
import { GEMINI_CLI } from '../../../src/agents/gemini-cli/gemini-cli.ts';
import { settingsFileSuite } from '../settings-file-suite.ts';

settingsFileSuite({
  agent: GEMINI_CLI,
  file: '.gemini/settings.json',
  hooks: REGISTERED_HOOKS,
  timeout: 5_000,
  moved: { variable: 'GEMINI_CLI_HOME', file: '.gemini/settings.json' },
});
