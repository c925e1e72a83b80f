import { lazy } from '../core/lazy.ts';

/**
 * Node's compression, loaded on first use: loading takes two milliseconds, which a process without long texts need not
 * spend.
 */
export const zlib = lazy((): typeof import('node:zlib') => process.getBuiltinModule('node:zlib'));
