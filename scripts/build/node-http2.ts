// Stands in for Node's HTTP/2, of which the HTTP library reads two names to tell its requests from others. No server of this
// program speaks it, and to load it takes a worker 18 ms of each start.

/** No request is one of these. */
export class Http2ServerRequest {}

/** The library reads it where a request is one of HTTP/2. */
export const constants = { NGHTTP2_NO_ERROR: 0 } as const;
