import type { PublicUser } from '@parley/contract'
import type { ReactNode } from 'react'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Portrait } from '../../ui/portrait.tsx'
import css from './person-view.module.css'

interface PersonViewProps {
  person: PublicUser
  viewer: 'owner' | 'other'
}

/** The page of a person who sells nothing; the person themselves also sees how to become an influencer. */
export function PersonView({ person, viewer }: PersonViewProps): ReactNode {
  const name = `${person.first_name} ${person.last_name}`.trim()
  return (
    <div className={css.person}>
      <Portrait name={name} picture={null} sizes="220px" className={css.portrait} />
      <div className={css.who}>
        <h1 className={css.name} translate="no">
          {name}
        </h1>
        <p className={css.handle} translate="no">
          @{person.username}
        </p>
        {person.email && (
          <p className={css.handle}>
            <a href={`mailto:${person.email}`}>{person.email}</a>
          </p>
        )}
      </div>
      {viewer === 'other' ? (
        <div className={css.own}>
          <p>{t('@{name} sells no calls.', { name: person.username })}</p>
          <ButtonLink variant="primary" to="/explore">
            {t('Find somebody')}
          </ButtonLink>
        </div>
      ) : (
        <div className={css.own}>
          <p>{t('This is how others see you. There is nothing to book here yet.')}</p>
          <ButtonLink variant="primary" to="/become-influencer">
            {t('Become an influencer')}
          </ButtonLink>
          <ButtonLink to="/bookings">{t('Bookings')}</ButtonLink>
        </div>
      )}
    </div>
  )
}
