import type { Influencer } from '@parley/contract'
import type { ReactNode } from 'react'
import { durationText } from '../../language/durations.ts'
import { priceText } from '../../language/prices.ts'
import { t } from '../../language/text.ts'
import beside from '../../ui/panel.module.css'
import { Portrait } from '../../ui/portrait.tsx'
import css from './profile-view.module.css'

export interface ProfileViewProps {
  influencer: Influencer
  /** The actions of the page: book, pay, start; for the owner: edit. */
  panel: ReactNode
  /** Further offers: live events. */
  events?: ReactNode
}

/** An influencer's profile: the person, the offer, and a panel with actions. */
export function ProfileView({ influencer, panel, events }: ProfileViewProps) {
  const { user, main_session: offer } = influencer
  const name = `${user.first_name} ${user.last_name}`
  return (
    <div className={beside.layout}>
      <div className={css.person}>
        <Portrait
          name={name}
          picture={influencer.profile.picture}
          sizes="(min-width: 900px) 300px, 220px"
          className={css.portrait}
          eager
        />
        <div className={css.who}>
          {influencer.is_demo && <p className={css.demo}>{t('Demo profile')}</p>}
          <h1 className={css.name} translate="no">
            {name}
          </h1>
          <p className={css.handle} translate="no">
            @{user.username}
          </p>
          {user.email && (
            <p className={css.handle}>
              <a href={`mailto:${user.email}`}>{user.email}</a>
            </p>
          )}
        </div>
        <div className={css.about}>
          <h2 className={css.heading}>{t('What we can talk about')}</h2>
          <p className={css.text}>{offer.description}</p>
          {events}
        </div>
      </div>
      <aside className={beside.side} aria-label={t('Video call')}>
        <div className={beside.panel}>
          <Offer influencer={influencer} />
          {panel}
        </div>
      </aside>
    </div>
  )
}

function Offer({ influencer }: { influencer: Influencer }) {
  const { main_session: offer } = influencer
  return (
    <div className={css.offer}>
      <p className={css.what}>{t('Private video call')}</p>
      <p className={beside.price}>{priceText(offer.amount)}</p>
      <p className={css.length}>
        {t('{duration}, just the two of you', {
          duration: durationText(offer.duration, offer.duration_display),
        })}
      </p>
    </div>
  )
}
