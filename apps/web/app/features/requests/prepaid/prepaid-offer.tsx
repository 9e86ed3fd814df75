import type { SessionRequest } from '@parley/contract'
import type { ReactNode } from 'react'
import { durationText } from '../../../language/durations.ts'
import { numberText } from '../../../language/formats.ts'
import { priceText } from '../../../language/prices.ts'
import { t } from '../../../language/text.ts'
import { Card } from '../../../ui/card.tsx'
import { Ring } from '../../../ui/ring.tsx'
import type { OfferView } from '../booking/offer-view.ts'
import { endedText } from '../list/state-text.ts'
import css from './prepaid-offer.module.css'

const LEAD: Record<Exclude<OfferView, 'none' | 'over'>, (request: SessionRequest) => string> = {
  'to-pay': () => t('Pay for it, and its link works for whoever you give it to.'),
  'to-share': () =>
    t('Nobody has accepted it yet. Pass the link on: the first to accept has the call with you.'),
  'to-accept': request =>
    t(
      '@{requester} has paid for this call. Accept it, have the call together, and the money is yours, less the platform fee of {fee}%.',
      { requester: request.user.username, fee: numberText(request.fee_percent) },
    ),
  given: request => t('@{attendee} attends in your place.', { attendee: request.attendee?.username ?? '' }),
  'call-as-attendee': request =>
    request.influencer
      ? t('You attend this call with @{influencer}. The time runs only while both of you are there.', {
          influencer: request.influencer.user.username,
        })
      : t('You attend this call. It opens as soon as somebody has accepted to have it with you.'),
  'call-as-requester': request =>
    t('@{influencer} has accepted. The time runs only while both of you are there.', {
      influencer: request.influencer?.user.username ?? '',
    }),
  'call-as-performer': request =>
    t('You have accepted. Meet @{requester} in the call: the time runs only while both of you are there.', {
      requester: request.user.username,
    }),
}

export interface PrepaidOfferProps {
  request: SessionRequest
  view: Exclude<OfferView, 'none'>
  /** The actions of the page. */
  children?: ReactNode
}

/** A prepaid request: its price, length and purpose, and the actions. */
export function PrepaidOffer({ request, view, children }: PrepaidOfferProps) {
  const length = durationText(request.duration, request.duration_display)
  return (
    <Card className={css.offer}>
      <h1 className={css.from}>
        {t('A prepaid video call from @{requester}', { requester: request.user.username })}
      </h1>
      <Ring
        className={css.ring}
        fraction={view === 'over' ? 1 : 0.86}
        tone={view === 'over' ? 'quiet' : 'ember'}
      >
        <div className={css.figures}>
          <p className={css.price}>{priceText(request.amount)}</p>
          <p className={css.length}>{length}</p>
        </div>
      </Ring>
      <p className={css.what}>{request.description}</p>
      {view === 'over' ? (
        <p role="status" className={css.lead}>
          {t('This offer is over: {ended}', { ended: endedText(request) })}
        </p>
      ) : (
        <p className={css.lead}>{LEAD[view](request)}</p>
      )}
      {children && <div className={css.actions}>{children}</div>}
    </Card>
  )
}
