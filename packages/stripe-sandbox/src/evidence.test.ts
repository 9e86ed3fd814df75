import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bench, openBench } from './testing.ts'

let bench: Bench
beforeAll(async () => {
  bench = await openBench()
})
afterAll(() => bench?.close())

async function disputed(): Promise<string> {
  const intent = await bench.stripe.paymentIntents.create({
    ...{ amount: 2500, currency: 'gbp', confirm: true, payment_method: 'pm_card_visa' },
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  })
  return bench.sandbox.faults.openDispute(intent.id)
}
const pdf = (words: string) => ({
  ...{ purpose: 'dispute_evidence' as const },
  file: { data: Buffer.from(`%PDF-1.7 ${words}`), name: 'record.pdf', type: 'application/pdf' },
})
const code = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { statusCode: number }) => error.statusCode,
  )

test('a file is uploaded once for each key, and is evidence by its id', async () => {
  const options = { idempotencyKey: 'file-of-one' }
  const file = await bench.stripe.files.create(pdf('one'), options)
  expect(file).toMatchObject({ object: 'file', type: 'pdf', filename: 'record.pdf', size: 12 })
  expect((await bench.stripe.files.create(pdf('one'), options)).id).toBe(file.id)
  expect(await code(bench.stripe.files.create(pdf('other'), options))).toBe(400)
  expect(bench.sandbox.uploaded(file.id)?.toString()).toBe('%PDF-1.7 one')
  const id = await disputed()
  const staged = await bench.stripe.disputes.update(id, {
    ...{ evidence: { service_documentation: file.id, product_description: 'A call' }, submit: false },
  })
  expect([staged.status, staged.evidence_details.submission_count]).toEqual(['needs_response', 0])
  const sent = await bench.stripe.disputes.update(id, { submit: true })
  expect([sent.status, sent.evidence_details.submission_count]).toEqual(['under_review', 1])
  expect(sent.evidence).toMatchObject({ service_documentation: file.id, product_description: 'A call' })
})

test('a file that is not there, too many words and a picture of another kind are refused', async () => {
  const id = await disputed()
  const update = (evidence: object) => code(bench.stripe.disputes.update(id, { evidence }))
  expect(await update({ receipt: 'file_unknown' })).toBe(400)
  expect(await update({ customer_name: 'x'.repeat(150_001) })).toBe(400)
  expect(await update({ access_activity_log: 'x'.repeat(20_001) })).toBe(400)
  expect(await update({ no_such_field: 'x' })).toBe(400)
  const { file, purpose } = pdf('gif')
  expect(await code(bench.stripe.files.create({ purpose, file: { ...file, type: 'image/gif' } }))).toBe(400)
})
