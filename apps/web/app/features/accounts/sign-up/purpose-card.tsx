import type { Influencer, LiveEvent } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../../api/browser.ts'
import { t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Portrait } from '../../../ui/portrait.tsx'
import { Skeleton } from '../../../ui/waiting/skeleton.tsx'
import { callPurpose, eventPurpose, type LoginPurpose, type PurposeShown } from '../login-purpose.ts'
import css from './purpose-card.module.css'

async function load(purpose: LoginPurpose, signal: AbortSignal): Promise<PurposeShown> {
  if (purpose.for === 'call')
    return callPurpose(await api.get<Influencer>(`/api/parley/${purpose.username}/`, { signal }))
  return eventPurpose(await api.get<LiveEvent>(`/api/parley/${purpose.slug}/event/`, { signal }))
}

/** What the login is for, with the face it is about; its place is kept while it is looked for. */
export function PurposeCard({ purpose }: { purpose: LoginPurpose }) {
  const [shown, setShown] = useState<PurposeShown | 'waiting' | 'none'>('waiting')
  const key = JSON.stringify(purpose)
  useEffect(() => {
    const abort = new AbortController()
    load(JSON.parse(key), abort.signal)
      .then(setShown)
      .catch(() => abort.signal.aborted || setShown('none'))
    return () => abort.abort()
  }, [key])
  if (shown === 'none') return null
  return (
    <div className={css.purpose}>
      {shown === 'waiting' ? (
        <Skeleton height="72px" />
      ) : (
        <>
          <Portrait name={shown.name} picture={shown.picture} sizes="72px" className={css.portrait} />
          <p className={css.words}>{shown.words}</p>
        </>
      )}
    </div>
  )
}

/** Somebody who was never logged in here makes an account first; the login stays below. */
export function NewHere({ to }: { to: string }) {
  return (
    <div className={css.newHere}>
      <ButtonLink to={to} look="primary" wide data-goes-first>
        {t('Sign up as a user')}
      </ButtonLink>
      <p className={css.or}>{t('It takes a minute. Or log in, if you have an account:')}</p>
    </div>
  )
}
