import type { SessionRequest } from '@parley/contract'
import { Client, type ClientConfig } from 'pg'

/** Runs one statement on a separate connection. */
export async function queryRows<T extends object>(
  config: ClientConfig,
  statement: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new Client(config)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<T>(statement, values)).rows
  } finally {
    await client.end()
  }
}

interface Running {
  origin: string
  database: ClientConfig
}

/** What the provider of a running server answers to a GET. */
export async function fetchFromProvider<T>({ origin, database }: Running, path: string): Promise<T> {
  const [secret] = await queryRows<{ value: Buffer }>(
    database,
    `select value from server_secrets where name = 'stripe_sandbox'`,
  )
  const authorization = `Bearer sk_test_${secret?.value.toString('hex').slice(0, 24)}`
  const response = await fetch(`${origin}/sandbox/stripe/v1/${path}`, { headers: { authorization } })
  return (await response.json()) as T
}

/** How often the provider of a running server says that a request was charged, and how much of it was refunded. */
export async function providerSays(
  server: Running,
  request: Pick<SessionRequest, 'id'>,
): Promise<{ charges: number; refunds: number }> {
  const intents = await queryRows<{ intent_id: string }>(
    server.database,
    'select intent_id from payments where request_id = $1',
    [request.id],
  )
  let charges = 0
  let refunds = 0
  for (const { intent_id } of intents) {
    const list = await fetchFromProvider<{ data: { paid: boolean; amount_refunded: number }[] }>(
      server,
      `charges?payment_intent=${intent_id}`,
    )
    charges += list.data.filter(charge => charge.paid).length
    refunds += list.data.reduce((sum, charge) => sum + charge.amount_refunded, 0)
  }
  return { charges, refunds }
}
