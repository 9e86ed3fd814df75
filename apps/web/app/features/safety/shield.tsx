import type { ReportSubject } from '@parley/contract'
import { Shield as ShieldIcon } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import css from './safety.module.css'
import { ShieldSheets } from './shield-sheets.tsx'

interface Person {
  id: string
  username: string
}

const labelOf = ({ username }: Person) => t('Safety: @{name}', { name: username })

export interface ShieldProps {
  person: Person
  /** What a report is about: the call or the event where there is one. */
  about: { kind: ReportSubject; id: string }
  onBlocked: () => void
}

/** One shield wherever one meets somebody: what can be done when something is wrong. */
export function Shield({ person, about, onBlocked }: ShieldProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        look="quiet"
        aria-label={labelOf(person)}
        icon={<ShieldIcon size={18} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('Safety')}
      </Button>
      <ShieldSheets {...{ person, about, open, onBlocked }} canEnd={false} onClose={close} onEnded={close} />
    </>
  )
}

/** The same on the stage of a call, whose page has the sheets: the stage goes away when the call ends. */
export function StageShield({ person, onOpen }: { person: Person; onOpen: () => void }) {
  const label = labelOf(person)
  return (
    <button type="button" className={css.stageShield} aria-label={label} title={label} onClick={onOpen}>
      <ShieldIcon size={20} aria-hidden="true" />
    </button>
  )
}
