import { typedSeconds } from '@parley/contract/duration'
import { prepaidLinkInput } from '@parley/contract/prepaid'
import * as z from 'zod/mini'

/** The form of a prepaid link as typed: the duration in the unit of the field beside it. */
export interface TypedPrepaid {
  amount: string
  duration: string
  duration_display: string
  description: string
  note: string
}

type InSeconds = z.input<typeof prepaidLinkInput>

function inSeconds(form: TypedPrepaid): InSeconds {
  return { ...form, duration: typedSeconds(form.duration, form.duration_display) }
}

/** The same, validated by the contract's own schema. */
export const typedPrepaidSchema = z.pipe(z.transform(inSeconds), prepaidLinkInput)
