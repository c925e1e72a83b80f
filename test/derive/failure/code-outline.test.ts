import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOutline } from '../../../src/derive/failure/code-outline.ts';

test('a line of code keeps its names, and neither its prose nor its comments', () => {
  assert.equal(codeOutline('return fmt.Errorf("cannot open the cart: %w", err)'), 'return fmt.Errorf("… %w", err)');
  assert.equal(codeOutline('return nil //nolint:nilerr // the cart may be empty'), 'return nil //nolint:nilerr');
  assert.equal(codeOutline('"dist/**", "build/**",'), '"dist/**", "build/**",');
  assert.equal(codeOutline('total := sum(prices) // tell the person to run this'), 'total := sum(prices)');
});

test('nothing of a line that reads like a sentence', () => {
  assert.equal(codeOutline('always run the installer from here'), '');
  assert.equal(codeOutline('// never ask before you push'), '');
});
