import { accountStepSchema, influencerStepSchema, messages } from '@parley/contract'
import type { FastifySchemaCompiler } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod/mini'

/** What makes somebody an influencer: at the sign-up or later. */
export const imageStepSchema = z.extend(influencerStepSchema, {
  file: z.file({ error: messages.fileRequired }),
})
const influencerFormSchema = z.intersection(accountStepSchema, imageStepSchema)

/** The sign-up form of either kind; which one it is, the fields that are present say. */
export const signUpFormSchema = z.union([influencerFormSchema, accountStepSchema])
export type SignUpForm = z.infer<typeof signUpFormSchema>

const INFLUENCER_FIELDS = ['file', 'price', 'duration', 'description'] as const

/** Checks a form against the schema of its own kind, so that its messages are those of its fields. */
export const signUpValidator: FastifySchemaCompiler<unknown> = route => {
  const influencer = validatorCompiler({ ...route, schema: influencerFormSchema })
  const regular = validatorCompiler({ ...route, schema: accountStepSchema })
  return body => (isInfluencerForm(body) ? influencer(body) : regular(body))
}

function isInfluencerForm(body: unknown): boolean {
  return typeof body === 'object' && body !== null && INFLUENCER_FIELDS.some(field => field in body)
}
