import type { LiveEvent } from '@parley/contract'
import { useState } from 'react'
import { api } from '../../api/browser.ts'
import { errorText } from '../../api/errors.ts'
import { t } from '../../language/text.ts'
import { alerts } from '../../ui/alerts/alerts.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'

/** The owner cancels an event, after a confirmation: everybody gets a refund. */
export function CancelEvent({
  event,
  cancelled,
}: {
  event: LiveEvent
  cancelled: (event: LiveEvent) => void
}) {
  const [phase, setPhase] = useState<'closed' | 'asking' | 'sending'>('closed')
  async function cancel() {
    setPhase('sending')
    try {
      cancelled(await api.post<LiveEvent>(`/api/parley/${event.slug}/cancel-event/`))
      setPhase('closed')
    } catch (error) {
      setPhase('asking')
      alerts.error(errorText(error))
    }
  }
  return (
    <>
      <Button variant="quiet" onClick={() => setPhase('asking')}>
        {t('Cancel event')}
      </Button>
      <Sheet
        open={phase !== 'closed'}
        onOpenChange={open => {
          if (!open) setPhase('closed')
        }}
        title={t('Cancel this event?')}
        description={t('Everybody who paid for a place gets all of it back, at once. This cannot be undone.')}
        actions={
          <>
            <Button onClick={() => setPhase('closed')}>{t('Keep it')}</Button>
            <Button variant="danger" busy={phase === 'sending'} onClick={() => void cancel()}>
              {t('Cancel event')}
            </Button>
          </>
        }
      />
    </>
  )
}
