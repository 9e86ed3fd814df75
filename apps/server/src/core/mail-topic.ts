import * as z from 'zod/mini'
import { storedPence } from './stored-pence.ts'
import { defineTopic } from './topic.ts'

/** What the operator may change for new sales; a sale keeps the terms that were shown before it. */
export const saleTermsSchema = z.object({
  /** The platform's share of a sale in basis points. */
  feeBasisPoints: z.int(),
  /** How long after its call a sale is released to its influencer, in hours. */
  releaseAfterHours: z.int(),
})

export type SaleTerms = z.infer<typeof saleTermsSchema>

const aboutRequest = z.object({ requestId: z.string() })
const aboutOldAddress = z.object({ to: z.string(), newEmail: z.string(), link: z.string() })

/** The mails that a domain may ask for, by template. The domain notifications writes and sends them. */
export const MAIL_TOPIC = defineTopic(
  'notifications.mail',
  z.discriminatedUnion('template', [
    z.object({
      template: z.literal('password-reset'),
      userId: z.string(),
      data: z.object({ link: z.string() }),
    }),
    z.object({
      template: z.literal('email-proof'),
      userId: z.string(),
      data: z.object({ link: z.string() }),
    }),
    z.object({
      template: z.literal('step-up-code'),
      userId: z.string(),
      data: z.object({ code: z.string() }),
    }),
    z.object({
      template: z.literal('factor-news'),
      userId: z.string(),
      data: z.object({
        news: z.enum([
          'app_added',
          'app_removed',
          'passkey_added',
          'passkey_removed',
          'recovery_used',
          'recovery_made',
          'codes_guessed',
          'all_removed',
        ]),
      }),
    }),
    z.object({
      template: z.literal('login-news'),
      userId: z.string(),
      data: z.object({ device: z.string(), at: z.iso.datetime() }),
    }),
    z.object({
      template: z.literal('factors-lost'),
      userId: z.string(),
      data: z.object({ link: z.string() }),
    }),
    z.object({
      template: z.literal('email-confirm'),
      userId: z.string(),
      data: z.object({ to: z.string(), link: z.string() }),
    }),
    z.object({ template: z.literal('email-asked'), userId: z.string(), data: aboutOldAddress }),
    z.object({ template: z.literal('email-changed'), userId: z.string(), data: aboutOldAddress }),
    z.object({
      template: z.literal('account-deleted'),
      userId: z.string(),
      // Without `names` in what a process of the version before left.
      data: z.object({
        ...{ to: z.string(), firstName: z.string(), until: z.iso.datetime() },
        names: z._default(z.array(z.string()), []),
      }),
    }),
    z.object({
      template: z.literal('payout-account-news'),
      userId: z.string(),
      data: z.object({ news: z.enum(['opened', 'ready', 'closed']) }),
    }),
    z.object({
      template: z.literal('payouts-stopped'),
      userId: z.string(),
      data: z.object({ requirements: z.array(z.string()) }),
    }),
    z.object({
      template: z.literal('sale-terms-changed'),
      userId: z.string(),
      data: z.object({ before: saleTermsSchema, now: saleTermsSchema }),
    }),
    z.object({
      template: z.literal('cases-wait'),
      userId: z.string(),
      data: z.object({ hours: z.int(), reports: z.int(), appeals: z.int(), problems: z.int() }),
    }),
    z.object({
      template: z.literal('fraud-warned'),
      userId: z.string(),
      data: z.object({ requestId: z.string(), kind: z.string() }),
    }),
    z.object({
      template: z.literal('report-decided'),
      userId: z.string(),
      data: z.object({ decision: z.enum(['upheld', 'dismissed']) }),
    }),
    z.object({
      template: z.literal('suspended'),
      userId: z.string(),
      data: z.object({
        kind: z.enum(['suspended', 'banned']),
        until: z.nullable(z.iso.datetime()),
        reason: z.string(),
        link: z.string(),
      }),
    }),
    z.object({
      template: z.literal('birth-date-corrected'),
      userId: z.string(),
      data: z.object({ age: z.enum(['old_enough', 'too_young']) }),
    }),
    z.object({ template: z.literal('suspension-lifted'), userId: z.string(), data: z.object({}) }),
    z.object({
      template: z.literal('appeal-upheld'),
      userId: z.string(),
      data: z.object({ reason: z.string() }),
    }),
    z.object({
      template: z.literal('appeal-won-late'),
      userId: z.string(),
      data: z.object({ reason: z.string(), account: z.enum(['open', 'suspended']) }),
    }),
    z.object({
      template: z.literal('crew-named'),
      userId: z.string(),
      data: z.object({
        role: z.enum(['usher', 'moderator']),
        owner: z.string(),
        title: z.string(),
        slug: z.string(),
      }),
    }),
    z.object({
      template: z.literal('dispute-opened'),
      userId: z.string(),
      // Without `until` in what a process of the version before left, or where there is no time.
      data: z.object({
        requestId: z.string(),
        until: z.optional(z.iso.datetime()),
        bank: z.optional(z.enum(['takes_no_answer', 'only_asks'])),
      }),
    }),
    z.object({ template: z.literal('problem-opened'), userId: z.string(), data: aboutRequest }),
    z.object({
      template: z.literal('problem-settled'),
      userId: z.string(),
      data: z.object({ requestId: z.string(), pence: storedPence }),
    }),
    z.object({
      template: z.literal('given-back'),
      userId: z.string(),
      data: z.object({ requestId: z.string(), pence: storedPence }),
    }),
    z.object({
      template: z.literal('sale-given-back'),
      userId: z.string(),
      data: z.object({ requestId: z.string(), pence: storedPence, by: z.enum(['staff', 'record']) }),
    }),
    z.object({ template: z.literal('not-attending'), userId: z.string(), data: aboutRequest }),
    z.object({
      template: z.literal('dispute-lost'),
      userId: z.string(),
      // Without `by` in what a process of the version before left.
      data: z.object({ requestId: z.string(), by: z._default(z.enum(['bank', 'staff']), 'bank') }),
    }),
    z.object({
      template: z.literal('refund-returned'),
      userId: z.string(),
      data: z.object({ requestId: z.string(), pence: storedPence }),
    }),
  ]),
)
