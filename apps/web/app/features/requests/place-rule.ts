import type { LiveEvent } from '@parley/contract'
import { eventMoneyBackRule } from '@parley/contract/live-events'
import { t } from '../../language/text.ts'
import type { RuleOf } from './money-rule.tsx'

/** When money of a place at this event comes back: the sentence that counts, and which three lines say it short. */
export function placeRule(event: Pick<LiveEvent, 'format' | 'absent'>): {
  ruleOf: RuleOf
  moneyBackRule: string
} {
  const ofQueue = event.absent === 'keep' ? 'queue-keep' : 'queue-refund'
  return {
    ruleOf: event.format === 'queue' ? ofQueue : 'event',
    moneyBackRule: t(eventMoneyBackRule(event)),
  }
}
