// The schemas of the protocol's library check a few messages: to make code for each costs more than it saves. Read by
// zod when a schema is made, so this module is imported before any that makes one.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
