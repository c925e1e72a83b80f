import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CairnError } from '../../../src/core/errors.ts';
import { createCircuitBreaker } from '../../../src/platform/http/circuit-breaker.ts';

test('a circuit opens after three failures in a row, for growing times, and closes with a success', () => {
  let now = 1_000_000;
  const circuit = createCircuitBreaker(() => now);
  const error = new CairnError('embedder_failed', 'no');
  circuit.failed(error);
  circuit.failed(error);
  circuit.succeeded();
  circuit.failed(error);
  circuit.failed(error);
  assert.equal(circuit.open(), undefined);
  circuit.failed(error);
  assert.equal(circuit.open(), error);
  const pauses = [15_000, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000].map((expected) => {
    now += expected - 1;
    assert.equal(circuit.open(), error);
    now += 1;
    assert.equal(circuit.open(), undefined);
    circuit.failed(error);
    return expected;
  });
  assert.equal(pauses.length, 7);
  circuit.succeeded();
  assert.equal(circuit.open(), undefined);
});

test('a clock that is set back does not keep it open', () => {
  let now = 1_000_000_000;
  const circuit = createCircuitBreaker(() => now);
  for (let i = 0; i < 3; i += 1) circuit.failed(new CairnError('embedder_failed', 'no'));
  now -= 86_400_000;
  assert.equal(circuit.open(), undefined);
});
