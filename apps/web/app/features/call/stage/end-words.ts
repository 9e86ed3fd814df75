import { backUntilMs, waitNeededMs } from '@parley/contract/call-money'
import { countdownText } from '@parley/contract/duration'
import { zonedText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import type { CallSnapshot } from '../connection/call-state.ts'

/** The effect of End Call on the money, by the rule that settles it; null while it is unknown. */
export function endWords(
  call: Pick<
    CallSnapshot,
    'isInfluencer' | 'otherUser' | 'otherFlows' | 'totalCallTime' | 'remainingCallTime'
  >,
  at: { nowMs: number; isLive: boolean; endsAt: string | null },
): string | null {
  const { isInfluencer, otherUser: name, otherFlows, totalCallTime: total, remainingCallTime: left } = call
  if (total === null || left <= 0) return null
  if (left >= total) return isInfluencer ? null : unusedWords(name, at.endsAt)
  const rest = countdownText(left)
  if (isInfluencer) {
    const needed = countdownText(Math.ceil(waitNeededMs(left * 1_000) / 1_000))
    return otherFlows
      ? t(
          'The rest, {rest}, goes back to @{name} unless you come back or have waited for them for {needed}.',
          {
            rest,
            name,
            needed,
          },
        )
      : t(
          'The rest, {rest}, goes back to @{name} unless they ended the call or you waited for them for {needed}.',
          {
            rest,
            name,
            needed,
          },
        )
  }
  if (!otherFlows) {
    return t('@{name} is not there: ending the call now does not cost you the rest, {rest}.', { name, rest })
  }
  const agreed = at.endsAt === null ? null : { fromMs: 0, untilMs: Date.parse(at.endsAt) }
  if (!agreed && !at.isLive) {
    return t('The rest, {rest}, stays paid unless you come back within a day of your last second together.', {
      rest,
    })
  }
  const until = new Date(backUntilMs({ agreed, lastTogetherMs: at.nowMs }))
  const time = zonedText(until, { dateStyle: 'medium', timeStyle: 'short' })
  return t('The rest, {rest}, stays paid unless you come back by {time}.', { rest, time })
}

/** Of a call in which no time was used yet. */
function unusedWords(name: string, endsAt: string | null): string {
  return endsAt === null
    ? t('No time has been used yet: ending the call now costs you nothing.')
    : t('No time has been used yet. If you stay away while @{name} waits for you, the price stays paid.', {
        name,
      })
}
