import type { FastifyInstance } from 'fastify'

/**
 * Answers that are sent while the server closes end their connection. Node closes idle connections once, when closing
 * begins; one that was busy then would be kept for its client's next request, and closing would wait for it to time
 * out.
 */
export function closeConnectionsAtEnd(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
