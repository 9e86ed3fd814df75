import type { ReportSubject } from '@parley/contract'
import { Shield as ShieldIcon } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
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

/** The shield on a card, for logged-in people; a tap loads its sheets. */
export function CardShield({ person, about, onBlocked }: CardShieldProps) {
  const { user } = useAuth()
  const [open, setOpen] = useState<boolean | null>(null)
  if (!user || user.id === person.id) return null
  async function show() {
    // Without a network the sheets cannot load: the button works again with the next tap.
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
