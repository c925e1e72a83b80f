import fc from 'fast-check';

const GAP = fc.constantFrom('', '', '\n', '# mine\n', '\n\n', '  # "half\n');
const ENTRY = fc.constantFrom(
  'model: x # said so\n',
  'model:\n  default: "a: b"\n  list: [1, 2]\n',
  'text: |\n  hooks:\n    - {command: no}\n\n  # no comment\n',
  "\"quoted key\": 'it''s'\n",
  'tools:\n- one\n- two: 2\n  three: 3\n',
  'mcpServers:\n  - name: other # mine\n    command: x\n    args:\n      - "cairn"\n',
  'mcpServers: []\n',
  'mcp_servers:\n  other: {command: x, args: [mcp]}\n',
  'deep:\n    a:\n        b:\n        - c\n\n    # of a\n    d: 1\n',
);
const HOOKS = fc.constantFrom(
  '',
  '',
  'hooks:\n',
  'hooks: {} # none yet\n',
  'hooks:\n  pre_llm_call: []\n',
  'hooks:\n  # mine\n  pre_llm_call:\n  - command: say hello\n    timeout: 3\n  on_session_end:\n    - {command: "say done"}\n',
  "'hooks':\n    post_tool_call:\n        - command: 'look'\n          matcher: a|b\n\n",
);

/** A text of YAML in block form, with comments and hooks of its own or none. */
export function yamlText(): fc.Arbitrary<string> {
  return fc
    .record({
      before: fc.tuple(GAP, fc.option(ENTRY, { nil: '' })),
      hooks: HOOKS,
      after: fc.tuple(GAP, fc.option(ENTRY, { nil: '' }), GAP),
      isClosed: fc.boolean(),
      lineEnd: fc.constantFrom('\n', '\n', '\r\n'),
    })
    .filter(({ before, hooks, after }) => before[1] + hooks + after[1] !== '')
    .filter(({ before, after }) => before[1].split(':')[0] !== after[1].split(':')[0] || before[1] === '')
    .map(({ before, hooks, after, isClosed, lineEnd }) => {
      const text = `${before.join('')}${hooks}${after.join('')}`;
      return (isClosed ? text : text.replace(/\n+$/, '')).replaceAll('\n', lineEnd);
    });
}
