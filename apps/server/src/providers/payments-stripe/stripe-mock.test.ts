import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pence } from '@parley/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EVIDENCE_FILES } from '../../domains/payments/payment-provider.ts'
import { freePort } from '../../testing/free-port.ts'
import { findServerProgram } from '../../testing/server-programs.ts'
import { createStripeProvider, type StripeProvider } from './index.ts'

const program = findServerProgram('stripe-mock')
const KEY = 'sk_test_123'
const READY_WITHIN_MS = 30_000

/** A request as it went to Stripe's own description of its API, and how that answered. */
interface SentRequest {
  line: string
  status: number
  version: string | undefined
  isRepeatable: boolean
}

describe.skipIf(!program)('Stripe’s published description of its API', () => {
  let mock: ReturnType<typeof spawn>
  let mockOrigin: string
  let recorder: Server
  let provider: StripeProvider
  const sent: SentRequest[] = []

  beforeAll(async () => {
    const port = await freePort()
    mockOrigin = `http://127.0.0.1:${port}`
    mock = spawn(program ?? '', ['-http-addr', `127.0.0.1:${port}`], { stdio: 'ignore' })
    await until(async () => (await fetch(`${mockOrigin}/v1/balance`, { headers: bearer })).ok)
    recorder = createServer((request, response) => {
      forward(mockOrigin, request, response, sent).catch(error => response.destroy(error))
    })
    recorder.listen(0, '127.0.0.1')
    await once(recorder, 'listening')
    const { port: recorderPort } = recorder.address() as AddressInfo
    provider = createStripeProvider({
      provider: 'stripe',
      secretKey: KEY,
      publishableKey: 'pk_test_123',
      webhookSecret: 'whsec_test',
      apiBase: () => `http://127.0.0.1:${recorderPort}`,
    })
  }, READY_WITHIN_MS)
  afterAll(async () => {
    recorder.close()
    mock.kill()
    await once(mock, 'exit')
  })

  /** Every operation of the ports, with what the server would give it; each name of them is here. */
  const operations: Record<string, (p: StripeProvider) => Promise<unknown>> = {
    createIntent: p =>
      p.createIntent({ paymentId: 'p1', requestId: 'r1', amountPence: pence(2500), customerId: 'cus_1' }),
    fetchIntent: p => p.fetchIntent('pi_1'),
    setSavesCard: p => p.setSavesCard({ intentId: 'pi_1', savesCard: true }),
    cancelIntent: p => p.cancelIntent('pi_1'),
    payWithCard: p =>
      p.payWithCard({
        chargeId: 'c1',
        intentId: 'pi_1',
        cardId: 'pm_1',
        returnUrl: 'https://parley.example/',
      }),
    refund: p =>
      p.refund({ refundId: 'f1', attempt: 1, intentId: 'pi_1', amountPence: pence(100), reason: 'rejected' }),
    findRefund: p => p.findRefund({ refundId: 'f1', intentId: 'pi_1' }),
    fetchRefund: p => p.fetchRefund('re_1'),
    fetchDispute: p => p.fetchDispute('du_1'),
    fetchFraudWarning: p => p.fetchFraudWarning('issfr_1'),
    uploadEvidence: async p => {
      for (const file of EVIDENCE_FILES)
        await p.uploadEvidence({ disputeId: 'du_1', file, pdf: Buffer.from('%PDF-1.7'), renewedAt: null })
    },
    stageEvidence: p =>
      p.stageEvidence({
        disputeId: 'du_1',
        evidence: {
          ...{ productDescription: 'A video call of 15 minutes', serviceDate: '1 July 2026' },
          ...{ accessActivityLog: '18:00 both were there', refundPolicyDisclosure: 'Unused seconds go back' },
          ...{ customerName: 'fan', customerEmail: 'fan@example.org' },
          files: Object.fromEntries(EVIDENCE_FILES.map(file => [file, `file_${file}`])),
        },
      }),
    stageStatement: p => p.stageStatement({ disputeId: 'du_1', text: 'We spoke for 7 minutes' }),
    sendEvidence: p => p.sendEvidence({ disputeId: 'du_1', attempt: 1, statement: 'We spoke for 7 minutes' }),
    closeDispute: p => p.closeDispute({ disputeId: 'du_1', attempt: 1 }),
    createCustomer: p => p.createCustomer({ userId: 'u1', formerId: null }),
    cancelSetup: p => p.cancelSetup('seti_1'),
    createSetup: p => p.createSetup({ setupKey: 's1', customerId: 'cus_1' }),
    fetchSetup: p => p.fetchSetup('seti_1'),
    fetchCard: p => p.fetchCard('pm_1'),
    removeCard: p => p.removeCard('pm_1'),
    createAccount: p => p.createAccount({ userId: 'u1', formerId: null }),
    fetchAccount: p => p.fetchAccount('acct_1'),
    accountLink: p =>
      p.accountLink({
        accountId: 'acct_1',
        returnUrl: 'https://parley.example/earnings',
        refreshUrl: 'https://parley.example/earnings',
      }),
    transfer: p =>
      p.transfer({
        ...{ payoutId: 'o1', attempt: 1, requestId: 'r1', accountId: 'acct_1' },
        ...{ amountPence: pence(2250), chargeId: 'ch_1' },
      }),
    fetchTransfer: p => p.fetchTransfer('tr_1'),
    findTransfer: p => p.findTransfer({ requestId: 'r1', chargeId: 'ch_1' }),
    reverseTransfer: p =>
      p.reverseTransfer({ rowId: 'b1', transferId: 'tr_1', amountPence: pence(100), isPart: false }),
    balanceTransactions: async p => {
      for await (const _transaction of p.balanceTransactions()) return
    },
    balancePence: p => p.balancePence(),
    bankPayout: p => p.bankPayout('po_1'),
    topUp: p => p.topUp('tu_1'),
    accountCurrency: p => p.accountCurrency(),
    missingEvents: p => p.missingEvents('/'),
  }

  it('knows every operation that the server has', () => {
    const methods = Object.entries(provider).flatMap(([name, value]) =>
      typeof value === 'function' && name !== 'verifyEvent' ? [name] : [],
    )
    expect(Object.keys(operations).sort()).toEqual(methods.sort())
  })

  it.each(Object.entries(operations))('accepts what %s asks, on the first try', async (_name, operation) => {
    sent.length = 0
    await operation(provider)
    expect(sent.length).toBeGreaterThan(0)
    for (const request of sent) {
      expect(request).toMatchObject({ status: 200, version: expect.stringMatching(/^\d{4}-\d\d-\d\d/) })
      // What is posted is asked for under a key of its own; an account link is worth nothing twice.
      if (request.line.startsWith('POST') && !ONCE_ENOUGH.test(request.line)) {
        expect(request).toMatchObject({ isRepeatable: true })
      }
    }
  })

  it.each([
    ['a parameter that does not exist', 'amount=100&currency=gbp&destination=acct_1&amount_pence=100'],
    ['a value of the wrong kind', 'amount=plenty&currency=gbp&destination=acct_1'],
    ['a parameter that is missing', 'amount=100&currency=gbp'],
  ])('refuses %s, or its yes would prove nothing', async (_what, body) => {
    const answer = await fetch(`${mockOrigin}/v1/transfers`, {
      method: 'POST',
      headers: bearer,
      body: form(body),
    })
    expect(answer.status).toBe(400)
  })
})

/** Cancelling and detaching are done or not, and a link is made again each time. */
const ONCE_ENOUGH = /\/cancel$|\/detach$|\/account_links$/
const bearer = { authorization: `Bearer ${KEY}` }
const form = (text: string) => new URLSearchParams(text)

async function until(holds: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS
  // It does not listen yet.
  while (!(await holds().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('stripe-mock does not answer')
  }
}

/** Passes a request on and notes how it was answered: an operation may take a refusal for an answer, this does not. */
async function forward(
  origin: string,
  request: import('node:http').IncomingMessage,
  response: import('node:http').ServerResponse,
  sent: SentRequest[],
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { authorization, 'content-type': type, 'stripe-version': version } = request.headers
  const answer = await fetch(`${origin}${request.url}`, {
    method: request.method ?? 'GET',
    headers: {
      authorization: authorization ?? '',
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(typeof version === 'string' ? { 'stripe-version': version } : {}),
    },
    ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
  })
  const text = await answer.text()
  sent.push({
    line: `${request.method} ${request.url?.split('?')[0]}`,
    status: answer.status,
    version: typeof version === 'string' ? version : undefined,
    isRepeatable: request.headers['idempotency-key'] !== undefined,
  })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
}
