import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type KernelExports, loadKernel, startKernel } from '../../src/platform/load-kernel.ts';

suite('a kernel', () => {
  test('is compiled once, and each instance has a memory of its own', () => {
    const kernel = loadKernel('bert');
    assert.equal(loadKernel('bert'), kernel);
    const [one, other] = [startKernel<KernelExports>(kernel), startKernel<KernelExports>(kernel)];
    one.memory.grow(1);
    assert.notEqual(one.memory.buffer.byteLength, other.memory.buffer.byteLength);
  });

  test('that is missing is named, with what helps', () => {
    assert.throws(() => loadKernel('none'), { code: 'damaged', message: /none\.wasm/, fix: /install/ });
  });
});
