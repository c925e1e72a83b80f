import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from '../../src/config/settings.ts';
import { CairnError } from '../../src/core/errors.ts';
import { type LanguageModelSettings, openModel } from '../../src/llm/open-model.ts';
import { SPEAK, say, startModelServer } from '../support/models/model-server.ts';

const place = { variables: {}, cwd: '/nowhere' };

function settings(changes: Partial<LanguageModelSettings> = {}): LanguageModelSettings {
  return {
    'llm.model': SETTINGS['llm.model'].default,
    'llm.url': SETTINGS['llm.url'].default,
    'llm.key': SETTINGS['llm.key'].default,
    'llm.timeoutMs': SETTINGS['llm.timeoutMs'].default,
    'llm.allowAgentCommand': SETTINGS['llm.allowAgentCommand'].default,
    ...changes,
  };
}

test('no model is opened unless one is named', () => {
  assert.equal(openModel(settings(), place), undefined);
});

test('a model is opened by its name, at the address and with the key of the settings', async (context) => {
  const { url, asked } = await startModelServer(context, (_, response) => say(response, SPEAK.anthropic('yes')));
  const model = openModel(
    settings({ 'llm.model': 'anthropic:small-3:latest', 'llm.url': `${url}/proxy/`, 'llm.key': ' key ' }),
    place,
  );
  assert.equal(model?.name, 'anthropic:small-3:latest');
  const request = { system: 's', prompt: 'p', schema: { name: 'summary', schema: {} }, maxTokens: 9 };
  await model?.complete(request, { signal: new AbortController().signal });
  assert.deepEqual([asked[0]?.path, asked[0]?.headers['x-api-key']], ['/proxy/v1/messages', 'key']);
});

test('what is no model, no address or wants a key is refused with what helps, and never shows a password', () => {
  const wrong: [Partial<LanguageModelSettings>, string, RegExp][] = [
    [{ 'llm.model': 'gpt-5' }, 'invalid_input', /it takes none, openai:MODEL/],
    [{ 'llm.model': 'openai:' }, 'invalid_input', /it takes none/],
    [{ 'llm.model': '' }, 'invalid_input', /it takes none/],
    [{ 'llm.model': 'openai:x' }, 'invalid_input', /needs a key/],
    [{ 'llm.model': 'anthropic:x' }, 'invalid_input', /needs a key/],
    [{ 'llm.model': 'ollama:x', 'llm.url': 'localhost:1' }, 'invalid_input', /llm\.url is no address/],
    [{ 'llm.model': 'ollama:x', 'llm.url': 'https://me:hidden@example.org' }, 'invalid_input', /name or password/],
    [{ 'llm.model': 'command:claude -p' }, 'not_allowed', /subscription/],
    [{ 'llm.model': 'command:"' }, 'invalid_input', /open quote/],
  ];
  for (const [changes, code, message] of wrong) {
    assert.throws(
      () => openModel(settings(changes), place),
      (error) => {
        assert.ok(error instanceof CairnError);
        assert.equal(error.code, code);
        assert.match(error.message, message);
        assert.ok(error.fix && !`${error.message}${error.fix}`.includes('hidden'));
        return true;
      },
    );
  }
});

test('a server without a key, and a command, are opened as they are', () => {
  assert.equal(openModel(settings({ 'llm.model': 'ollama:qwen3:8b' }), place)?.name, 'ollama:qwen3:8b');
  const local = { 'llm.model': 'openai:x', 'llm.url': 'http://127.0.0.1:8080/v1' };
  assert.equal(openModel(settings(local), place)?.name, 'openai:x');
  assert.equal(openModel(settings({ 'llm.model': 'command: /opt/llm -m small' }), place)?.name, 'command:llm');
  assert.equal(
    openModel(settings({ 'llm.model': 'command:codex exec', 'llm.allowAgentCommand': true }), place)?.name,
    'command:codex',
  );
});
