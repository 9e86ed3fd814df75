import Fastify from 'fastify'
import { createStripeSandbox } from './index.ts'

/** A server of its own, for tests that kill it: takes the database file, says its address. */
const sandbox = createStripeSandbox({
  databaseFile: process.argv[2] ?? ':memory:',
  secretKey: 'sk_test_sandbox',
  publishableKey: 'pk_test_sandbox',
  webhookSecret: 'whsec_sandbox',
  webhookUrl: () => null,
  now: () => new Date(),
  faultsEnabled: true,
})
const app = Fastify()
await app.register(sandbox.plugin, { prefix: '/sandbox/stripe' })
process.stdout.write(`${await app.listen({ port: 0, host: '127.0.0.1' })}\n`)
