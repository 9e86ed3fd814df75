import type { LiveEvent } from '@parley/contract'
import { eventMoneyBackRule } from '@parley/contract/live-events'
import { t } from '../../language/text.ts'
import type { RuleOf } from './money-rule.tsx'

/** The refund rule for a place at this event: the binding sentence, and the key of its three short lines. */
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
