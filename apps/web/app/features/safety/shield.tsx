import type { ReportSubject } from '@parley/contract'
import { Shield as ShieldIcon } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import css from './safety.module.css'
import { ShieldSheets } from './shield-sheets.tsx'

export interface ShieldProps {
  person: { id: string; username: string }
  /** On the stage of a call, or in a page or a card. */
  place: 'stage' | 'page'
  /** What a report is about: the call or the event where there is one. */
  about: { kind: ReportSubject; id: string }
  onBlocked: () => void
  /** The call was ended together with a report. */
  onEnded: () => void
}

/** One shield wherever one meets somebody: what can be done when something is wrong. */
export function Shield({ person, place, about, onBlocked, onEnded }: ShieldProps) {
  const [open, setOpen] = useState(false)
  const label = t('Safety: @{name}', { name: person.username })
  return (
    <>
      {place === 'stage' ? (
        <button
          type="button"
          className={css.stageShield}
          aria-label={label}
          title={label}
          onClick={() => setOpen(true)}
        >
          <ShieldIcon size={20} aria-hidden="true" />
        </button>
      ) : (
        <Button
          look="quiet"
          aria-label={label}
          icon={<ShieldIcon size={18} aria-hidden="true" />}
          onClick={() => setOpen(true)}
        >
          {t('Safety')}
        </Button>
      )}
      <ShieldSheets
        {...{ person, about, open, onBlocked, onEnded }}
        canEnd={place === 'stage' && about.kind === 'request'}
        onClose={() => setOpen(false)}
      />
    </>
  )
}
