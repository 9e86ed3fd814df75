import type { ReportSubject } from '@parley/contract'
import { useState } from 'react'
import { t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { BlockSheet } from './block-sheet.tsx'
import { ReportSheet } from './report-sheet.tsx'
import css from './safety.module.css'

export interface ShieldSheetsProps {
  person: { id: string; username: string }
  /** The subject of a report: the call or the event where there is one. */
  about: { kind: ReportSubject; id: string }
  /** Whether a report can also end a call. */
  canEnd: boolean
  open: boolean
  onClose: () => void
  onBlocked: () => void
  /** The call was ended together with a report. */
  onEnded: () => void
}

/** The actions against a person when something is wrong, each in a sheet. */
export function ShieldSheets(props: ShieldSheetsProps) {
  const { person, about, canEnd, open, onClose, onBlocked, onEnded } = props
  const [step, setStep] = useState<'choices' | 'block' | 'report' | 'end'>('choices')
  const onOpenChange = (isOpen: boolean) => {
    if (isOpen) return
    setStep('choices')
    onClose()
  }
  const isReport = step === 'report' || step === 'end'
  return (
    <>
      <Sheet
        open={open && step === 'choices'}
        onOpenChange={onOpenChange}
        title={t('Is something wrong?')}
        description={t('@{name} is not told what you choose here.', { name: person.username })}
      >
        <div className={css.choices}>
          {canEnd && (
            <Button wide variant="danger" onClick={() => setStep('end')}>
              {t('End and report')}
            </Button>
          )}
          <Button wide onClick={() => setStep('report')}>
            {t('Report @{name}', { name: person.username })}
          </Button>
          <Button wide onClick={() => setStep('block')}>
            {t('Block @{name}', { name: person.username })}
          </Button>
        </div>
      </Sheet>
      {open && isReport && (
        <ReportSheet
          person={person}
          about={about}
          ends={step === 'end'}
          open
          onOpenChange={onOpenChange}
          onBlock={() => setStep('block')}
          onDone={() => step === 'end' && onEnded()}
        />
      )}
      <BlockSheet
        person={person}
        open={open && step === 'block'}
        onOpenChange={onOpenChange}
        onBlocked={() => {
          onOpenChange(false)
          onBlocked()
        }}
      />
    </>
  )
}
