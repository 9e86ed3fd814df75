import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createStripeSandbox } from '../index.ts'
import { SANDBOX_OPTIONS, sdk } from '../testing.ts'

it('an address that Stripe has and the sandbox has not is refused as Stripe refuses it, beside a host with pages', async () => {
  const sandbox = createStripeSandbox({ ...SANDBOX_OPTIONS, now: () => new Date(0) })
  const host = Fastify()
  host.get('/*', () => ({ detail: 'a page' }))
  await host.register(sandbox.plugin, { prefix: '/sandbox/stripe' })
  const origin = await host.listen({ port: 0, host: '127.0.0.1' })
  const stripe = sdk(`${origin}/sandbox/stripe`)
  const refusal = {
    type: 'StripeInvalidRequestError',
    statusCode: 404,
    message: expect.stringContaining('/v1/products'),
  }
  await expect(stripe.products.list()).rejects.toMatchObject(refusal)
  await expect(stripe.products.create({ name: 'Chess' })).rejects.toMatchObject(refusal)
  await host.close()
  await sandbox.close()
})
