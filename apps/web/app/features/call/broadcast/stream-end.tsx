import type { LiveEvent } from '@parley/contract'
import { PRODUCT } from '@parley/contract/product'
import { Square } from 'lucide-react'
import { useState } from 'react'
import { api } from '../../../api/browser.ts'
import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { Button } from '../../../ui/button.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { endingText } from './stream-money.ts'

export interface EndEventProps {
  event: { slug: string; amount: string; totalSeconds: number }
  /** Whole seconds on the clock; null where it is not known. */
  leftSeconds: number | null
  /** Called once it is over; on the stage the server's message comes first. */
  ended?: (event: LiveEvent) => void
}

/** The owner ends a broadcast for ever, after a confirmation that says what it means for viewers and money. */
export function EndEvent({ event, leftSeconds, ended }: EndEventProps) {
  const [phase, setPhase] = useState<'closed' | 'asking' | 'sending'>('closed')
  async function end() {
    setPhase('sending')
    try {
      const over = await api.post<LiveEvent>(`/api/${PRODUCT}/${encodeURIComponent(event.slug)}/end-event/`)
      setPhase('closed')
      ended?.(over)
    } catch (error) {
      setPhase('asking')
      alerts.error(errorText(error))
    }
  }
  return (
    <>
      <Button
        variant="danger"
        icon={<Square size={14} fill="currentColor" aria-hidden="true" />}
        onClick={() => setPhase('asking')}
      >
        {t('End the event')}
      </Button>
      <Sheet
        open={phase !== 'closed'}
        onOpenChange={open => {
          if (!open) setPhase('closed')
        }}
        title={t('End the event for everybody?')}
        description={t(
          'Everybody who watches is out at once, and nobody can come back in, not even you. {money} This cannot be undone.',
          { money: endingText({ ...event, leftSeconds }) },
        )}
        actions={
          <>
            <Button onClick={() => setPhase('closed')}>{t('Go on')}</Button>
            <Button variant="danger" busy={phase === 'sending'} onClick={() => void end()}>
              {t('End it now')}
            </Button>
          </>
        }
      />
    </>
  )
}
