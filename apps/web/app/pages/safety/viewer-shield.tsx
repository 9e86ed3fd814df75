import type { PublicUser } from '@parley/contract'
import { useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { ShieldSheets } from '../../features/safety/shield-sheets.tsx'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'

interface ViewerShieldProps {
  username: string
  /** The turn in which the host of a line meets them: a report takes the lines of its chat along. */
  turn?: { place: string; canEnd: boolean } | undefined
  onClose: () => void
}

/** What the owner of an event can do about one viewer, while the event continues. */
export function ViewerShield({ username, turn, onClose }: ViewerShieldProps) {
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
      about={turn === undefined ? { kind: 'user', id: person.id } : { kind: 'request', id: turn.place }}
      canEnd={turn?.canEnd ?? false}
      open
      onClose={onClose}
      onEnded={onClose}
      onBlocked={() => alerts.message(t('You have blocked @{name}.', { name: person.username }))}
    />
  )
}
