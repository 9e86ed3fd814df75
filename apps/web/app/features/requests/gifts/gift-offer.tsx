import type { GiftView } from '@parley/contract'
import type { ReactNode } from 'react'
import { durationText } from '../../../language/durations.ts'
import { zonedText } from '../../../language/formats.ts'
import { msg, t } from '../../../language/text.ts'
import { Card } from '../../../ui/card.tsx'
import { Ring } from '../../../ui/ring.tsx'
import css from '../prepaid/prepaid-offer.module.css'
import own from './gift-offer.module.css'

const ENDED: Record<Exclude<GiftView['state'], 'open' | 'yours'>, string> = {
  taken: msg('Somebody has accepted this invitation already. It works once.'),
  withdrawn: msg('This invitation was taken back, or a newer link took its place.'),
  begun: msg('The call has begun: nobody else can attend it any more.'),
  over: msg('This call does not take place any more.'),
}

const START = { dateStyle: 'full', timeStyle: 'short' } as const

function leadOf(gift: GiftView): string {
  const { state } = gift
  if (state === 'open') return t('It is paid for. Accept it, and the call is yours.')
  if (state === 'yours') return t('You have accepted. The time runs only while both of you are there.')
  return t(ENDED[state])
}

/** An invitation to a call that another person has paid for: who invites, to what, when, and what to do. */
export function GiftOffer({ gift, children }: { gift: GiftView; children?: ReactNode }) {
  const isOpen = gift.state === 'open' || gift.state === 'yours'
  return (
    <Card className={css.offer}>
      <h1 className={css.from}>{t('@{buyer} invites you to a video call', { buyer: gift.from.username })}</h1>
      <Ring className={css.ring} fraction={isOpen ? 0.86 : 1} tone={isOpen ? 'ember' : 'quiet'}>
        <div className={css.figures}>
          <p className={css.price}>{durationText(gift.duration, gift.duration_display)}</p>
        </div>
      </Ring>
      <p className={css.length}>
        {gift.influencer
          ? t('with @{influencer}', { influencer: gift.influencer.username })
          : t('with somebody who accepts')}
      </p>
      {gift.message !== null && (
        <blockquote className={own.message}>
          <q>{gift.message}</q>
        </blockquote>
      )}
      <p className={css.what}>{gift.description}</p>
      <p className={own.when}>
        {gift.timeRange ? (
          <time dateTime={gift.timeRange.start}>{zonedText(new Date(gift.timeRange.start), START)}</time>
        ) : (
          t('Whenever it suits you both')
        )}
      </p>
      <p className={css.lead} role={isOpen ? undefined : 'status'}>
        {leadOf(gift)}
      </p>
      {children && <div className={css.actions}>{children}</div>}
    </Card>
  )
}
