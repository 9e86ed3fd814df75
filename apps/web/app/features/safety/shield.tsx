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
  /** The subject of a report: the call or the event where there is one. */
  about: { kind: ReportSubject; id: string }
  onBlocked: () => void
}

/** The shield beside a person, wherever people meet: the actions when something is wrong. */
export function Shield({ person, about, onBlocked }: ShieldProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="quiet"
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

/** The same on the stage of a call. The page itself has the sheets, because the stage disappears when the call ends. */
export function StageShield({ person, onOpen }: { person: Person; onOpen: () => void }) {
  const label = labelOf(person)
  return (
    <button type="button" className={css.stageShield} aria-label={label} title={label} onClick={onOpen}>
      <ShieldIcon size={20} aria-hidden="true" />
    </button>
  )
}
