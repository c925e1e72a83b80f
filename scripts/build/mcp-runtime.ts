// Stands in for the module by which the MCP library takes what its runtime has. The library's own brings a validator of
// JSON schemas, 280 kB that every start would load and that this server never asks for: it checks its input itself.

/** The process whose streams the server speaks on. */
export const process = globalThis.process;

/** Refuses to validate: nothing asks it to. */
export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new Error('this build validates no JSON schemas');
  }
}
