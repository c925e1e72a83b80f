import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'smol-toml';
import { renderPackages } from '../../scripts/packages/render-packages.ts';
import { AGENTS } from '../../src/agents/registry.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FILES = renderPackages();

suite('the packages of agents', () => {
  test('are what npm run packages makes: no more, no less', () => {
    const made = [...FILES.keys()];
    const folders = new Set(made.map((path) => path.split('/').slice(0, 2).join('/')));
    const present = [...folders]
      .filter((folder) => folder.startsWith('packages/') && folder !== 'packages/AGENTS.md')
      .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
    const outside = made.filter((path) => !path.startsWith('packages/') || path === 'packages/AGENTS.md');
    assert.deepEqual([...present, ...outside].sort(), made.toSorted());
    for (const [path, text] of FILES) assert.equal(readFileSync(join(ROOT, path), 'utf8'), text, path);
  });

  test('parse, and name no path of any machine', () => {
    for (const [path, text] of FILES) {
      if (path.endsWith('.json')) assert.doesNotThrow(() => JSON.parse(text), path);
      if (path.endsWith('.toml')) assert.doesNotThrow(() => parse(text), path);
      assert.ok(!text.includes('/repository'), path);
      assert.doesNotMatch(text, /"\/(?:home|Users|root)\//, path);
    }
  });

  test('have front matters that every reader of YAML reads alike', () => {
    const matters = [...FILES].flatMap(([path, text]) => {
      const [, matter] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
      return matter === undefined ? [] : matter.split('\n').map((line) => ({ path, line }));
    });
    assert.notEqual(matters.length, 0);
    for (const { path, line } of matters) assert.match(line, /^[\w-]+: (?:[\w-]+|"(?:[^"\\]|\\.)*")$/, path);
  });

  test('tell when to search and when not, in fewer than 400 words', () => {
    const skills = [...FILES].filter(([path]) => path.endsWith('cairn-memory/SKILL.md'));
    assert.notEqual(skills.length, 0);
    for (const [path, text] of skills) {
      assert.ok(text.split(/\s+/).length < 400, path);
      assert.match(text, /## Search when/);
      assert.match(text, /## Do not search when/);
    }
  });

  test('are, as an Agent Plugin, what its specification 1.0.0 allows: known fields, skills named as their folders', () => {
    const manifest = JSON.parse(FILES.get('packages/agent-plugin/plugin.json') ?? '');
    const known = '$schema name version description author homepage repository license keywords extensions'.split(' ');
    assert.deepEqual(
      Object.keys(manifest).filter((field) => !known.includes(field)),
      [],
    );
    assert.match(manifest.$schema, /^https:\/\/agent-plugins\.org\/schemas\/1\.0\.0\/plugin\.schema\.json$/);
    assert.match(manifest.name, /^[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/);
    const { $schema, mcpServers } = JSON.parse(FILES.get('packages/agent-plugin/mcp.json') ?? '');
    assert.match($schema, /\/1\.0\.0\/mcp\.schema\.json$/);
    for (const { type, command } of Object.values<{ type: string; command: string }>(mcpServers))
      assert.deepEqual([type, typeof command], ['stdio', 'string']);
    const skills = [...FILES].filter(([path]) => /^packages\/agent-plugin\/skills\//.test(path));
    assert.equal(skills.length, 5);
    for (const [path, text] of skills) assert.ok(text.startsWith(`---\nname: ${path.split('/').at(-2)}\n`), path);
  });

  test('run hooks that do nothing where Cairn is not, for events that the agent’s set-up registers', () => {
    for (const { name, capabilities } of AGENTS) {
      const files = [...FILES].filter(
        ([path]) => path.startsWith(`packages/${name}/`) && /hooks?(\.plugin)?\.json$/.test(path),
      );
      for (const [path, text] of files) {
        const commands = [...text.matchAll(/"command": "(.*hook.*)"/g)].map(([, command = '']) =>
          JSON.parse(`"${command}"`),
        );
        for (const command of commands) {
          assert.match(
            command,
            /^\[ ! -x "\$HOME\/\.cairn\/bin\/hook" \] \|\| "\$HOME\/\.cairn\/bin\/hook" [\w-]+ \w+ project(?: (?:armed|refusing))?$/,
            path,
          );
          const [, event = ''] = / (\w+) project(?: (?:armed|refusing))?$/.exec(command) ?? [];
          assert.ok(capabilities.hooks.includes(event), `${path}: ${event}`);
        }
      }
    }
  });
});
