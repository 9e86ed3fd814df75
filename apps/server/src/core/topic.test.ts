import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import type { PAYMENT_TOPICS } from '../domains/payments/public.ts'
import type { REQUEST_TOPICS } from '../domains/requests/public.ts'
import type { OutboxWriter } from './core.ts'
import type { MAIL_TOPIC } from './mail-topic.ts'
import { defineTopic, shareOf, type Topic, workOf } from './topic.ts'

type PayloadOf<Of> = Of extends Topic<infer Payload> ? Payload : never
type Mail = PayloadOf<typeof MAIL_TOPIC>

test('a misspelt topic, mail or payload does not compile', () => {
  expectTypeOf<'payments.refund'>().not.toExtend<Parameters<OutboxWriter['add']>[1]>()
  expectTypeOf<keyof typeof PAYMENT_TOPICS>().not.toEqualTypeOf<string>()
  expectTypeOf<PayloadOf<typeof PAYMENT_TOPICS.refund>>().toEqualTypeOf<{ refundId: string }>()
  expectTypeOf<{ refund: string }>().not.toExtend<PayloadOf<typeof PAYMENT_TOPICS.refund>>()
  type Code<Name extends string, Data> = { template: Name; userId: string; data: Data }
  expectTypeOf<Code<'step-up-code', { code: string }>>().toExtend<Mail>()
  expectTypeOf<Code<'step-up-cod', { code: string }>>().not.toExtend<Mail>()
  expectTypeOf<Code<'step-up-code', { link: string }>>().not.toExtend<Mail>()
  expectTypeOf<Code<string, { code: string }>>().not.toExtend<Mail>()
  expectTypeOf<string>().not.toExtend<PayloadOf<typeof REQUEST_TOPICS.changed>['state']>()
})

const CARD = defineTopic('test.card', z.object({ cardId: z.string() }))

test('a handler gets the payload of its topic, and the id of the work', async () => {
  const seen: unknown[] = []
  const work = workOf(CARD, async ({ cardId }, workId) => void seen.push(cardId, workId))
  expect(work).toMatchObject({ topic: 'test.card', subscriber: null })
  await work.handle({ cardId: 'card_1', more: 'of a newer version' }, 'work_1')
  expect(seen).toEqual(['card_1', 'work_1'])
})

test('a stored payload that is not of its topic reaches no handler', async () => {
  const seen: unknown[] = []
  const share = shareOf(CARD, 'mails', async card => void seen.push(card))
  expect(share).toMatchObject({ topic: 'test.card', subscriber: 'mails' })
  await expect(share.handle({ cardId: 7 }, 'work_1')).rejects.toThrow()
  await expect(share.handle({}, 'work_1')).rejects.toThrow()
  expect(seen).toEqual([])
})
