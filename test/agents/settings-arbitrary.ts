import fc from 'fast-check';
import { REGISTERED_HOOKS } from '../../src/agents/claude-code/capabilities.ts';
import { jsoncText } from './jsonc-arbitrary.ts';

const EVENTS = REGISTERED_HOOKS.map(({ event }) => event);
const others = fc.array(
  fc.record({ hooks: fc.array(fc.record({ type: fc.constant('command'), command: fc.string() }), { maxLength: 2 }) }),
  { maxLength: 2 },
);
const hooks = fc.dictionary(fc.constantFrom(...EVENTS, 'PostToolUse'), others, { maxKeys: 4 });
const rest = fc.dictionary(
  fc.string({ maxLength: 5 }).filter((key) => key !== 'hooks' && key !== 'mcpServers'),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 3 },
);

/** A text of settings in the shape of Claude Code, in any layout, with hooks of others or none. */
export function settingsText(): fc.Arbitrary<string> {
  return jsoncText(
    fc
      .tuple(rest, fc.option(hooks, { nil: undefined }), rest)
      .map(([before, value, after]) => ({ ...before, ...(value === undefined ? {} : { hooks: value }), ...after })),
  );
}

/** A text of JSON with `mcpServers` of others or none, in any layout. */
export function serversText(): fc.Arbitrary<string> {
  return jsoncText(
    fc
      .tuple(rest, fc.option(rest, { nil: undefined }), rest)
      .map(([before, value, after]) => ({ ...before, ...(value === undefined ? {} : { mcpServers: value }), ...after }))
      .filter((value) => value.mcpServers?.cairn === undefined),
  );
}
