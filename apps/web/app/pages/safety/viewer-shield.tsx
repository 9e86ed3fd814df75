import type { PublicUser } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { ShieldSheets } from '../../features/safety/shield-sheets.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'

/** What the owner of an event can do about one viewer, while the broadcast continues. */
export function ViewerShield({ username, onClose }: { username: string; onClose: () => void }) {
  const [person, setPerson] = useState<PublicUser | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another name needs another request.
  useEffect(() => {
    const abort = new AbortController()
    api
      .get<PublicUser>(`/api/user/get_user/${username}/`, { signal: abort.signal })
      .then(setPerson)
      .catch(error => {
        if (abort.signal.aborted) return
        alerts.error(errorText(error))
        onClose()
      })
    return () => abort.abort()
  }, [username])
  if (!person) return null
  return (
    <ShieldSheets
      person={person}
      about={{ kind: 'user', id: person.id }}
      canEnd={false}
      open
      onClose={onClose}
      onEnded={onClose}
      onBlocked={() => alerts.message(t('You have blocked @{name}.', { name: person.username }))}
    />
  )
}
