import { REGISTERED_HOOKS } from '../../../src/agents/qwen-code/capabilities.ts';
import { QWEN_CODE } from '../../../src/agents/qwen-code/qwen-code.ts';
import { settingsFileSuite } from '../settings-file-suite.ts';

settingsFileSuite({
  agent: QWEN_CODE,
  file: '.qwen/settings.json',
  hooks: REGISTERED_HOOKS,
  timeout: 5,
  moved: { variable: 'QWEN_HOME', file: 'settings.json' },
});
