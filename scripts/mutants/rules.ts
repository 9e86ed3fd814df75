import { BOOKING_RULES } from './booking-rules.ts'
import { CALL_RULES } from './call-rules.ts'
import { MONEY_RULES } from './money-rules.ts'
import { PEOPLE_RULES } from './people-rules.ts'
import type { Rule } from './rule.ts'

/** In these folders every file decides about money, time or access. */
export const FOLDERS_OF_RULES = [
  'apps/media/src/sight',
  'apps/server/src/domains/queue/machine',
  'apps/server/src/domains/requests/blocks',
  'apps/server/src/domains/requests/bounds',
]

/** Each file with rules of money, time, states and access, with its tests. */
export const RULES: readonly Rule[] = [...BOOKING_RULES, ...CALL_RULES, ...MONEY_RULES, ...PEOPLE_RULES]
