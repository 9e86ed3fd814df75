import type { BlockedPerson, Page, ReportSubject } from '@parley/contract'
import { Shield as ShieldIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { api } from '../../api/browser.ts'
import { useAuth } from '../../api/use-auth.ts'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { IconButton } from '../../ui/button.tsx'

const loadSheets = () =>
  import('../../features/safety/shield-sheets.tsx').then(({ ShieldSheets }) => ({ default: ShieldSheets }))
const Sheets = lazy(loadSheets)

interface CardShieldProps {
  person: { id: string; username: string }
  about: { kind: ReportSubject; id: string }
  onBlocked: () => void
}

/** The shield on a card, for those who are logged in; what it opens is loaded by the tap. */
export function CardShield({ person, about, onBlocked }: CardShieldProps) {
  const { user } = useAuth()
  const [open, setOpen] = useState<boolean | null>(null)
  if (!user || user.id === person.id) return null
  async function show() {
    // Without a network the sheets cannot come: the button then waits for the next tap.
    if (await loadSheets().catch(() => null)) setOpen(true)
  }
  return (
    <>
      <IconButton
        label={t('Safety: @{name}', { name: person.username })}
        aria-haspopup="dialog"
        onClick={() => void show()}
      >
        <ShieldIcon size={18} aria-hidden="true" />
      </IconButton>
      {open !== null && (
        <Suspense>
          <Sheets
            {...{ person, about, open }}
            canEnd={false}
            onClose={() => setOpen(false)}
            onEnded={() => undefined}
            onBlocked={() => {
              alerts.message(t('You have blocked @{name}.', { name: person.username }))
              onBlocked()
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Whom the reader has blocked, and one more: the cards of a page are the same for everybody. */
export function useBlockedIds(): [ids: ReadonlySet<string>, add: (id: string) => void] {
  const userId = useAuth().user?.id
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!userId) return
    const abort = new AbortController()
    api
      .get<Page<BlockedPerson>>('/api/user/me/blocks/', { signal: abort.signal })
      .then(({ results }) => setIds(new Set(results.map(({ id }) => id))))
      // The cards stay: who was blocked is not there on the page that a card leads to.
      .catch(() => undefined)
    return () => abort.abort()
  }, [userId])
  return [ids, id => setIds(known => new Set([...known, id]))]
}
