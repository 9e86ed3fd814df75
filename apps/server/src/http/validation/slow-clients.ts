/** How long the server waits for a client. Fastify's own default for a body and for an answer is: for ever. */
export interface Patience {
  /** From the first byte of a request to the last of its headers. */
  headersMs: number
  /** From the first byte of a request to the last of its body. */
  requestMs: number
  /** While nothing moves on a connection: a body that stops, an answer that nobody reads, or that is not ready yet. */
  stillMs: number
  checkEveryMs: number
}

/**
 * Attack: from one address, thousands of connections with a body that never ends, or with a long answer that nobody
 * reads. An image of the greatest size arrives in time over 0.2 Mbit/s.
 */
export const PATIENCE: Patience = {
  headersMs: 60_000,
  requestMs: 300_000,
  stillMs: 300_000,
  checkEveryMs: 30_000,
}

/** The same as Fastify's options. */
export const optionsOf = ({ headersMs, requestMs, stillMs, checkEveryMs }: Patience) => ({
  requestTimeout: requestMs,
  connectionTimeout: stillMs,
  http: { headersTimeout: headersMs, connectionsCheckingInterval: checkEveryMs },
})
