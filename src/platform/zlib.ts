import { lazy } from '../core/lazy.ts';

/** Node's compression, loaded with its first use: that takes two milliseconds, which who reads no long text need not pay. */
export const zlib = lazy((): typeof import('node:zlib') => process.getBuiltinModule('node:zlib'));
