import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { stripSystemTags } from '../../src/privacy/system-tags.ts';

test('what agents put between system tags goes, with the tags', () => {
  for (const name of [
    ...['system', 'system-reminder', 'system_reminder', 'system_instruction', 'system-instructions'],
    ...['local-command-caveat', 'hook_context', 'session_context', 'environment_context', 'permissions instructions'],
  ]) {
    assert.equal(stripSystemTags(`before <${name}>a\nb</${name}> after`), 'before  after', name);
    assert.equal(stripSystemTags(`<${name.toUpperCase()}>a</${name}>`), '', name);
  }
  assert.equal(stripSystemTags('<hook_context source="PreToolUse" tool_name=bash>a</hook_context>b'), 'b');
  assert.equal(stripSystemTags('a<system-reminder>x</system-reminder>b<system>y</system>c'), 'abc');
});

test('a tag that is not closed ends with the text', () => {
  assert.equal(stripSystemTags('prompt\n<system-reminder>\nhidden\nhidden'), 'prompt\n');
  assert.equal(stripSystemTags('prompt <system_instruction>hidden'), 'prompt ');
  assert.equal(stripSystemTags('prompt\n<system>hidden'), 'prompt\n');
  assert.equal(stripSystemTags('prompt <system-reminder>\nhidden'), 'prompt ');
  assert.equal(stripSystemTags('prompt\n <system-reminder> hidden words'), 'prompt\n ');
  assert.equal(stripSystemTags('prompt\\n<hook_context> hidden words'), 'prompt\\n');
});

test('tags in escaped text count too', () => {
  assert.equal(stripSystemTags('a\\n<system-reminder>\\nx\\n<\\/system-reminder>b'), 'a\\nb');
  assert.equal(stripSystemTags('a\\u003csystem-reminder\\u003ex\\u003c/system-reminder\\u003eb'), 'ab');
});

test('other tags, closing tags alone and tags that are only mentioned stay', () => {
  for (const text of [
    '<div><system-x>a</system-x></div>',
    '<command-name>/clear</command-name><local-command-stdout>a</local-command-stdout>',
    '<untrusted_context>Output: 1</untrusted_context>',
    'the `<system-reminder>` tag, "<system-reminder>" and <system-reminder>.*',
    'usage: deploy <system> <target>',
    'How does Claude inject <system-reminder> tags? Fix the parser in src/hooks.ts.',
    'The <environment_context> block is wrong, set the folder there.',
    'What is <current_datetime>, and who writes <hook_context>?\nSay it in the docs.',
    'left over</system-reminder>',
    'a < b and c > d',
  ]) {
    assert.equal(stripSystemTags(text), text);
  }
});

test('no word between system tags survives, and none outside is lost', () => {
  const part = fc.record({ open: fc.boolean(), name: fc.constantFrom('system-reminder', 'system', 'hook_context') });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
      const text = parts.map(({ open, name }, at) => (open ? `<${name}>in${at}</${name}>` : ` out${at} `)).join('');
      const kept = stripSystemTags(text);
      parts.forEach(({ open }, at) => {
        assert.equal(kept.includes(open ? `in${at}` : ` out${at} `), !open);
      });
    }),
  );
});
